import { DEFAULT_LIMITS } from "../base/limits.ts";
import { type Cursor, parseCursor, renderCursor } from "./cursor.ts";
import type { ByteStream } from "./store/byte-stream.ts";
import type { LineFilter } from "./text/line-filter.ts";
import { type RenderedStream, renderStream } from "./text/render-stream.ts";
import { selectLines } from "./text/select-lines.ts";
import { type Cut, linesIn, type Rendering, type Truncated, truncate } from "./text/truncate.ts";

export type ReadOptions = {
  /** Where reading begins; a text that is not a cursor counts as the beginning. */
  readonly since?: Cursor | undefined;
  /** Bounds `text` as a whole, the notices included. */
  readonly maxChars?: number | undefined;
  /** The same for its lines. */
  readonly maxLines?: number | undefined;
  readonly includeStderr?: boolean | undefined;
  /** Escape sequences, overwritten text and binary data are shown as they are. */
  readonly raw?: boolean | undefined;
  /** The first and the last so many lines of each stream. */
  readonly head?: number | undefined;
  readonly tail?: number | undefined;
  readonly filter?: LineFilter | undefined;
  /** Reads at most so many bytes of each stream: for going through a long log page by page. */
  readonly pageBytes?: number | undefined;
  readonly notice?: ((cut: Cut) => string) | undefined;
};

export type Reading = {
  /** stdout, then stderr under a line `[stderr]` if there is any. */
  readonly text: string;
  readonly stdout: string;
  readonly stderr: string;
  readonly truncated: boolean;
  readonly nextCursor: Cursor;
  /** How many bytes of the part that was read are lost. */
  readonly droppedBytes: number;
  /** What was left out of both streams together. */
  readonly cut?: Cut;
};

export type Readable = {
  readonly stdout: ByteStream;
  readonly stderr: ByteStream;
  readonly finished: boolean;
  readonly redact: (text: string) => string;
};

const STDERR_LINE = "[stderr]\n";

/** How much of what was rendered a text may hold. */
type Bounds = Pick<ReadOptions, "maxChars" | "maxLines" | "notice">;

/** What was rendered once, cut to any bounds that are no wider than those it was rendered for. */
export type Fit = (bounds: Bounds) => Reading;

/** Reads a transcript without changing it: the same cursor gives the same text, or more. */
export const readTranscript = (readable: Readable, options: ReadOptions): Reading =>
  renderTranscript(readable, options)(options);

export const renderTranscript = (readable: Readable, options: ReadOptions): Fit =>
  fitShort(readable, options) ?? renderBoth(readable, options);

/** Output of this many bytes at the most is looked at as a whole first. */
const SHORT_BYTES = 4096;
/** What is rendered as it stands: printable ASCII, tabs and line breaks. */
const AS_IT_STANDS = /^[\t\n\x20-\x7e]*$/;

/** The reading of most commands: all of a short, plain stdout. Undefined where there is anything to render. */
function fitShort(readable: Readable, options: ReadOptions): Fit | undefined {
  const { stdout, stderr, finished } = readable;
  const { since, head, tail, filter, pageBytes } = options;
  const { total } = stdout;
  if (!finished || total > SHORT_BYTES || stderr.total > 0) return undefined;
  if ((since ?? head ?? tail ?? filter ?? pageBytes) !== undefined) return undefined;
  const text = stdout.whole;
  if (text === undefined || !AS_IT_STANDS.test(text)) return undefined;
  const nextCursor = renderCursor({ stdout: total, stderr: 0 });
  const reading = { text, stdout: text, stderr: "", truncated: false, nextCursor, droppedBytes: 0 };
  const isWhole = (bounds: Bounds): boolean =>
    total <= charsOf(bounds) && total + OWN_LINES <= (bounds.maxLines ?? Number.POSITIVE_INFINITY);
  return (bounds) => (isWhole(bounds) ? reading : renderBoth(readable, options)(bounds));
}

function renderBoth(readable: Readable, options: ReadOptions): Fit {
  const since = parseCursor(options.since ?? "0") ?? { stdout: 0, stderr: 0 };
  const render = (stream: ByteStream, offset: number): RenderedStream => {
    const { raw = false, pageBytes, filter, head, tail } = options;
    const isSelected = filter !== undefined || head !== undefined || tail !== undefined;
    const { finished, redact } = readable;
    const maxChars = charsOf(options);
    return renderStream(stream, { since: offset, finished, maxChars, pageBytes, raw, filter, isSelected, redact });
  };
  const out = render(readable.stdout, since.stdout);
  const err = options.includeStderr === false ? unread(since.stderr) : render(readable.stderr, since.stderr);
  const [first, second] = [selectLines(out.rendering, options), selectLines(err.rendering, options)];
  const nextCursor = renderCursor({ stdout: out.next, stderr: err.next });
  const droppedBytes = out.droppedBytes + err.droppedBytes;
  return (bounds) => ({ nextCursor, droppedBytes, ...fitBoth(readable, [first, second], bounds) });
}

const charsOf = ({ maxChars = DEFAULT_LIMITS.visibleChars }: Bounds): number => Math.max(0, maxChars);

function fitBoth(
  readable: Readable,
  [out, err]: readonly [Rendering, Rendering],
  bounds: Bounds,
): Omit<Reading, "nextCursor" | "droppedBytes"> {
  const maxChars = charsOf(bounds);
  const [first, second] = withinLines(out, err, bounds.maxLines ?? Number.POSITIVE_INFINITY);
  const [stdout, stderr] = cutBoth(
    { rendering: first, paths: pathsOf(readable.stdout) },
    { rendering: second, paths: pathsOf(readable.stderr) },
    { maxChars, notice: bounds.notice },
  );
  const cut = sumOf(stdout.cut, stderr.cut);
  return {
    text: textOf(stdout.text, stderr.text).slice(0, maxChars),
    stdout: stdout.text,
    stderr: stderr.text,
    truncated: cut !== undefined,
    ...(cut === undefined ? {} : { cut }),
  };
}

const unread = (offset: number): RenderedStream => ({
  rendering: { head: "", tail: "" },
  next: offset,
  droppedBytes: 0,
});

const pathsOf = (stream: ByteStream): readonly string[] => (stream.log.exists ? [stream.log.path] : []);

/** For each stream the line of its notice and a line that is cut in two, and the line between the streams. */
const OWN_LINES = 5;

/** Both streams within so many lines; like `cutBoth`, the shorter one leaves unused lines to the other. */
function withinLines(stdout: Rendering, stderr: Rendering, maxLines: number): readonly [Rendering, Rendering] {
  const room = Math.max(0, maxLines - OWN_LINES);
  if (charsIn(stdout) + charsIn(stderr) <= room) return [stdout, stderr]; // so many lines at the most
  const [first, second] = [linesOf(stdout), linesOf(stderr)];
  if (first + second <= room) return [stdout, stderr];
  const last = Math.min(second, Math.max(Math.floor(room / 2), room - first));
  return [bothEnds(stdout, room - last), bothEnds(stderr, last)];
}

const charsIn = ({ head, tail }: Rendering): number => head.length + tail.length;

const linesOf = ({ head, tail }: Rendering): number => linesIn(head) + linesIn(tail);

const bothEnds = (rendering: Rendering, lines: number): Rendering =>
  linesOf(rendering) <= lines
    ? rendering
    : selectLines(rendering, { head: Math.ceil(lines / 2), tail: Math.floor(lines / 2) });

type Uncut = { readonly rendering: Rendering; readonly paths: readonly string[] };
type Room = { readonly maxChars: number; readonly notice: ReadOptions["notice"] };

/** Each stream keeps both of its ends; the shorter one leaves unused room to the other. */
function cutBoth(stdout: Uncut, stderr: Uncut, { maxChars, notice }: Room): readonly [Truncated, Truncated] {
  const cut = ({ rendering, paths }: Uncut, room: number): Truncated =>
    truncate(rendering, { maxChars: room, paths, ...(notice === undefined ? {} : { notice }) });
  if (lengthOf(stderr) === 0) return [cut(stdout, maxChars), { text: "" }];
  const [first, second] = [stdout.rendering.head, stderr.rendering.head];
  const isWhole = Number.isFinite(lengthOf(stdout) + lengthOf(stderr));
  if (isWhole && textOf(first, second).length <= maxChars) return [{ text: first }, { text: second }];
  const room = Math.max(0, maxChars - STDERR_LINE.length - 1);
  const forStderr = Math.max(Math.floor(room / 2), room - lengthOf(stdout));
  const last = cut(stderr, Math.min(room, forStderr));
  return [cut(stdout, room - last.text.length), last];
}

/** A rendering without its middle takes all the room there is, because its notice needs room too. */
const lengthOf = ({ rendering }: Uncut): number =>
  rendering.missing === undefined ? rendering.head.length : Number.POSITIVE_INFINITY;

export const textOf = (stdout: string, stderr: string): string => {
  if (stderr === "") return stdout;
  return `${stdout}${stdout === "" || stdout.endsWith("\n") ? "" : "\n"}${STDERR_LINE}${stderr}`;
};

function sumOf(first: Cut | undefined, second: Cut | undefined): Cut | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  return {
    chars: first.chars + second.chars,
    lines: first.lines + second.lines,
    exact: first.exact && second.exact,
    paths: [...first.paths, ...second.paths],
  };
}
