import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { ToolkitOptions } from "../../../src/index.ts";
import { hasBubblewrap } from "../../support/open-sandbox.ts";
import { openToolkit } from "../../support/open-toolkit.ts";
import { waitUntil } from "../../support/wait-until.ts";

/** Long enough for a busy machine; a call returns when its shell has answered. */
const PATIENT = { wait_ms: 60_000 };

const setups: readonly [string, ToolkitOptions][] = [
  ["without a sandbox", {}],
  ...(hasBubblewrap ? [["in a sandbox", { sandbox: "workspace" }] as [string, ToolkitOptions]] : []),
];

test.each(setups)("one call types a line and reads what came of it, %s", async (_, options) => {
  const { start, call } = openToolkit(options);
  const id = await start('while read -r x; do echo "got $x"; done; echo end');
  const answered = await call("BashInput", { bash_id: id, text: "a b\n", ...PATIENT });
  expect(answered.output).toMatch(
    /^Status: running, Duration: \d+ms\n\ngot a b\n\[note\] bash waits for input: BashInput types it$/,
  );
  expect(answered.metadata).toMatchObject({ bash_id: id, written: 4, waiting_for_input: "bash", is_running: true });
  const named = await call("write_stdin", { shell_id: id, text: "c", keys: ["Enter"], ...PATIENT });
  expect(named.output).toContain("\ngot c\n");
  const over = await call("TaskInput", { task_id: id, text: "d\n", eof: true, wait_for: "exit", ...PATIENT });
  expect(over.output).toMatch(/^Status: completed, Exit code: 0, .*\n\ngot d\nend\n?$/);
});

const places: readonly [string, { readonly tty?: true }][] = [
  ["with a pipe", {}],
  ["with a terminal", { tty: true }],
];

test.each(places)("input for a shell that has ended returns its end and its last output, %s", async (_, place) => {
  const { start, call } = openToolkit();
  const id = await start("seq 1 50; echo last words; exit 3", place);
  await call("BashOutput", { bash_id: id, wait_for: "exit", ...PATIENT });
  for (const input of [{ text: "y\n" }, { keys: ["C-c"] }, { eof: true }, {}]) {
    const late = await call("BashInput", { bash_id: id, ...input });
    expect(late).toMatchObject({ success: true, metadata: { status: "failed", exit_code: 3, written: 0 } });
    expect(late.output).toMatch(
      /^Status: failed, Exit code: 3, .*\n\n\[note\] the shell has ended; nothing was written\n\[note\] nothing new; the end of its output, which may have been read before:\n32\n(?:\d+\n)+last words\n\[exit code 3\]$/,
    );
  }
});

test.each(places)("output that nobody has read is given once as new, also to late input, %s", async (_, place) => {
  const { start, call, shells } = openToolkit();
  const id = await start("echo last words", place);
  await waitUntil("the end", () => shells.getShell(id)?.hasEnded === true);
  const late = await call("BashInput", { bash_id: id, text: "y\n" });
  expect(late.output).toMatch(
    /^Status: completed, .*\n\nlast words\n\[note\] the shell has ended; nothing was written/,
  );
  expect(late.output).not.toContain("nothing new");
});

test("input for a shell that was killed with its screen full returns that screen", async () => {
  const { start, call, shells } = openToolkit();
  const id = await start("printf '\\033[?1049h\\033[3;5Hdrawn'; sleep 600", { tty: true, cols: 40, rows: 5 });
  await waitUntil("the screen", () => shells.getShell(id)?.getAllOutput().includes("drawn") === true);
  await call("BashOutput", { bash_id: id, view: "screen" });
  expect((await call("KillShell", { shell_id: id })).metadata).toMatchObject({ survivors: [] });
  const late = await call("BashInput", { bash_id: id, keys: ["q"] });
  expect(late).toMatchObject({ success: true, metadata: { status: "killed", view: "screen", written: 0 } });
  expect(late.output).toContain("[40x5, full-screen program, cursor at row 3 column 10]");
  expect(late.output).toContain("> 3     drawn\n[note] the shell has ended; nothing was written");
});

test("input that no shell could take is refused, also by one that has ended", async () => {
  const { start, call } = openToolkit();
  for (const [, place] of places) {
    const id = await start("true", place);
    await call("BashOutput", { bash_id: id, wait_for: "exit", ...PATIENT });
    const refused = await call("BashInput", { bash_id: id, text: "a\0b" });
    expect(refused).toMatchObject({ success: false, metadata: { error_kind: "invalid-input", written: 0 } });
  }
});

test("a shell whose input was given with its command, or has ended, takes none", async () => {
  const { start, call } = openToolkit();
  const given = await start("cat; sleep 60", { stdin: "text" });
  expect((await call("BashInput", { bash_id: given, text: "more" })).error).toContain("was given with its command");
  const open = await start("cat; sleep 60");
  await call("BashInput", { bash_id: open, eof: true, wait_ms: 0 });
  const after = await call("BashInput", { bash_id: open, text: "more" });
  expect(after).toMatchObject({ success: false, metadata: { error_kind: "invalid-input", written: 0 } });
  expect(after.error).toContain("the end of this shell's input was written before");
});

test("a megabyte arrives whole; a program that does not read gets a bounded part, and the result says how much", async () => {
  const { start, call } = openToolkit();
  const text = "0123456789".repeat(100_000);
  const reader = await start("md5sum");
  const read = await call("BashInput", { bash_id: reader, text, eof: true, wait_for: "exit", ...PATIENT });
  expect(read.output).toContain(createHash("md5").update(text).digest("hex"));
  const idle = await start("sleep 60");
  const { output, metadata } = await call("BashInput", { bash_id: idle, text, wait_ms: 100 });
  expect(metadata["written"]).toBeLessThanOrEqual(64 * 1024 + 256 * 1024);
  expect(metadata["unread"]).toBe(metadata["written"]);
  expect(output).toContain(
    `it got the first ${String(metadata["written"])} of 1000000 bytes, the rest was not written`,
  );
});

test("a program that reads its input is not ended by an end that nobody gave", async () => {
  const { start, call, shells } = openToolkit();
  const id = await start("cat >/dev/null; echo closed");
  await waitUntil("cat to read", () => shells.getShell(id)?.reader === "cat");
  expect((await call("BashOutput", { bash_id: id })).output).toContain("cat waits for input: BashInput types it");
  expect((await call("KillShell", { shell_id: id })).metadata).toMatchObject({ survivors: [] });
});

test("a wait for a pattern looks at what came after the input", async () => {
  const { start, call } = openToolkit();
  const id = await start('echo ready; while read -r x; do echo "$x"; done');
  await call("BashOutput", { bash_id: id, wait_for: "output" });
  const waited = await call("BashInput", { bash_id: id, text: "not yet\n", wait_for: "/ready/", wait_ms: 200 });
  expect(waited.metadata["wait"]).toBe("timed-out");
  const met = await call("BashInput", { bash_id: id, text: "ready again\n", wait_for: "/ready/", ...PATIENT });
  expect(met.metadata["wait"]).toBe("met");
});

test("a call that is dry types nothing", async () => {
  const { start, call, shells } = openToolkit();
  const id = await start("bash");
  const dry = await call("BashInput", { bash_id: id, text: "echo ran\n" }, { dryRun: true });
  expect(dry).toMatchObject({ success: true, metadata: { dry_run: true, decision: "allow" } });
  await call("BashInput", { bash_id: id, eof: true, wait_for: "exit", ...PATIENT });
  expect(shells.getShell(id)?.getAllOutput()).toBe("");
});
