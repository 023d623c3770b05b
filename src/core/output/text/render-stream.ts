import { type ByteRange, bytesOf } from "../store/byte-range.ts";
import type { ByteStream } from "../store/byte-stream.ts";
import { decode, incompleteBytes, isBinary } from "./decode.ts";
import { heldBackBytes } from "./hold-back.ts";
import type { LineFilter } from "./line-filter.ts";
import { hasControls, stripAnsi } from "./strip-ansi.ts";
import { type Cut, linesIn, type Rendering } from "./truncate.ts";

export type RenderOptions = {
  readonly since: number;
  /** No byte is expected any more: nothing waits for what follows. */
  readonly finished: boolean;
  readonly maxChars: number;
  readonly pageBytes?: number | undefined;
  readonly raw: boolean;
  readonly filter?: LineFilter | undefined;
  /** Only some of the lines are asked for, so that it takes more than is shown to find them. */
  readonly isSelected?: boolean | undefined;
  /** Redacts once more: rendering can join the parts of a secret. */
  readonly redact: (text: string) => string;
};

export type RenderedStream = { readonly rendering: Rendering; readonly next: number; readonly droppedBytes: number };

const KiB = 1024;
const MiB = 1024 * KiB;

/** How much a read renders: every byte up to `exact`, beyond that only so much of each end. */
type Width = { readonly exact: number; readonly window: number };

/** Far more than is shown, because escape sequences and progress bars shrink. */
const wide = ({ maxChars }: RenderOptions): Width => ({
  exact: Math.max(4 * MiB, 4 * maxChars),
  window: Math.max(1 * MiB, 2 * maxChars),
});

/** Little more than is shown: a stream that still grows is read again and again, maybe by many readers. */
const narrow = ({ maxChars }: RenderOptions): Width => ({
  exact: Math.max(64 * KiB, 2 * maxChars),
  window: Math.max(32 * KiB, maxChars),
});

/** A line that is longer than this is filtered in parts. */
const LONGEST_LINE = 64 * KiB;

/** The text of a stream from an offset on: bounded work, whatever was printed. */
export function renderStream(stream: ByteStream, options: RenderOptions): RenderedStream {
  const start = Math.min(options.since, stream.total);
  const end = Math.min(stream.total, start + (options.pageBytes ?? Number.POSITIVE_INFINITY));
  // Most commands print nothing on stderr.
  if (start === end) return { rendering: { head: "", tail: "" }, next: end, droppedBytes: 0 };
  const isPartOfMany = !options.finished || start > 0;
  if (isPartOfMany && !options.isSelected) {
    const rendered = renderRange(stream, { start, end }, { ...options, ...narrow(options) });
    if (isEnough(rendered.rendering, options)) return rendered;
  }
  return renderRange(stream, { start, end }, { ...options, ...wide(options) });
}

/** Whether nothing is missing, or what is there fills what is shown. */
const isEnough = ({ head, tail, missing }: Rendering, { maxChars }: RenderOptions): boolean =>
  missing === undefined || head.length + tail.length >= maxChars;

type RangeOptions = RenderOptions & Width;

function renderRange(stream: ByteStream, { start, end }: ByteRange, options: RangeOptions): RenderedStream {
  const { head, tail, headEnd, tailStart, droppedBytes } = windowsOf(stream, { start, end }, options);
  const hidden = tailStart - headEnd;
  const isLast = options.finished && end === stream.total;
  const last = hidden === 0 ? head : tail;
  const waiting = isLast ? 0 : waitingBytes(last, end < stream.total, options);
  const shownHead = hidden === 0 ? head.subarray(0, head.length - waiting) : withoutPartial(head, options);
  const shownTail = tail.subarray(0, Math.max(0, tail.length - waiting));
  const next = end - waiting;
  if (!options.raw && (isBinary(shownHead) || isBinary(shownTail))) {
    const path = stream.log.exists ? `, kept in ${stream.log.path}` : "";
    return { rendering: { head: `[binary output: ${next - start} bytes${path}]\n`, tail: "" }, next, droppedBytes };
  }
  const rendering = { head: textOf(shownHead, options), tail: textOf(shownTail, options) };
  if (hidden === 0) return { rendering, next, droppedBytes };
  return {
    rendering: { ...rendering, missing: estimate(hidden, rendering, shownHead.length + shownTail.length) },
    next,
    droppedBytes,
  };
}

type Windows = {
  readonly head: Buffer;
  readonly tail: Buffer;
  /** The bytes from here to `tailStart` are not rendered: they were dropped, or are too many. */
  readonly headEnd: number;
  readonly tailStart: number;
  readonly droppedBytes: number;
};

function windowsOf(stream: ByteStream, range: ByteRange, options: RangeOptions): Windows {
  const { start, end } = range;
  const whole = end - start <= options.exact ? stream.inMemory(range) : undefined;
  if (whole !== undefined) return { head: whole, tail: NOTHING, headEnd: end, tailStart: end, droppedBytes: 0 };
  const available = stream.available(range);
  const availableBytes = bytesOf(available);
  const droppedBytes = range.end - range.start - availableBytes;
  const window = availableBytes <= options.exact ? availableBytes : options.window;
  const first = available.at(0);
  const last = available.at(-1);
  const headEnd = first?.start === range.start ? Math.min(first.end, range.start + window) : range.start;
  const tailStart = last?.end === range.end ? Math.max(last.start, headEnd, range.end - window) : range.end;
  const head = stream.bytes({ start: range.start, end: headEnd });
  const found = stream.bytes({ start: tailStart, end: range.end });
  // The file has become shorter: the stream now knows it, so try again without the lost part.
  if (head.length + found.length < headEnd - range.start + range.end - tailStart) {
    return windowsOf(stream, range, options);
  }
  const tail = headEnd === tailStart ? found : fromBorder(found);
  return { head, tail, headEnd, tailStart: range.end - tail.length, droppedBytes };
}

const NOTHING: Buffer = Buffer.alloc(0);

/** Cuts a tail at its first line break, if that is near, or else at its first whole character. */
function fromBorder(bytes: Buffer): Buffer {
  const newline = bytes.length > LONGEST_LINE ? bytes.subarray(0, LONGEST_LINE / 16).indexOf(0x0a) : -1;
  if (newline !== -1) return bytes.subarray(newline + 1);
  let start = 0;
  while (start < 3 && isContinuation(bytes[start])) start += 1;
  return bytes.subarray(start);
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x80 && byte < 0xc0;

const withoutPartial = (bytes: Buffer, { raw }: RenderOptions): Buffer =>
  bytes.subarray(0, bytes.length - (raw ? incompleteBytes(bytes) : heldBackBytes(bytes)));

/** How many bytes at the end are left to the next read. A page that would otherwise be empty is shown as it is. */
function waitingBytes(bytes: Buffer, isPage: boolean, options: RenderOptions): number {
  const whole = withoutPartial(bytes, options);
  const shown = options.filter === undefined ? whole : withoutUnwantedLine(whole, options);
  if (shown.length > 0 || !isPage) return bytes.length - shown.length;
  return whole.length > 0 ? bytes.length - whole.length : 0;
}

/** An unfinished line may match later: unless it matches already, it is left to the next read. */
function withoutUnwantedLine(bytes: Buffer, options: RenderOptions): Buffer {
  const lineStart = bytes.lastIndexOf(0x0a) + 1;
  const line = bytes.subarray(lineStart);
  if (line.length > LONGEST_LINE || options.filter?.matches(textOf(line, options)) === true) return bytes;
  return bytes.subarray(0, lineStart);
}

function textOf(bytes: Buffer, { raw, redact }: RenderOptions): string {
  const text = decode(bytes);
  return raw || !hasControls(text) ? text : redact(stripAnsi(text));
}

/** Estimates the hidden part from the rendered one. */
function estimate(hiddenBytes: number, { head, tail }: Rendering, renderedBytes: number): Omit<Cut, "paths"> {
  const share = renderedBytes === 0 ? 0 : hiddenBytes / renderedBytes;
  const chars = renderedBytes === 0 ? hiddenBytes : Math.round((head.length + tail.length) * share);
  const lines = Math.round((linesIn(head) + linesIn(tail)) * share);
  return { chars: Math.max(1, chars), lines: Math.max(1, lines), exact: false };
}
