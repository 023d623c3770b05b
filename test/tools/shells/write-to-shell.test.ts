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

test("input for a shell that has ended returns its end and its last output", async () => {
  const { start, call } = openToolkit();
  const id = await start("echo last words; exit 3");
  await call("BashOutput", { bash_id: id, wait_for: "exit" });
  const late = await call("BashInput", { bash_id: id, text: "y\n" });
  expect(late).toMatchObject({ success: true, metadata: { status: "failed", exit_code: 3, written: 0 } });
  expect(late.output).toContain("the shell has ended; nothing was written");
  expect(late.output).toContain("last words");
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
