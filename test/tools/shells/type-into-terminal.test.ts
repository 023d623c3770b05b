import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Question, ToolkitOptions, ToolResult } from "../../../src/index.ts";
import { hasBubblewrap } from "../../support/open-sandbox.ts";
import { openToolkit } from "../../support/open-toolkit.ts";

const PATIENT = { wait_ms: 60_000 };

const setups: readonly [string, ToolkitOptions][] = [
  ["without a sandbox", {}],
  ...(hasBubblewrap ? [["in a sandbox", { sandbox: "workspace" }] as [string, ToolkitOptions]] : []),
];

test.each(setups)("a prompt, a shell with jobs, and a REPL are used through a terminal, %s", async (_, options) => {
  const { start, call } = openToolkit(options);
  const id = await start("bash --norc", { tty: true, cols: 70, rows: 20 });
  const type = async (input: object): Promise<string> =>
    (await call("BashInput", { bash_id: id, ...PATIENT, ...input })).output;
  expect(await type({ text: "stty size; echo $((6*7))\n", wait_for: "/^42/" })).toContain("20 70");
  await type({ text: "sleep 600\n", wait_ms: 300 });
  expect(await type({ keys: ["C-z"], wait_for: "/Stopped/" })).toContain("Stopped");
  await type({ text: "fg\n", wait_ms: 300 });
  await type({ keys: ["C-c"] });
  expect(await type({ text: "stty size\n", cols: 50, rows: 12, wait_for: "/^12 50/" })).toContain("12 50");
  const over = await call("BashInput", { bash_id: id, eof: true, wait_for: "exit", ...PATIENT });
  expect(over.metadata).toMatchObject({ is_running: false, written: 1 });
});

test("a line for a shell behind a program is judged, and a refused one is not run", async () => {
  const { start, call, workingDir } = openToolkit();
  const canary = join(workingDir, "canary");
  writeFileSync(canary, "");
  const id = await start("bash --norc", { tty: true });
  await call("BashInput", { bash_id: id, text: "sleep 1\n", wait_ms: 0 });
  const ahead = await call("BashInput", { bash_id: id, text: `rm -rf ~; rm -f ${canary}\n`, ...PATIENT });
  expect(ahead).toMatchObject({ success: false, metadata: { error_kind: "blocked" } });
  await call("BashInput", { bash_id: id, text: "echo alive\n", wait_for: "/^alive/", ...PATIENT });
  expect(existsSync(canary)).toBe(true);
});

test("a program that reads every key is one question outside a sandbox, and a no leaves it as it is", async () => {
  const asked: Question[] = [];
  const answers = ["deny", "once"] as const;
  const { bash, call } = openToolkit({
    approver: async (question) => answers[Math.min(asked.push(question), 2) - 1] ?? "deny",
  });
  const { metadata } = await bash("seq 1 300 | less", { tty: true, rows: 10 });
  const type = (input: object): Promise<ToolResult> =>
    call("BashInput", { bash_id: metadata.bash_id, ...PATIENT, ...input });
  expect(await type({ keys: ["Space"] })).toMatchObject({ success: false, metadata: { written: 0 } });
  const next = await type({ keys: ["Space"] });
  expect(next.output).toContain("full-screen program");
  expect(next.output).toMatch(/\b10\n/);
  expect((await type({ text: "q", wait_for: "exit" })).metadata).toMatchObject({ status: "completed" });
  expect(asked).toHaveLength(2);
});

test("a password prompt takes nothing from a model without a question, and no event has the text of it", async () => {
  const questions: string[] = [];
  const events: string[] = [];
  const { bash, call } = openToolkit({
    approver: async ({ findings }) => {
      questions.push(...findings.map(({ rule }) => rule));
      return "once";
    },
    onEvent: (event) => void events.push(JSON.stringify(event)),
  });
  const { metadata } = await bash("read -rsp 'Password: ' p; echo; echo got ${#p}", { tty: true });
  expect(metadata["password"]).toBe("yes");
  const answer = { bash_id: metadata.bash_id, text: "hunter2000\n", wait_for: "exit", ...PATIENT };
  expect((await call("BashInput", answer)).output).toContain("got 10");
  expect(questions).toEqual(["type-password"]);
  expect(events.join()).not.toContain("hunter2000");
});

test("a key that is none is named with the one that was meant, and text has no keys in it", async () => {
  const { start, call } = openToolkit();
  const id = await start("cat", { tty: true });
  expect((await call("BashInput", { bash_id: id, keys: ["Entr"] })).error).toContain("did you mean Enter?");
  expect((await call("BashInput", { bash_id: id, text: "\u0003" })).error).toContain("which is a key and no text");
  expect((await call("BashInput", { bash_id: id, cols: 0 })).error).toContain("cols is 0; it must be");
  expect((await call("BashInput", { bash_id: id, rows: 10_000 })).error).toContain("rows is 10000; it must be");
});

test.skipIf(!existsSync("/usr/bin/vi"))("a file is edited and saved in vi (of vim-tiny)", async () => {
  const { bash, call, workingDir } = openToolkit({ approver: async () => "session" });
  const { metadata } = await bash("vi -u NONE file", { tty: true });
  const type = (input: object): Promise<ToolResult> =>
    call("BashInput", { bash_id: metadata.bash_id, ...PATIENT, ...input });
  await type({ text: "ihello" });
  await type({ keys: ["Escape"] });
  await type({ text: ":wq\n", wait_for: "exit" });
  expect(readFileSync(join(workingDir, "file"), "utf8")).toBe("hello\n");
});
