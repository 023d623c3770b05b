import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aiTools } from "../../src/adapters/ai-sdk.ts";
import { WORDS } from "../../src/index.ts";
import { adapterContract } from "../contract/adapter.contract.ts";
import { openToolkit } from "../support/open-toolkit.ts";
import { aiSdkDrivers } from "./ai-sdk-drivers.ts";

for (const driver of aiSdkDrivers) adapterContract(driver);

test("a preliminary result is told to a model as the text it is", () => {
  const kit = openToolkit();
  const output = { kind: "running", output: "so far" } as const;
  expect(aiTools(kit)["Bash"]?.toModelOutput({ output })).toEqual({ type: "text", value: "so far" });
});

test("a host that hands over the output itself, as Mastra does, gets the same text", () => {
  const toModelOutput = aiTools(openToolkit())["Bash"]?.toModelOutput;
  const failed = { success: false, output: "hi\n", error: "Command failed with exit code 3\nhi\n" };
  const ended = { kind: "ended", ...failed, metadata: { exit_code: 3 } } as const;
  for (const given of [ended, { output: ended }, JSON.parse(JSON.stringify({ output: ended }))]) {
    expect(toModelOutput?.(given)).toEqual({ type: "text", value: failed.error });
  }
  const blocked = { ...ended, metadata: { error_kind: "blocked" } } as const;
  for (const given of [blocked, { output: blocked }]) {
    expect(toModelOutput?.(given)).toEqual({ type: "error-text", value: failed.error });
  }
});

const itself: Record<string, unknown> = {};
itself["itself"] = itself;

test.each([
  [undefined, ""],
  [null, "null"],
  ["text", "text"],
  [{ output: "text" }, "text"],
  [{ output: undefined }, ""],
  [{ output: { kind: "ended" } }, '{"kind":"ended"}'],
  [{ kind: "ended", output: "text" }, "text"],
  [{ kind: "running" }, '{"kind":"running"}'],
  [["a"], '["a"]'],
  [3n, "3n"],
  [itself, "<ref *1> { itself: [Circular *1] }"],
  [Object.create(null), "{}"],
  [Symbol("odd"), "Symbol(odd)"],
  [() => 1, "[Function (anonymous)]"],
])("toModelOutput survives %o, which is none of its outputs", (given: unknown, value) => {
  expect(aiTools(openToolkit())["Bash"]?.toModelOutput(given)).toEqual({ type: "text", value });
});

test("a host that takes the stream of a tool for its result is told that nothing ran", async () => {
  const kit = openToolkit();
  const { Bash } = aiTools(kit);
  const output = await Promise.resolve<unknown>(Bash?.execute({ command: "touch ran" }, {}));
  for (const given of [output, { output }]) {
    expect(Bash?.toModelOutput(given)).toEqual({ type: "error-text", value: WORDS.streamNotRead() });
  }
  expect(existsSync(join(kit.workingDir, "ran"))).toBe(false);
});

test("the last output is the whole result, for programs", async () => {
  const kit = openToolkit();
  const steps = aiTools(kit)["Bash"]?.execute({ command: "echo hi; (exit 3)" }, {});
  let last: unknown;
  for await (const step of steps ?? []) last = step;
  expect(last).toMatchObject({ kind: "ended", success: false, output: "hi\n", metadata: { exit_code: 3 } });
});

test("without live output, a tool gives a plain promise of its whole result", async () => {
  const kit = openToolkit();
  const output = aiTools(kit, { live: false })["Bash"]?.execute({ command: "echo hi; (exit 3)" }, {});
  expect(output).toBeInstanceOf(Promise);
  expect(await output).toMatchObject({ kind: "ended", success: false, output: "hi\n", metadata: { exit_code: 3 } });
});

test("what an SDK does to a schema stays there", () => {
  const kit = openToolkit();
  const schema = aiTools(kit)["Bash"]?.inputSchema["~standard"].jsonSchema;
  const told = structuredClone(schema?.input());
  Object.assign(schema?.input() ?? {}, { type: "spoilt" });
  expect(schema?.input()).toEqual(told);
  expect(schema?.output()).toEqual(told);
});
