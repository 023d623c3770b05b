import { wallMs } from "../../core/base/clock.ts";
import { createShellId } from "../../core/base/ids.ts";
import { LATE_CHARS } from "../../core/base/limits.ts";
import type { Transcript } from "../../core/output/transcript.ts";
import { hidesLogs, type Sandbox } from "../../core/sandbox/sandbox.ts";
import type { OverCommand } from "../../core/shell/background/command-logs.ts";
import type { ShellManager } from "../../core/shell/shell-manager.ts";
import { readAlone, readFitting, type Visible } from "../visible.ts";
import type { Words } from "../words.ts";
import { joined } from "./render-outcome.ts";

/** The part of a result that shows late output: with its mark, and as shown below the mark. */
export type LateSection = { readonly text: string; readonly shown: string };

/** The session whose late output is shown, and how. */
export type LateReader = {
  readonly shells: ShellManager;
  readonly sandbox: Sandbox;
  readonly sessionId: string;
  /** Where the session is. */
  readonly cwd: string;
  readonly words: Words;
  readonly raw: boolean;
  /** What a model sees of the whole result. */
  readonly visible: Visible;
};

/** Both ends of what jobs printed since the last result. What did not fit stays readable, like the output of a command. */
export function renderLate(transcript: Transcript | undefined, reader: LateReader): LateSection | undefined {
  if (transcript === undefined) return undefined;
  const { shells, sandbox, words, raw, visible } = reader;
  const id = hidesLogs(sandbox) ? createShellId() : undefined;
  const due = {
    transcript,
    options: { raw },
    visible: {
      chars: Math.min(LATE_CHARS, Math.floor(visible.chars / 2)),
      lines: Math.floor(visible.lines / 2),
      bytes: Math.floor(visible.bytes / 2),
    },
    words,
    where: (paths: readonly string[]) => words.wholeOutput(paths, { bashId: id }),
  };
  const mark = words.lateOutput();
  const note = (): string => (transcript.problem === undefined ? "" : words.note(transcript.problem));
  const reading = readFitting(readAlone(due), due, () => joined([mark, note()]));
  shells.keepLog(transcript, reading.truncated && id !== undefined ? { ...over(reader), id } : undefined);
  const shown = joined([reading.text, note()]);
  return shown === "" ? undefined : { text: joined([mark, shown]), shown };
}

/** A stretch of late output as a shell that can be read. It is complete; the jobs that printed it may still run. */
function over({ sessionId, cwd, words }: LateReader): Omit<OverCommand, "id"> {
  const now = wallMs();
  return {
    sessionId,
    command: words.lateOutput(),
    workingDir: cwd,
    status: "completed",
    createdAt: now,
    completedAt: now,
  };
}
