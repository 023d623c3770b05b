import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Question, ToolkitOptions, ToolResult } from "../../../src/index.ts";
import { hasBubblewrap } from "../../support/open-sandbox.ts";
import { openToolkit } from "../../support/open-toolkit.ts";
import { waitUntil } from "../../support/wait-until.ts";

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
  const ahead = await call("BashInput", { bash_id: id, text: `git push origin main; rm -f ${canary}\n`, ...PATIENT });
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
  expect((await call("BashInput", { bash_id: id, text: "a\0b" })).error).toContain('give it in keys, as "C-Space"');
  expect((await call("BashInput", { bash_id: id, text: "a\ud800b" })).error).toContain("half of a surrogate pair");
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

/** Types into a program on a terminal, once it has said that it is ready. */
async function ready(command: string): Promise<{ type: (input: object) => Promise<ToolResult>; id: string }> {
  const { start, call } = openToolkit({ approver: async () => "session" });
  const id = await start(command, { tty: true });
  await call("BashOutput", { bash_id: id, wait_for: "/ready/", ...PATIENT });
  return { id, type: (input) => call("BashInput", { bash_id: id, ...PATIENT, ...input }) };
}

const SIZES = "echo ready; while IFS= read -r line; do echo got ${#line}; done";

test("a line that the kernel would cut is not typed, one that it keeps arrives whole", async () => {
  const { type } = await ready(SIZES);
  const cut = await type({ text: `short\n${"x".repeat(4096)}\n` });
  expect(cut).toMatchObject({ success: false, metadata: { written: 0, error_kind: "invalid-input" } });
  expect(cut.error).toContain("the kernel keeps 4095 bytes until Enter");
  expect(cut.error).toContain("has 4096");
  const whole = await type({ text: `${"x".repeat(4095)}\n`, wait_for: "/^got/" });
  expect(whole.output).toContain("got 4095");
  expect(whole.metadata).toMatchObject({ written: 4096 });
});

test("a line that is typed in pieces is told while the program has not got it, and not cut either", async () => {
  const { type } = await ready(SIZES);
  const piece = await type({ text: "x".repeat(3000), wait_ms: 300 });
  expect(piece.output).toContain("3000 bytes on a line without Enter");
  expect(await type({ text: "y".repeat(2000) })).toMatchObject({ success: false, metadata: { written: 0 } });
  expect((await type({ keys: ["Enter"], wait_for: "/^got/" })).output).toContain("got 3000");
});

test("what a program that reads no key leaves unread is told, and of a megabyte the rest is not typed", async () => {
  const { type } = await ready("stty raw -echo; echo ready; sleep 1000");
  const few = await type({ text: "hello", wait_ms: 300 });
  expect(few.metadata).toMatchObject({ written: 5, unread: 5 });
  expect(few.output).toContain("unread so far: at least 5 bytes of what was typed");
  const many = await type({ text: "x".repeat(1_000_000), keys: ["Enter"], wait_ms: 300 });
  const written = Number(many.metadata["written"]);
  expect(written).toBeGreaterThan(4095);
  expect(written).toBeLessThan(300_000);
  expect(many.metadata["unread"]).toBeGreaterThan(written - 20_000);
  expect(many.output).toContain(`took the first ${written} of 1000001 bytes, the rest was not typed`);
});

test("of a megabyte of lines for a program that reads none, the rest is not typed", async () => {
  const { type } = await ready("echo ready; sleep 1000");
  const many = await type({ text: `${"x".repeat(99)}\n`.repeat(10_000), wait_ms: 300 });
  const written = Number(many.metadata["written"]);
  expect(written).toBeGreaterThan(1000);
  expect(written).toBeLessThan(30_000);
  expect(many.output).toContain(`the terminal took the first ${written} of 1000000 bytes, the rest was not typed`);
  const { output } = await type({ keys: ["C-c"], wait_for: "exit" });
  expect(output).toContain("130");
});

test("a megabyte of keys reaches a program that reads them", async () => {
  const { type } = await ready("stty raw -echo; echo ready; head -c 1000000 | sha1sum");
  const text = "0123456789abcdef".repeat(62_500);
  const all = await type({ text, wait_for: "exit" });
  expect(all.metadata).toMatchObject({ written: 1_000_000, status: "completed" });
  expect(all.output).toContain(createHash("sha1").update(text).digest("hex"));
});

test("that no program has the terminal open any more is told", async () => {
  const { type } = await ready("echo ready; exec sleep 1000 <>/dev/null >&0 2>&0");
  let output = "";
  await waitUntil("the terminal to be closed", async () => {
    const typed = await type({ text: "hello", wait_ms: 0 });
    output = typed.output;
    return typed.metadata["written"] === 0;
  });
  expect(output).toContain("no program has this terminal open any more: the terminal took the first 0 of 5 bytes");
});

test("a dry run types nothing", async () => {
  const { start, call } = openToolkit();
  const id = await start(SIZES, { tty: true });
  const dry = await call("BashInput", { bash_id: id, text: "hello\n" }, { dryRun: true });
  expect(dry).toMatchObject({ success: true, metadata: { dry_run: true, written: 0 } });
  const { output } = await call("BashInput", { bash_id: id, text: "x\n", wait_for: "/^got/", ...PATIENT });
  expect(output).toContain("got 1");
  expect(output).not.toContain("got 5");
});

test("a refusal says what was entered, what became of the line, and what the user can do", async () => {
  const { start, call } = openToolkit();
  const id = await start("bash --norc", { tty: true });
  const type = (input: object): Promise<ToolResult> => call("BashInput", { bash_id: id, ...PATIENT, ...input });
  await type({ text: "echo begun\n", wait_for: "/^begun/" });
  const second = await type({ text: "echo one\ngit push origin main\necho two\n" });
  expect(second.error).toMatch(
    /^The lines before were entered; this line was not entered, and was taken back\. Input blocked as possibly dangerous\./,
  );
  const asked = await type({ text: "!!\n" });
  expect(asked.error).toMatch(/^This line was not entered, and was taken back\. Input blocked as possibly dangerous\./);
  expect(asked.error).toContain(`The user can type it: nacre attach ${id}, or the page.`);
  const key = await type({ text: "echo", keys: ["C-x"] });
  expect(key.error).toMatch(/^This and what follows were not typed, the 4 bytes before were\. Input blocked/);
  await type({ keys: ["C-c"] });
  const alone = await type({ keys: ["C-x"] });
  expect(alone.error).toMatch(/^Nothing was typed\. Input blocked as possibly dangerous\./);
  expect(alone.error).not.toContain("The part that did it");
});
