import { assertNever } from "../../core/base/assert-never.ts";
import type { LineFilter } from "../../core/output/text/line-filter.ts";
import type { Cursor, Cut, Reading } from "../../core/output/transcript.ts";
import { hidesLogs, type Sandbox } from "../../core/sandbox/sandbox.ts";
import type { ShellProcess } from "../../core/shell/background/shell-process.ts";
import { joined } from "../bash/render-outcome.ts";
import type { OwnMetadata } from "../metadata.ts";
import { ok, type ToolResult } from "../tool.ts";
import { closingCut, readAlone, readFitting, type Shown, surelyVisible, type Visible } from "../visible.ts";
import type { Closing, Words } from "../words.ts";
import { renderShellCursor } from "./shell-cursor.ts";
import { endingOf, refusalIn, renderStatus, shellFacts } from "./shell-view.ts";
import type { Awaited, WaitEnd } from "./wait-for.ts";

/** How many lines of the log are shown where there is nothing new. */
export const END_LINES = 20;

/** A read of a shell that is due, after its wait. */
export type DueReading = {
  readonly shell: ShellProcess;
  /** Undefined means: from the shell's own read position, which the read moves. */
  readonly since?: Cursor | undefined;
  readonly selection?:
    | {
        readonly filter: LineFilter | undefined;
        readonly head: number | undefined;
        readonly tail: number | undefined;
      }
    | undefined;
  /** Whether the end of the log is shown where nothing is new. */
  readonly showsEnd?: boolean;
  readonly wait?: { readonly awaited: Awaited; readonly end: WaitEnd; readonly waitedMs: number } | undefined;
  /** The program that waits for input of the shell's. */
  readonly reader?: string | undefined;
  /** What else is to be said, and told as data. */
  readonly notes?: readonly string[] | undefined;
  readonly facts?: OwnMetadata | undefined;
  readonly raw: boolean;
  /** Undefined where the sandbox that was asked for cannot be built. */
  readonly sandbox: Sandbox | undefined;
  readonly words: Words;
  readonly visible: Visible;
};

/** Reads the shell: its status, what it printed, and how the wait ended; and the same as data. */
export function renderReading(due: DueReading): ToolResult {
  const { shell, since, sandbox, words } = due;
  const from = since ?? shell.readCursor;
  const shown = shownOf(due, from);
  const alone = readAlone(shown);
  const refusal = sandbox === undefined ? undefined : refusalIn(shell, alone, sandbox);
  const status = renderStatus(shell);
  const end = endOfLog(due, alone);
  const notes = joined([notesOf(due, { alone, refusal, end }), end]);
  const closing = (cut: Cut | undefined, { nextCursor }: Reading): Closing => ({
    ...closingOf(due, { from, nextCursor, isCut: cut !== undefined }),
    cut: closingCut(shown, cut),
  });
  const reading = readFitting(alone, shown, (cut) => joined([status, notes, words.closing(closing(cut, alone))]));
  if (since === undefined) shell.countAsRead(reading.nextCursor);
  const last = closing(reading.cut, reading);
  // Without output the first line is near the end; but it does not tell the signal.
  const isTold = reading.text === "" && end === "" && shell.signal === undefined;
  const body = joined([reading.text, notes, words.closing(isTold ? { ...last, ending: undefined } : last)]);
  return ok(body === "" ? status : `${status}\n\n${body}`, {
    ...metadataOf(due, reading),
    ...(refusal === undefined ? {} : { sandbox_refusal: refusal }),
  });
}

/**
 * The end of the log, where a wait ended with the shell and there is nothing new: it shows why no line and no port will
 * come. A caller that waited for output has read it.
 */
const endOfLog = ({ shell, wait, visible, showsEnd }: DueReading, { text }: Reading): string =>
  text === "" && (showsEnd === true || (wait?.end === "ended" && wait.awaited.kind !== "output"))
    ? shell.read({ tail: END_LINES, maxChars: Math.floor(surelyVisible(visible) / 2) }).text
    : "";

type Noted = { readonly alone: Reading; readonly refusal: string | undefined; readonly end: string };

const notesOf = (due: DueReading, { alone, refusal, end }: Noted): string =>
  [
    ...(due.notes ?? []),
    ...waitNotes(due),
    due.reader === undefined ? undefined : due.words.waitsForInput(due.reader),
    refusal,
    alone.droppedBytes > 0 ? due.words.dropped(alone.droppedBytes) : undefined,
    due.shell.transcript.problem,
    end === "" ? undefined : due.words.endOfLog(),
  ]
    .flatMap((sentence) => (sentence === undefined ? [] : [due.words.note(sentence)]))
    .join("\n");

const shownOf = ({ shell, selection, raw, words, visible, sandbox }: DueReading, from: Cursor): Shown => ({
  transcript: shell.transcript,
  options: { ...selection, raw, since: from },
  visible,
  words,
  where: (paths) =>
    words.wholeOutput(paths, { bashId: isHidden(sandbox) ? shell.id : undefined, since: told(shell, from) }),
});

/** Whether no command can read the shell's log. Without a sandbox that was asked for, no command runs. */
const isHidden = (sandbox: Sandbox | undefined): boolean => sandbox === undefined || hidesLogs(sandbox);

const told = (shell: ShellProcess, cursor: Cursor): string =>
  cursor === "0" ? cursor : renderShellCursor(shell, cursor);

type Place = { readonly from: Cursor; readonly nextCursor: Cursor; readonly isCut: boolean };

/** What was not shown can be read again; a reader by cursor needs the next one. */
function closingOf(
  { shell, since, selection, sandbox, wait, words }: DueReading,
  { from, nextCursor, isCut }: Place,
): Closing {
  const isSelected = Object.values(selection ?? {}).some((wish) => wish !== undefined);
  return {
    met: wait?.end === "met" && !isSeen(wait.awaited, isSelected || isCut) ? words.awaited(wait.awaited) : undefined,
    ending: endingOf(shell),
    again: isSelected || (isCut && !isHidden(sandbox)) ? told(shell, from) : undefined,
    next: since === undefined ? undefined : told(shell, nextCursor),
  };
}

/** Whether the text shows by itself that what was awaited came: the status an end, the output a line that is not left out. */
const isSeen = ({ kind }: Awaited, isPart: boolean): boolean =>
  kind === "exit" || ((kind === "output" || kind === "pattern") && !isPart);

function metadataOf({ shell, wait, reader, facts }: DueReading, reading: Reading): OwnMetadata {
  const { paths, problem } = shell.transcript;
  return {
    ...shellFacts(shell),
    next_cursor: renderShellCursor(shell, reading.nextCursor),
    dropped: reading.droppedBytes,
    truncated: reading.truncated,
    ...(reading.truncated ? { output_path: paths[0], output_paths: paths } : {}),
    ...(problem === undefined ? {} : { output_problem: problem }),
    ...(wait === undefined ? {} : { wait: wait.end }),
    ...(reader === undefined ? {} : { waiting_for_input: reader }),
    ...facts,
  };
}

function waitNotes({ shell, wait, words }: DueReading): readonly string[] {
  if (wait === undefined) return [];
  const { awaited, end, waitedMs } = wait;
  const what = words.awaited(awaited);
  switch (end) {
    case "met-elsewhere":
      return awaited.kind === "port" ? [words.foreignPort(awaited.port)] : [];
    case "timed-out":
      return [words.waitTimedOut(what, waitedMs), ...oldMatch(shell, awaited, words)];
    case "ended":
      return [words.waitHopeless(what), ...oldMatch(shell, awaited, words)];
    case "met":
    case "cancelled":
      return [];
    default:
      return assertNever(end);
  }
}

/** A pattern that was awaited in vain may stand in what was read before. */
const oldMatch = (shell: ShellProcess, awaited: Awaited, words: Words): readonly string[] =>
  awaited.kind === "pattern" && shell.read({ filter: awaited.filter, tail: 1 }).text !== ""
    ? [words.alreadyRead()]
    : [];
