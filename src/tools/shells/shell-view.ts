import type { Reading } from "../../core/output/transcript.ts";
import type { Exit } from "../../core/process/ending.ts";
import type { Sandbox } from "../../core/sandbox/sandbox.ts";
import { inputWaitOf } from "../../core/shell/background/input-wait.ts";
import type { ShellProcess } from "../../core/shell/background/shell-process.ts";
import type { OwnMetadata } from "../metadata.ts";
import { type Closing, WORDS } from "../words.ts";

/** The first line about a shell: its status. */
export function renderStatus({ status, exitCode, durationMs }: ShellProcess): string {
  return [
    `Status: ${status}`,
    exitCode === undefined ? "" : `, Exit code: ${exitCode}`,
    durationMs === undefined ? "" : `, Duration: ${durationMs}ms`,
  ].join("");
}

/** The same, and what waits for input in it. */
export function renderState(shell: ShellProcess): string {
  const wait = shell.isRunning ? inputWaitOf(shell) : undefined;
  return [renderStatus(shell), ...(wait === undefined ? [] : [WORDS.programWaits(wait.program)])].join("\n");
}

/** How a shell ended that did not simply succeed. */
export const endingOf = ({ status, exitCode, signal, isRunning }: ShellProcess): Closing["ending"] =>
  isRunning || status === "completed" ? undefined : { status, exitCode, signal };

/** How a shell that is over ended, as a command's ending. */
export const exitOfShell = ({ exitCode = -1, signal }: ShellProcess): Exit =>
  signal === undefined
    ? { kind: "exited", exitCode }
    : { kind: "signaled", exitCode, signal: signal as NodeJS.Signals };

/** The same as data. */
export const shellFacts = (shell: ShellProcess): OwnMetadata => ({
  bash_id: shell.id,
  status: shell.status,
  exit_code: shell.exitCode ?? null,
  is_running: shell.isRunning,
  duration_ms: shell.durationMs ?? null,
  ...(shell.signal === undefined ? {} : { signal: shell.signal }),
});

/** What the sandbox refused the shell, as far as the output that was read shows. */
export function refusalIn(
  shell: ShellProcess,
  reading: Pick<Reading, "text" | "stderr">,
  sandbox: Sandbox,
): string | undefined {
  const failed = !shell.isRunning && shell.exitCode !== 0;
  const { text, stderr } = reading;
  return sandbox.explain({ failed, stderr: stderr === "" && failed ? text : stderr, cwd: shell.workingDir });
}
