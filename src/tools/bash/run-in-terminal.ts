import { sleep, steadyMs } from "../../core/base/clock.ts";
import { keepAlive } from "../../core/base/keep-alive.ts";
import type { Ending } from "../../core/process/ending.ts";
import type { ShellProcess } from "../../core/shell/background/shell-process.ts";
import type { ShellTerminal } from "../../core/shell/terminal/shell-terminal.ts";
import { renderTerminal, stateOf } from "../shells/render-terminal.ts";
import { exitOfShell } from "../shells/shell-view.ts";
import { waitFor } from "../shells/wait-for.ts";
import type { ToolResult } from "../tool.ts";
import { visibleOf } from "../visible.ts";
import { type ClearedCall, containmentFacts, tellJournal } from "./bash-call.ts";
import { joined, renderOutcome } from "./render-outcome.ts";
import { timingOf } from "./run-foreground.ts";

/** How often a command on a terminal is looked at. */
const LOOK_MS = 50;

/** How long one that waits for input must have drawn nothing; longer where the kernel cannot prove that it waits. */
const CERTAIN_MS = 300;
const LIKELY_MS = 1000;

type Why = "ended" | "waiting" | "timed-out" | "cancelled";

/** Follows a command on a terminal for its caller: to its end, or until it waits for input; then it goes on by its id. */
export async function followTerminal(call: ClearedCall, shell: ShellProcess): Promise<ToolResult> {
  const { terminal } = shell;
  if (terminal === undefined) throw new Error("a shell without a terminal cannot be followed on one");
  const { terminal: given, signal } = call.context;
  given?.began(shell);
  const { timeoutMs, onTimeout } = timingOf(call);
  const why = await keepAlive(
    given === undefined ? follow(shell, terminal, { timeoutMs, signal }) : toItsEnd(shell, call.input.timeout, signal),
  );
  if (why === "cancelled") await shell.kill();
  if (why === "timed-out" && onTimeout === "kill") await shell.kill("SIGTERM", "timeout");
  if (why === "waiting" || (why === "timed-out" && shell.isRunning)) return goesOn(call, { shell, terminal, why });
  return ended(call, { shell, why, timeoutMs });
}

async function follow(
  shell: ShellProcess,
  terminal: ShellTerminal,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal | undefined },
): Promise<Why> {
  const begun = steadyMs();
  while (!shell.hasEnded) {
    if (signal?.aborted === true) return "cancelled";
    if (steadyMs() - begun >= timeoutMs) return "timed-out";
    await sleep(LOOK_MS);
    const { quietMs } = (await terminal.facts()) ?? { quietMs: 0 };
    if (quietMs < CERTAIN_MS) continue;
    const state = await stateOf(terminal);
    if (state?.waiting === "yes" || (state?.waiting === "likely" && quietMs >= LIKELY_MS)) return "waiting";
  }
  return "ended";
}

/** Of a user who sits before it, only a timeout that was given is stronger. */
async function toItsEnd(shell: ShellProcess, limitMs = Number.POSITIVE_INFINITY, signal?: AbortSignal): Promise<Why> {
  const end = await waitFor(shell, { kind: "exit" }, { limitMs, signal });
  return end === "cancelled" || end === "timed-out" ? end : "ended";
}

type Following = { readonly shell: ShellProcess; readonly terminal: ShellTerminal; readonly why: Why };

/** The command still runs: what its terminal shows, and how to go on. */
async function goesOn(call: ClearedCall, { shell, terminal, why }: Following): Promise<ToolResult> {
  const { setup, context, facts, notes } = call;
  const { words, notices } = setup;
  const said = [...notes, ...tellJournal(call), words.ownTerminal()];
  const reading = await renderTerminal({
    shell,
    terminal,
    view: undefined,
    words,
    notices,
    visible: visibleOf(setup, context),
  });
  const head = words.onTerminal(shell.id, why === "waiting");
  return {
    ...reading,
    output: joined([head, ...said.map(words.note), reading.output]),
    metadata: { ...facts, ...containmentFacts(call.sandbox), ...reading.metadata, cwd: shell.workingDir },
  };
}

function endingOf(shell: ShellProcess, why: Why, timeoutMs: number): Ending {
  if (why === "timed-out") return { kind: "timed-out", afterMs: timeoutMs };
  return why === "cancelled" ? { kind: "cancelled" } : exitOfShell(shell);
}

/** The result of a command that is over, as of any other. */
function ended(
  call: ClearedCall,
  { shell, why, timeoutMs }: { readonly shell: ShellProcess; readonly why: Why; readonly timeoutMs: number },
): ToolResult {
  const { setup, context, command, sandbox, facts, notes } = call;
  const { workingDir: cwd, transcript, durationMs = 0 } = shell;
  const ending = endingOf(shell, why, timeoutMs);
  setup.notices.tell(shell);
  const none = { pipeStatus: [], backgroundChildren: [], notices: [] };
  return renderOutcome({
    outcome: { ...none, ending, transcript, cwd, previousCwd: cwd, durationMs, isAttested: true },
    command: command.text,
    sandbox,
    words: setup.words,
    raw: context.raw ?? setup.raw,
    streams: context.streams,
    facts: { ...facts, ...containmentFacts(sandbox), bash_id: shell.id },
    notes: [...notes, ...tellJournal(call), ...(context.terminal === undefined ? [setup.words.ownTerminal()] : [])],
    visible: visibleOf(setup, context),
    readBy: shell.id,
    isOutOfPatience: false,
  });
}
