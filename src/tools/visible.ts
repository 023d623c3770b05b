import {
  type Cut,
  type Fit,
  linesIn,
  type Reading,
  type ReadOptions,
  type Transcript,
} from "../core/output/transcript.ts";
import type { ExecutionContext } from "./tool.ts";
import type { ToolSetup } from "./tool-setup.ts";
import type { Closing, Words } from "./words.ts";

/** How much of one result a model sees. Bytes are those of UTF-8. */
export type Visible = { readonly chars: number; readonly lines: number; readonly bytes: number };

/**
 * The limit of the operator where there is one, else what the client of the caller shows. Only a client bounds lines, and
 * bytes where it counts those in place of characters.
 */
export function visibleOf(
  { limits, isVisibleSet }: Pick<ToolSetup, "limits" | "isVisibleSet">,
  { visible = {} }: Pick<ExecutionContext, "visible">,
): Visible {
  const { chars = limits.visibleChars, lines = NO_BOUND, bytes = NO_BOUND } = visible;
  return isVisibleSet ? { chars: limits.visibleChars, lines, bytes: NO_BOUND } : { chars, lines, bytes };
}

const NO_BOUND = Number.POSITIVE_INFINITY;

/** A character of UTF-16 is so many bytes at the most. */
const MOST_BYTES = 3;

/** So many characters are never more bytes than a model sees. */
export const surelyVisible = ({ chars, bytes }: Visible): number => Math.min(chars, Math.floor(bytes / MOST_BYTES));

/** Output that is to stand in a result. */
export type Shown = {
  readonly transcript: Transcript;
  readonly options: Omit<ReadOptions, "maxChars" | "maxLines" | "notice">;
  readonly visible: Visible;
  readonly words: Words;
  /** Says where all of the output can be read, whose log files are these. */
  readonly where: (paths: readonly string[]) => string;
};

/** Output that was read by itself, and can be cut again without being rendered anew. */
type Alone = Reading & { readonly fit: Fit };

/** The output by itself: as much of it as a result may hold. */
export function readAlone(shown: Shown): Alone {
  const fit = shown.transcript.render({ maxChars: shown.visible.chars, ...shown.options });
  return { fit, ...cutTo(shown, fit, shown.visible) };
}

/** Line breaks between the parts of a result, and a digit more in a count that was estimated. */
const SEAMS = 8;

/**
 * The output as it stands in a result. `beside` gives the other lines of the result, for what is left out of the
 * output. Where something is left out, all of it is written to a file first, so that it can be read.
 */
export function readFitting(alone: Alone, shown: Shown, beside: (cut: Cut | undefined) => string): Reading {
  const { transcript, visible } = shown;
  const room = (others: string): Visible =>
    others === ""
      ? visible
      : {
          chars: visible.chars - others.length - SEAMS,
          lines: visible.lines - linesIn(others) - 1,
          bytes: visible.bytes - Buffer.byteLength(others) - SEAMS,
        };
  if (alone.cut === undefined && fits(alone.text, room(beside(undefined)))) return alone;
  transcript.spill();
  const left = alone.cut ?? { chars: alone.text.length, lines: linesIn(alone.text) };
  return cutTo(shown, alone.fit, room(beside({ ...left, exact: false, paths: transcript.paths })));
}

const fits = (text: string, { chars, lines, bytes }: Visible): boolean =>
  text.length <= chars && (text.length <= lines || linesIn(text) <= lines) && bytesIn(text, bytes) <= bytes;

/** How many bytes a text is; at the most, where so many are enough. */
const bytesIn = (text: string, enough: number): number =>
  MOST_BYTES * text.length <= enough ? MOST_BYTES * text.length : Buffer.byteLength(text);

/** Only what was read can be counted in bytes: as long as it has too many, fewer characters are read. */
function cutTo(shown: Shown, fit: Fit, visible: Visible): Reading {
  const { words, where } = shown;
  const { chars, lines, bytes } = visible;
  const reading = fit({ maxChars: chars, maxLines: lines, notice: (cut) => words.truncated(cut, where(cut.paths)) });
  const { length } = reading.text;
  const found = bytesIn(reading.text, bytes);
  if (found <= bytes || length === 0) return reading;
  return cutTo(shown, fit, { ...visible, chars: Math.floor((length * Math.max(0, bytes)) / found) });
}

/** What the last line of a result says of a cut. */
export const closingCut = ({ where }: Shown, cut: Cut | undefined): Closing["cut"] =>
  cut === undefined ? undefined : { chars: cut.chars, where: where(cut.paths) };
