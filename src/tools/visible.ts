import { type Cut, linesIn, type Reading, type ReadOptions, type Transcript } from "../core/output/transcript.ts";
import type { ExecutionContext } from "./tool.ts";
import type { ToolSetup } from "./tool-setup.ts";
import type { Closing, Words } from "./words.ts";

/** How much of one result a model sees. */
export type Visible = { readonly chars: number; readonly lines: number };

/** The limit of the operator where there is one, else what the client of the caller shows; only a client bounds lines. */
export function visibleOf({ limits, isVisibleSet }: ToolSetup, { visible = {} }: ExecutionContext): Visible {
  const { chars = limits.visibleChars, lines = Number.POSITIVE_INFINITY } = visible;
  return { chars: isVisibleSet ? limits.visibleChars : chars, lines };
}

/** Output that is to stand in a result. */
export type Shown = {
  readonly transcript: Transcript;
  readonly options: Omit<ReadOptions, "maxChars" | "maxLines" | "notice">;
  readonly visible: Visible;
  readonly words: Words;
  /** Says where all of the output can be read, whose log files are these. */
  readonly where: (paths: readonly string[]) => string;
};

/** The output by itself: as much of it as a result may hold. */
export const readAlone = (shown: Shown): Reading => read(shown, shown.visible);

/** Line breaks between the parts of a result, and a digit more in a count that was estimated. */
const SEAMS = 8;

/**
 * The output as it stands in a result. `beside` gives the other lines of the result, for what is left out of the
 * output. Where something is left out, all of it is written to a file first, so that it can be read.
 */
export function readFitting(alone: Reading, shown: Shown, beside: (cut: Cut | undefined) => string): Reading {
  const { transcript, visible } = shown;
  const room = (others: string): Visible => ({
    chars: visible.chars - others.length - SEAMS,
    lines: visible.lines - linesIn(others) - 1,
  });
  const { chars, lines } = room(beside(undefined));
  const fits = alone.text.length <= chars && linesIn(alone.text) <= lines;
  if (alone.cut === undefined && fits) return alone;
  transcript.spill();
  const left = alone.cut ?? { chars: alone.text.length, lines: linesIn(alone.text) };
  return read(shown, room(beside({ ...left, exact: false, paths: transcript.paths })));
}

const read = ({ transcript, options, words, where }: Shown, { chars, lines }: Visible): Reading =>
  transcript.read({
    ...options,
    maxChars: chars,
    maxLines: lines,
    notice: (cut) => words.truncated(cut, where(cut.paths)),
  });

/** What the last line of a result says of a cut. */
export const closingCut = ({ where }: Shown, cut: Cut | undefined): Closing["cut"] =>
  cut === undefined ? undefined : { chars: cut.chars, where: where(cut.paths) };
