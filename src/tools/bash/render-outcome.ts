import { assertNever } from "../../core/base/assert-never.ts";
import { lastLineOf } from "../../core/output/last-line.ts";
import type { Cut, Reading } from "../../core/output/transcript.ts";
import type { Sandbox } from "../../core/sandbox/sandbox.ts";
import type { ShellStatus } from "../../core/shell/background/shell-status.ts";
import type { Outcome } from "../../core/shell/session/outcome.ts";
import type { OwnMetadata } from "../metadata.ts";
import { type ExecutionContext, fail, ok, type ToolResult } from "../tool.ts";
import { closingCut, readAlone, readFitting, type Shown, type Visible } from "../visible.ts";
import { type Closing, firstOf, type Words } from "../words.ts";
import { type Exit, endingFacts, exitFacts, exitOf, isMasked, readerNotes } from "./ending-facts.ts";
import type { LateSection } from "./render-late.ts";

/** An outcome and the call it belongs to. */
export type Rendered = {
  readonly outcome: Outcome;
  readonly command: string;
  readonly sandbox: Sandbox;
  readonly words: Words;
  readonly raw: boolean;
  /** The metadata of every result of this call. */
  readonly facts: OwnMetadata;
  /** Sentences that come before those about the outcome. */
  readonly notes: readonly string[];
  /** The id of the background shell it has become. */
  readonly bashId?: string | undefined;
  /** The timeout that will end this background shell. */
  readonly endsAfterMs?: number | undefined;
  readonly visible: Visible;
  /** The id by which output is read that was cut, where no command can read its file. */
  readonly readBy: string | undefined;
  /** What jobs of earlier commands printed. */
  readonly late?: LateSection | undefined;
  /** The command was handed over because its caller would not wait longer, not because of its own timeout. */
  readonly isOutOfPatience: boolean;
  readonly streams?: ExecutionContext["streams"];
};

/** Outcome → sentences for the model, and the same as data. */
export function renderOutcome(rendered: Rendered): ToolResult {
  const { outcome, words, visible } = rendered;
  const exit = exitOf(rendered);
  const notes = [...rendered.notes, ...notesOf(rendered, exit)].map(words.note).join("\n");
  const headline = headlineOf(rendered, exit);
  const late = rendered.late?.text ?? "";
  const shown = shownOf(rendered, visible);
  const ends = closingOf(rendered, exit);
  const closing = (cut: Cut | undefined): Closing => ({ cut: closingCut(shown, cut), ...ends });
  const reading = readFitting(readAlone(shown), shown, (cut) =>
    joined([headline ?? "", notes, late, words.closing(closing(cut))]),
  );
  // Without output the first line of the result is near its end.
  const last = reading.text + late === "" ? { ...closing(reading.cut), ending: undefined } : closing(reading.cut);
  const printed = joined([reading.text, notes, late]);
  const text = joined([headline ?? "", printed, words.closing(last)]);
  const besides = (): string =>
    joined([
      exit.exitCode === null ? (headline ?? "") : "",
      notes,
      late,
      words.closing({ pipeStatus: last.pipeStatus }),
    ]);
  const metadata = { ...rendered.facts, ...metadataOf(rendered, exit, reading), ...streamsOf(rendered, besides) };
  const isSuccess = headline === undefined || outcome.ending.kind === "handed-over";
  return isSuccess ? ok(text, metadata) : fail(text, metadata, printed);
}

const shownOf = ({ outcome: { transcript }, words, raw, readBy }: Rendered, visible: Visible): Shown => ({
  transcript,
  options: { raw },
  visible,
  words,
  where: (paths) => words.wholeOutput(paths, { bashId: readBy }),
});

function closingOf({ outcome, bashId }: Rendered, exit: Exit): Omit<Closing, "cut"> {
  const { ending, cwd, previousCwd, pipeStatus } = outcome;
  const status = statusOf(ending);
  const { exitCode, signal } = exit;
  return {
    ending: status === "completed" ? undefined : { status, exitCode: exitCode ?? undefined, signal, bashId },
    cwd: cwd === previousCwd ? undefined : cwd,
    pipeStatus: isMasked(exit, pipeStatus) ? pipeStatus : undefined,
  };
}

/** Texts below each other, without empty lines between them. */
export const joined = (texts: readonly string[]): string =>
  texts
    .filter((text) => text !== "")
    .reduce((above, below) => (above === "" || above.endsWith("\n") ? above + below : `${above}\n${below}`), "");

/** The first line of a result that is not simply a success. */
function headlineOf({ outcome, words, bashId = "", endsAfterMs }: Rendered, exit: Exit): string | undefined {
  const { ending, durationMs } = outcome;
  switch (ending.kind) {
    case "exited":
    case "limit":
      return ending.exitCode === 0 ? undefined : words.exited(ending.exitCode);
    case "signaled":
      return words.signaled(exit.exitCode ?? ending.exitCode, ending.signal);
    case "timed-out":
      return words.timedOut(ending.afterMs);
    case "cancelled":
      return words.cancelled(durationMs);
    case "waiting-for-input":
      return words.waitingForInput(ending.program);
    case "stopped":
      return words.stopped(ending.program);
    case "handed-over":
      return ending.reader === undefined
        ? words.handedOver(ending.afterMs, bashId, endsAfterMs)
        : words.handedOverAsking(bashId, { line: lastLineOf(outcome.transcript).text, endsAfterMs });
    default:
      return assertNever(ending);
  }
}

function notesOf({ outcome, words, sandbox }: Rendered, exit: Exit): readonly string[] {
  const {
    restored,
    notKept,
    relocation,
    missingDirectory,
    backgroundChildren,
    printsLater,
    movedStreams,
    notices,
    transcript,
  } = outcome;
  return [
    exit.meaning,
    exit.terminatedBy === undefined
      ? undefined
      : words.terminatedBy(exit.terminatedBy, sandbox.limits[exit.terminatedBy]),
    exit.refusal,
    backgroundChildren.length === 0 ? undefined : words.leftRunning(backgroundChildren, printsLater),
    movedStreams ? words.redirectionEnded() : undefined,
    restored === undefined ? undefined : words.restored(restored),
    notKept === undefined ? undefined : words.notKept(notKept),
    relocation === undefined ? undefined : words.relocated(relocation),
    missingDirectory === undefined ? undefined : words.missingDirectory(missingDirectory),
    transcript.problem,
    ...firstOf(notices),
    ...readerNotes(outcome, words),
  ].filter((note) => note !== undefined);
}

function metadataOf(rendered: Rendered, exit: Exit, reading: Reading): OwnMetadata {
  const { outcome, bashId, late } = rendered;
  const { ending, cwd, previousCwd, backgroundChildren, restored, notKept, durationMs, isAttested } = outcome;
  return {
    cwd,
    exit_code: exit.exitCode,
    duration_ms: durationMs,
    status: statusOf(ending),
    ...outputFacts(rendered, reading),
    ...(cwd === previousCwd ? {} : { cwd_changed: true }),
    ...exitFacts(exit, outcome.pipeStatus),
    ...(backgroundChildren.length === 0 ? {} : { background_children: backgroundChildren }),
    ...(late === undefined ? {} : { late_output: late.shown }),
    ...(outcome.movedStreams ? { redirection_ended: true } : {}),
    ...(restored === undefined ? {} : { session_restored: true, lost: restored.lost }),
    ...(isAttested ? {} : { attested: false }),
    ...(notKept === undefined ? {} : { not_kept: notKept }),
    ...(outcome.notices.length === 0 ? {} : { sandbox_notices: outcome.notices }),
    ...endingFacts(outcome),
    ...(bashId === undefined ? {} : { bash_id: bashId, ...(isTimedOut(rendered) ? { timed_out: true } : {}) }),
  };
}

/** Whether it was handed over at the end of its own time. */
const isTimedOut = ({ outcome: { ending }, isOutOfPatience }: Rendered): boolean =>
  !isOutOfPatience && ending.kind === "handed-over" && ending.reader === undefined;

function outputFacts({ outcome: { transcript }, readBy }: Rendered, { truncated }: Reading): OwnMetadata {
  return {
    truncated,
    ...(truncated ? { output_path: transcript.paths[0], output_paths: transcript.paths } : {}),
    ...(truncated && readBy !== undefined ? { bash_id: readBy } : {}),
    ...(transcript.problem === undefined ? {} : { output_problem: transcript.problem }),
  };
}

/** For a caller whose wire format keeps the streams apart. */
function streamsOf(rendered: Rendered, besides: () => string): OwnMetadata {
  const { streams, visible } = rendered;
  if (streams === undefined) return {};
  const { maxChars = visible.chars } = streams;
  const shown = shownOf(rendered, { ...visible, chars: Math.min(maxChars, visible.chars) });
  const reading = readFitting(readAlone(shown), shown, () => "");
  const { stdout, stderr, truncated } = reading;
  return { stdout, stderr, notice: besides(), ...(truncated ? outputFacts(rendered, reading) : {}) };
}

/** The status of a shell for the ending of its command. */
export function statusOf(ending: Outcome["ending"]): ShellStatus {
  switch (ending.kind) {
    case "exited":
    case "signaled":
    case "limit":
      return ending.exitCode === 0 ? "completed" : "failed";
    case "timed-out":
      return "timeout";
    case "cancelled":
    case "waiting-for-input":
    case "stopped":
      return "killed";
    case "handed-over":
      return "running";
    default:
      return assertNever(ending);
  }
}
