import { steadyMs, wallMs } from "../../core/base/clock.ts";
import { createShellId, sessionIdOf, shellIdOf } from "../../core/base/ids.ts";
import { stampBefore } from "../../core/base/stamp.ts";
import { isInside, realPath } from "../../core/files/path-inside.ts";
import type { Transcript } from "../../core/output/transcript.ts";
import { hidesLogs } from "../../core/sandbox/sandbox.ts";
import type { OverCommand } from "../../core/shell/background/command-logs.ts";
import type { Outcome } from "../../core/shell/session/outcome.ts";
import type { RunOptions } from "../../core/shell/session/run-options.ts";
import type { SessionTurn } from "../../core/shell/session/session-turn.ts";
import type { ExecutionContext, ToolResult } from "../tool.ts";
import { visibleOf } from "../visible.ts";
import {
  asStarted,
  type ClearedCall,
  containmentFacts,
  stdinOf,
  tellJournal,
  timeoutInBackground,
} from "./bash-call.ts";
import { renderLate } from "./render-late.ts";
import { renderOutcome, statusOf } from "./render-outcome.ts";
import { announceContainment } from "./tell-containment.ts";
import { tellLogin } from "./tell-login.ts";

/** Runs a cleared command in its session, and returns its result. */
export async function runForeground(call: ClearedCall, turn: SessionTurn): Promise<ToolResult> {
  const { setup, session, sessionId, directory, command } = call;
  const startedAt = wallMs();
  const cwd = session.startsIn(directory);
  setup.announce({ kind: "command-started", sessionId, command: command.text, cwd });
  const { isOutOfPatience, timeoutMs, onTimeout } = timingOf(call);
  const outcome = await turn.run(command, { timeoutMs, onTimeout, ...runOptionsOf(call) });
  const bashId = await adopt(call, turn, outcome);
  const isConfined = await confine(call, turn, outcome);
  const result = resultOf(call, { outcome, startedAt, bashId, isConfined, isOutOfPatience });
  announceContainment(call.sandbox, setup);
  const { stdout, stderr } = outcome.transcript.bytes;
  setup.announce({
    kind: "command-ended",
    sessionId,
    command: command.text,
    ending: outcome.ending.kind,
    exitCode: result.metadata.exit_code ?? null,
    durationMs: outcome.durationMs,
    bytes: stdout + stderr,
  });
  return result;
}

function runOptionsOf(call: ClearedCall): Omit<RunOptions, "timeoutMs" | "onTimeout"> {
  const { setup, context, directory } = call;
  const { signal, onOutput, onBytes, merge = setup.merge } = context;
  return {
    directory,
    merge,
    stdin: stdinOf(call),
    ...(signal === undefined ? {} : { signal }),
    ...(onOutput === undefined && onBytes === undefined
      ? {}
      : { onStart: (transcript) => listen(transcript, { onOutput, onBytes }) }),
  };
}

/** A command that ran, and what became of its session. */
type Ran = {
  readonly outcome: Outcome;
  readonly startedAt: number;
  /** The background shell it goes on as. */
  readonly bashId: string | undefined;
  readonly isConfined: boolean;
  readonly isOutOfPatience: boolean;
};

/** The result in words; output that did not fit into it stays readable. */
function resultOf(call: ClearedCall, ran: Ran): ToolResult {
  const { setup, context, shells, sandbox, session, sessionId, command } = call;
  const { outcome, startedAt, bashId, isConfined, isOutOfPatience } = ran;
  const endsAfterMs = bashId === undefined ? undefined : timeoutInBackground(call);
  const readBy = hidesLogs(sandbox) ? (bashId ?? createShellId()) : undefined;
  const visible = visibleOf(setup, context);
  const raw = context.raw ?? setup.raw;
  const { ending } = outcome;
  const exitCode = "exitCode" in ending ? ending.exitCode : undefined;
  const login = tellLogin(session.login, { lack: session.login.lack, exitCode }, setup.words);
  const result = renderOutcome({
    outcome: isConfined ? { ...outcome, cwd: session.cwd } : outcome,
    command: command.text,
    sandbox,
    words: setup.words,
    raw,
    streams: context.streams,
    facts: {
      ...call.facts,
      // The command may have changed it.
      ...containmentFacts(sandbox),
      ...login.facts,
      ...(isConfined ? { cwd_reset: true } : {}),
      ...(endsAfterMs === undefined ? {} : { timeout_ms: endsAfterMs }),
    },
    notes: [...notesOf(call, ran), ...login.notes],
    bashId,
    endsAfterMs,
    isOutOfPatience,
    readBy,
    visible,
    late: renderLate(outcome.late, { shells, sandbox, sessionId, cwd: session.cwd, words: setup.words, raw, visible }),
  });
  if (bashId === undefined) {
    const id = result.metadata.truncated === true ? readBy : undefined;
    shells.keepLog(outcome.transcript, id === undefined ? undefined : overCommand(call, { id, startedAt, outcome }));
  }
  return result;
}

function notesOf(call: ClearedCall, { outcome, isConfined }: Ran): readonly string[] {
  const { setup, shells, session, sessionId, notes } = call;
  const { words } = setup;
  return [
    ...notes,
    ...setup.notices.take(shells.listShells(sessionIdOf(sessionId)), words),
    ...(shells.problem === undefined ? [] : [words.stateProblem(shells.problem)]),
    ...tellJournal(call),
    ...(isConfined ? [words.cwdReset(outcome.cwd, session.cwd)] : []),
  ];
}

/** A command whose output did not fit into its result, as a shell that can be read. */
function overCommand(
  { command, input, sessionId }: ClearedCall,
  { id, startedAt, outcome }: { readonly id: string; readonly startedAt: number; readonly outcome: Outcome },
): OverCommand {
  const { ending, cwd, durationMs } = outcome;
  const status = statusOf(ending);
  return {
    id: shellIdOf(id),
    sessionId,
    command: command.text,
    workingDir: cwd,
    createdAt: startedAt,
    startedAt,
    completedAt: startedAt + durationMs,
    status,
    ...("exitCode" in ending ? { exitCode: ending.exitCode } : {}),
    ...("signal" in ending ? { signal: ending.signal } : {}),
    ...(input.description === undefined ? {} : { description: input.description }),
  };
}

/** The least time a command gets when its call waited too long for its turn: enough for most commands. */
const LEAST_PATIENCE_MS = 1000;

export function timingOf({ setup, input, context, calledAt }: ClearedCall): {
  readonly timeoutMs: number;
  readonly onTimeout: "kill" | "background";
  /** Whether the caller stops waiting before the command's own timeout. */
  readonly isOutOfPatience: boolean;
} {
  const timeoutMs = input.timeout ?? setup.limits.defaultTimeoutMs;
  const { backgroundAfterMs = Number.POSITIVE_INFINITY, onTimeout = setup.onTimeout } = context;
  const left = Math.round(backgroundAfterMs - (steadyMs() - calledAt));
  const patienceMs = Math.max(Math.min(LEAST_PATIENCE_MS, backgroundAfterMs), left);
  return patienceMs < timeoutMs
    ? { timeoutMs: patienceMs, onTimeout: "background", isOutOfPatience: true }
    : { timeoutMs, onTimeout, isOutOfPatience: false };
}

/** Passes output to its listeners as it comes. */
function listen(transcript: Transcript, { onOutput, onBytes }: Pick<ExecutionContext, "onOutput" | "onBytes">): void {
  if (onOutput !== undefined) {
    const stop = transcript.liveText((chunk) => tell(onOutput, chunk, () => stop()));
  }
  if (onBytes !== undefined) {
    // A copy: a listener may keep the bytes, and the next ones are read into the same memory.
    const stop = transcript.liveBytes(({ stream, bytes }) =>
      tell(onBytes, { stream, bytes: Buffer.from(bytes) }, () => stop()),
    );
  }
}

/** A listener that throws is not called again, and the output stays whole. */
function tell<Chunk>(listener: (chunk: Chunk) => void, chunk: Chunk, stop: () => void): void {
  try {
    listener(chunk);
  } catch {
    stop();
  }
}

/** Makes a command that was handed over a background shell. */
async function adopt(call: ClearedCall, turn: SessionTurn, outcome: Outcome): Promise<string | undefined> {
  const { setup, shells, command, input, sessionId } = call;
  const { ending, cwd, durationMs } = outcome;
  if (ending.kind !== "handed-over") return undefined;
  const { description } = input;
  const request = {
    sessionId: sessionIdOf(sessionId),
    workingDir: cwd,
    ...(description === undefined ? {} : { description }),
  };
  const shell = shells.adopt(command, request, { backing: ending.backing, started: stampBefore(durationMs) });
  const endsAfterMs = timeoutInBackground(call);
  if (endsAfterMs !== undefined) shell.endAfter(endsAfterMs);
  setup.onUse({ sessionId, shellId: shell.id });
  // What the session goes on from is what the command began with.
  if (shell.input !== undefined) setup.inputs.began(shell, asStarted(call, await turn.saved()));
  return shell.id;
}

/** With `confine`, moves a session that has left the roots back to the directory of its call. Returns whether it did. */
async function confine(
  { setup, session, directory }: ClearedCall,
  turn: SessionTurn,
  { cwd }: Outcome,
): Promise<boolean> {
  if (!setup.confine) return false;
  const real = (await session.whereabouts()) ?? realPath(cwd);
  if ((setup.roots ?? [directory]).some((root) => isInside(real, realPath(root)))) return false;
  await turn.goTo(directory);
  return true;
}
