import { sleep, steadyMs } from "../../core/base/clock.ts";
import { seemsIdle } from "../../core/process/waiting-for-input.ts";
import type { ShellProcess } from "../../core/shell/background/shell-process.ts";

/** How often a shell is looked at, and how long it must have printed nothing. */
const LOOK_MS = 20;
const QUIET_MS = 100;

export type Settling = {
  readonly limitMs: number;
  readonly signal?: AbortSignal | undefined;
  /** How much it had printed before the input. */
  readonly printed: number;
};

export const printedBy = ({ transcript: { bytes } }: ShellProcess): number => bytes.stdout + bytes.stderr;

/**
 * Waits until a shell has done with its input, as far as can be seen: it has ended, or it prints nothing and waits for
 * more. A program that prints nothing at all has most likely not got to it yet.
 */
export async function awaitSettled(shell: ShellProcess, { limitMs, signal, printed }: Settling): Promise<void> {
  const begun = steadyMs();
  let last = { at: begun, bytes: printedBy(shell) };
  while (!shell.hasEnded && signal?.aborted !== true && steadyMs() - begun < limitMs) {
    await sleep(Math.min(LOOK_MS, Math.max(1, limitMs - (steadyMs() - begun))));
    const bytes = printedBy(shell);
    if (bytes !== last.bytes) last = { at: steadyMs(), bytes };
    if (steadyMs() - last.at < QUIET_MS) continue;
    if (shell.reader !== undefined || (bytes > printed && seemsIdle(shell.processes()))) return;
  }
}
