import { sleep, steadyMs } from "../../core/base/clock.ts";
import type { ShellProcess } from "../../core/shell/background/shell-process.ts";
import type { ShellTerminal } from "../../core/shell/terminal/shell-terminal.ts";
import { terminalState } from "../../core/terminal/terminal-state.ts";
import { printedBy, type Settling } from "./await-settled.ts";
import type { Awaited, WaitEnd } from "./wait-for.ts";

/** How often a terminal is looked at, and how long nothing must have been drawn. */
const LOOK_MS = 20;
const QUIET_MS = 100;

type Waiting = Omit<Settling, "printed">;

/** Whether a terminal's programs have drawn what they had to, and wait for input. */
async function isSettled(terminal: ShellTerminal): Promise<boolean> {
  const { screen } = terminal;
  await screen.settled();
  const facts = await terminal.facts();
  if (facts === undefined) return true;
  if (facts.quietMs < QUIET_MS || facts.queued > 0) return false;
  return terminalState(facts, screen.modes, screen.nearCursor()).waiting !== "no";
}

/** Waits until the programs of a terminal wait for input, as far as can be seen, or the shell has ended. */
export async function awaitTerminal(
  { shell, terminal }: { readonly shell: ShellProcess; readonly terminal: ShellTerminal },
  { limitMs, signal }: Waiting,
): Promise<void> {
  const begun = steadyMs();
  while (!shell.hasEnded && signal?.aborted !== true && steadyMs() - begun < limitMs) {
    await sleep(Math.min(LOOK_MS, Math.max(1, limitMs - (steadyMs() - begun))));
    if (await isSettled(terminal)) return;
  }
}

/** Waits for a line on the screen, or among what was drawn since; the end of the shell comes before. */
export async function awaitPattern(
  { shell, terminal }: { readonly shell: ShellProcess; readonly terminal: ShellTerminal },
  awaited: Extract<Awaited, { kind: "pattern" }>,
  { limitMs, signal }: Waiting,
): Promise<WaitEnd> {
  const begun = steadyMs();
  const printed = printedBy(shell);
  for (;;) {
    const isOver = shell.hasEnded;
    await terminal.screen.settled();
    const isNew = printedBy(shell) > printed || isOver || steadyMs() - begun >= limitMs;
    const rows = terminal.screen.drawing().rows;
    const isShown = terminal.screen.modes.alternate && isNew && rows.some((row) => awaited.filter.matches(row));
    if (isShown || shell.read({ since: awaited.from, filter: awaited.filter, tail: 1 }).text !== "") return "met";
    if (isOver) return "ended";
    if (signal?.aborted === true) return "cancelled";
    if (steadyMs() - begun >= limitMs) return "timed-out";
    await sleep(LOOK_MS);
  }
}
