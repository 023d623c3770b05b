import { expect, test } from "vitest";
import type { Questions } from "../../../src/core/permission/questions.ts";
import { fail, ok, type Tool, type ToolResult } from "../../../src/tools/tool.ts";
import { Tries } from "../../../src/tools/trying/tries.ts";
import type { Trying } from "../../../src/tools/trying/trying.ts";

/** Tries whose toolkits are these, and the questions that were withdrawn. */
function tries(kits: readonly object[] = []): { readonly all: Tries; readonly withdrawn: string[] } {
  const withdrawn: string[] = [];
  const trying = { opened: async () => kits.map((kit) => ({ id: "try_1", kit })) } as unknown as Trying;
  const questions = { withdraw: (id: string) => withdrawn.push(id) > 0 } as unknown as Questions;
  return { all: new Tries(trying, questions), withdrawn };
}

test("changes are news once for each session", () => {
  const { all } = tries();
  expect([all.isNews("a", "x"), all.isNews("a", "x"), all.isNews("b", "x"), all.isNews("a", "y")]).toEqual([
    true,
    false,
    true,
    true,
  ]);
});

test("an open question is found by its id until its session goes on, which withdraws it", async () => {
  const { all, withdrawn } = tries();
  const result = Promise.resolve(ok("kept", {}));
  all.await({ question: "q1", sessionId: "a", result });
  all.await({ question: "q2", sessionId: "b", result });
  expect((await all.awaited("q1"))?.output).toBe("kept");
  expect(all.awaited(undefined)).toBeUndefined();
  all.goesOn("a");
  expect([withdrawn, all.awaited("q1")]).toEqual([["q1"], undefined]);
  expect(all.awaited("q2")).toBe(result);
});

const unknown = (): ToolResult => fail("no such shell", { error_kind: "unknown-shell" });
const tool = (result: ToolResult): Tool<object> =>
  ({ name: "BashOutput", execute: async () => result }) as unknown as Tool<object>;

test("a shell that the toolkit does not know is looked for in the open tries", async () => {
  const kits = [{ call: async () => unknown() }, { call: async () => ok("here", {}) }];
  const context = { workingDir: "/" } as Parameters<Tool<object>["execute"]>[1];
  const found = await tries(kits).all.within(tool(unknown())).execute({}, context);
  const own = await tries(kits)
    .all.within(tool(ok("own", {})))
    .execute({}, context);
  const none = await tries().all.within(tool(unknown())).execute({}, context);
  expect([found.output, own.output, none.metadata.error_kind]).toEqual(["here", "own", "unknown-shell"]);
});
