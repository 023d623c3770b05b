import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { callFacts, givenStdin, openBashCall, stdinOf } from "../../../src/tools/bash/bash-call.ts";
import { registerWith } from "../../../src/tools/register.ts";
import { ToolRegistry } from "../../../src/tools/registry.ts";
import type { ToolSetup } from "../../../src/tools/tool-setup.ts";
import { openToolkit } from "../../support/open-toolkit.ts";
import { testManager } from "../../support/shells.ts";
import { tempDir } from "../../support/temp-dir.ts";

function openSetup(): { readonly setup: ToolSetup; readonly root: string; readonly used: unknown[] } {
  const [root, shells] = [tempDir(), testManager()];
  const used: unknown[] = [];
  const onUse: ToolSetup["onUse"] = (use) => void used.push(use);
  const setup = registerWith(new ToolRegistry(), { workingDir: root }, { shells: () => shells, onUse });
  return { setup, root, used };
}

test("a call finds its session and its directory, and its use is told", async () => {
  const { setup, root, used } = openSetup();
  mkdirSync(join(root, "sub"));
  const context = { workingDir: join(root, "sub"), scope: "client" };
  const call = await openBashCall(setup, { command: "ls", session_id: "mine" }, context);
  expect([call.sessionId, call.directory, call.session.id]).toEqual(["client/mine", join(root, "sub"), "client/mine"]);
  expect(used).toEqual([{ sessionId: "client/mine" }]);
});

test("a directory outside the roots is a fault, and no session is opened", async () => {
  const { setup, used } = openSetup();
  const opened = openBashCall(setup, { command: "ls" }, { workingDir: tempDir() });
  await expect(opened).rejects.toMatchObject({ code: "DIRECTORY_UNUSABLE" });
  expect(used).toEqual([]);
});

test("every result of a call says where, as what and behind which wall", async () => {
  const { setup, root } = openSetup();
  const call = await openBashCall(setup, { command: "ls" }, { workingDir: root, scope: "client" });
  expect(callFacts(call, "ls -l")).toEqual({
    command: "ls -l",
    description: null,
    cwd: root,
    exit_code: null,
    duration_ms: 0,
    truncated: false,
    session_id: "default",
    containment: "none",
  });
});

test("the model's text wins over the caller's stream; the policy knows the text and not the stream", async () => {
  const { setup, root } = openSetup();
  const stream = Readable.from(["x"]);
  const callWith = (stdin: { readonly stdin?: string }, caller: { readonly stdin?: Readable }) =>
    openBashCall(setup, { command: "cat", ...stdin }, { workingDir: root, ...caller });
  expect(givenStdin(await callWith({ stdin: "a" }, { stdin: stream }))).toEqual({ kind: "text", text: "a" });
  expect(givenStdin(await callWith({}, { stdin: stream }))).toEqual({ kind: "stream" });
  expect(stdinOf(await callWith({}, { stdin: stream }))).toBe(stream);
  const none = await callWith({}, {});
  expect([givenStdin(none), stdinOf(none)]).toEqual([undefined, undefined]);
});

test("a command reads its stdin, in the session and in the background, and the next call has none", async () => {
  const { bash, call } = openToolkit();
  const text = "a\n\0b\r\né";
  expect((await bash("od -An -c | tr -d ' '", { stdin: text })).output).toContain("a\\n\\0b\\r\\n303251");
  expect((await bash("cat; echo end")).output).toBe("end\n");
  const { metadata, output } = await bash("tr a-z A-Z", { stdin: "quick", run_in_background: true });
  const { bash_id } = metadata;
  // A shell that ends at once is told as ended; a loaded machine takes longer.
  const read = bash_id === undefined ? output : (await call("BashOutput", { bash_id, wait_for: "exit" })).output;
  expect(read).toContain("QUICK");
  expect((await bash("wc -c", { stdin: "x".repeat(1_000_000) })).output).toBe("1000000\n");
});

test("code on stdin is judged as code, and a question shows it", async () => {
  const questions: unknown[] = [];
  const { bash } = openToolkit({
    approver: async ({ command, stdin }) => {
      questions.push([command, stdin]);
      return "deny";
    },
  });
  expect((await bash("bash", { stdin: "echo $((6*7))" })).output).toBe("42\n");
  expect((await bash("python3 -", { stdin: "print(6*7)" })).output).toBe("42\n");
  expect((await bash("sh -s", { stdin: "git push" })).metadata).toMatchObject({ error_kind: "blocked" });
  expect(questions).toEqual([["sh -s", { kind: "text", text: "git push" }]]);
});
