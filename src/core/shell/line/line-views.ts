import { Slices } from "../../base/slices.ts";
import type { SessionView, ShellView } from "../../line/line-messages.ts";
import { openTranscript } from "../../output/transcript.ts";
import { usageOf } from "../../process/system/tree-usage.ts";
import { inputWaitOf } from "../background/input-wait.ts";
import { lookAtShells, type ShellLook } from "../background/shell-look.ts";
import type { ShellProcess } from "../background/shell-process.ts";
import { agesOf, type ShellRecord } from "../background/shell-record.ts";
import type { Session } from "../session/session.ts";

/** What all shells of a host have in common for a reader. */
export type ViewContext = {
  readonly containment: ShellView["containment"];
  readonly redact: (text: string) => string;
};

/** In a larger tree nacre does not look for a program that waits for input: it would read a file of each process. */
const LOOKED_THROUGH = 50;

/** Looks at shells of this host, in slices. */
export async function shellViews(shells: readonly ShellProcess[], context: ViewContext): Promise<readonly ShellView[]> {
  const slices = new Slices();
  const views: ShellView[] = [];
  for (const look of await lookAtShells(shells)) {
    views.push(viewOf(look, await usageOf(look.processes, slices), context));
    await slices.step();
  }
  return views;
}

function viewOf(
  { shell, pid, processes, listeningPorts }: ShellLook,
  usage: Awaited<ReturnType<typeof usageOf>>,
  { containment, redact }: ViewContext,
): ShellView {
  const { id, sessionId, command, description, status, createdAt, workingDir, transcript } = shell;
  const { exitCode, signal, startedAt, completedAt, durationMs } = shell;
  const waitsForInput =
    shell.isRunning && processes.length <= LOOKED_THROUGH ? inputWaitOf(shell, processes)?.program : undefined;
  return {
    id,
    session: sessionId,
    command: redact(command),
    status,
    createdAt,
    cwd: workingDir,
    stdoutBytes: transcript.bytes.stdout,
    stderrBytes: transcript.bytes.stderr,
    ...known({ description: description && redact(description), exitCode, signal, startedAt, completedAt }),
    ...known({
      durationMs,
      pid,
      ports: listeningPorts,
      ...usage,
      waitsForInput,
      containment,
      decision: shell.decision,
    }),
    ...known({ machine: shell.machine }),
    ...(shell.terminal === undefined ? {} : { hasTerminal: true }),
  };
}

/** A shell whose host is gone, by what is on disk. */
export function viewOfRecord(record: ShellRecord): ShellView {
  const { id, sessionId, command, status, createdAt, workingDir, logs } = record;
  const { description, exitCode, signal, startedAt, completedAt } = record;
  const bytes = record.bytes ?? openTranscript(logs).bytes;
  return {
    id,
    session: sessionId,
    command,
    status,
    createdAt,
    cwd: workingDir,
    ports: [],
    stdoutBytes: bytes.stdout,
    stderrBytes: bytes.stderr,
    ...known({ description, exitCode, signal, startedAt, completedAt, durationMs: agesOf(record).spanMs }),
    ...known({ machine: record.machine }),
  };
}

export function sessionView({ id, cwd, present }: Session, redact: ViewContext["redact"]): SessionView {
  const { now } = present;
  return { id, cwd, ...(now === undefined ? {} : { busy: { ...now, command: redact(now.command) } }) };
}

/** Leaves out what is not known. */
const known = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
