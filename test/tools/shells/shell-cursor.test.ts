import { expect, test } from "vitest";
import { LogBudget } from "../../../src/core/output/store/log-budget.ts";
import { createTranscript } from "../../../src/core/output/transcript.ts";
import { ShellProcess } from "../../../src/core/shell/background/shell-process.ts";
import { parseShellCursor, renderShellCursor } from "../../../src/tools/shells/shell-cursor.ts";
import { shellRecord } from "../../support/shell-record.ts";
import { tempDir } from "../../support/temp-dir.ts";

/** A shell that is over and has printed six bytes. */
function printedShell(id: string): ShellProcess {
  const sizes = { memoryBytes: 1000, logBytes: 1000, budget: new LogBudget(1000) };
  const transcript = createTranscript({ directory: tempDir(), name: id, spill: "when-large", ...sizes });
  transcript.append("stdout", Buffer.from("hello\n"));
  transcript.finish();
  return ShellProcess.over(shellRecord(id, { status: "completed" }), transcript);
}

test("a cursor that a shell gave is taken back by it, and by no other", () => {
  const [one, two] = [printedShell("shell_1"), printedShell("shell_2")];
  const { nextCursor } = one.read({ since: "0" });
  const given = renderShellCursor(one, nextCursor);
  expect(parseShellCursor(one, given)).toEqual({ kind: "cursor", cursor: nextCursor });
  expect(parseShellCursor(two, given)).toMatchObject({
    problem: expect.stringContaining("another shell than shell_2"),
  });
});

test("0 is the beginning of every shell", () => {
  expect(parseShellCursor(printedShell("shell_1"), "0")).toEqual({ kind: "cursor", cursor: "0" });
});

test.each(["", "nonsense", "5", "7", "-"])("%j is no cursor", (since) => {
  expect(parseShellCursor(printedShell("shell_1"), since)).toMatchObject({
    kind: "invalid",
    problem: expect.stringContaining("it is no cursor"),
  });
});

test("a cursor beyond what was printed is refused", () => {
  const shell = printedShell("shell_1");
  const { nextCursor } = shell.read({ since: "0" });
  shell.transcript.append("stdout", Buffer.from("more\n"));
  const later = renderShellCursor(shell, shell.read({ since: "0" }).nextCursor);
  expect(parseShellCursor(shell, later)).toMatchObject({ kind: "cursor" });
  expect(parseShellCursor(printedShell("shell_1"), later)).toMatchObject({
    problem: expect.stringContaining("beyond what the shell has printed"),
  });
  expect(nextCursor).not.toBe("0");
});
