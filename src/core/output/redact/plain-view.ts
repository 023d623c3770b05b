import { byteAt } from "../store/byte-at.ts";

const ESC = 0x1b;
const BEL = 0x07;
/** The first byte of a C1 code point in UTF-8. */
const C1 = 0xc2;

/** The longest escape sequence that is skipped; a longer one counts as text. */
const LONGEST_SEQUENCE = 4096;

/**
 * Bytes without their escape sequences, and where each byte came from: a secret with a colour change in the middle is
 * whole here.
 */
export type PlainView = {
  readonly bytes: Buffer;
  /** Three numbers for each sequence: its place in `bytes`, its start and its end in the original. */
  readonly sequences: readonly number[];
  /** Where a sequence begins that is not complete; the length of the original if none does. */
  readonly incompleteFrom: number;
};

/** Whether there may be a sequence: a cheap test. */
export const mayHaveSequences = (bytes: Buffer): boolean => bytes.includes(ESC) || bytes.includes(C1);

/** Whether a C1 code begins a sequence of more than itself. */
export const isIntroducer = (code: number): boolean =>
  code >= 0x90 && (code >= 0x9d || code === 0x9b || code === 0x90 || code === 0x98) && code <= 0x9f;

export function plainViewOf(original: Buffer): PlainView {
  const bytes = Buffer.allocUnsafe(original.length);
  const sequences: number[] = [];
  let filled = 0;
  let at = 0;
  while (at < original.length) {
    const byte = byteAt(original, at);
    if (byte !== ESC && byte !== C1) {
      bytes[filled++] = byte;
      at += 1;
      continue;
    }
    const end = sequenceEndAt(original, at);
    if (end === undefined) {
      return { bytes: bytes.subarray(0, filled), sequences, incompleteFrom: at };
    }
    if (end === at) bytes[filled++] = byte;
    else sequences.push(filled, at, end);
    at = Math.max(end, at + 1);
  }
  return { bytes: bytes.subarray(0, filled), sequences, incompleteFrom: original.length };
}

/** Where a byte of the view came from. */
export function originOf({ sequences }: PlainView, index: number): number {
  let low = 0;
  let high = sequences.length / 3;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sequences[3 * middle] ?? 0) <= index) low = middle + 1;
    else high = middle;
  }
  if (low === 0) return index;
  return (sequences[3 * low - 1] ?? 0) + index - (sequences[3 * low - 3] ?? 0);
}

/** Where the sequence at an ESC or C2 ends: where it starts if it is none, `undefined` if it is not complete. */
export function sequenceEndAt(bytes: Buffer, at: number): number | undefined {
  const isEscape = bytes[at] === ESC;
  const next = bytes[at + 1];
  if (next === undefined) return undefined;
  const c1 = isEscape ? next + 0x40 : next;
  if (c1 === 0x9b) return csiEnd(bytes, at + 2);
  if (isIntroducer(c1)) return stringEnd(bytes, at + 2);
  if (!isEscape) return at;
  if (next >= 0x30 && next <= 0x7e) return at + 2;
  return next >= 0x20 && next <= 0x2f ? charsetEnd(bytes, at + 2) : at + 1;
}

function csiEnd(bytes: Buffer, body: number): number | undefined {
  const limit = Math.min(bytes.length, body + LONGEST_SEQUENCE);
  let end = body;
  while (end < limit && byteAt(bytes, end) >= 0x20 && byteAt(bytes, end) <= 0x3f) end += 1;
  if (end === limit) return limit === bytes.length ? undefined : body;
  const last = byteAt(bytes, end);
  return last >= 0x40 && last <= 0x7e ? end + 1 : end;
}

function charsetEnd(bytes: Buffer, body: number): number | undefined {
  const limit = Math.min(bytes.length, body + LONGEST_SEQUENCE);
  let end = body;
  while (end < limit && byteAt(bytes, end) >= 0x20 && byteAt(bytes, end) <= 0x2f) end += 1;
  if (end === limit) return limit === bytes.length ? undefined : body;
  const last = byteAt(bytes, end);
  return last >= 0x30 && last <= 0x7e ? end + 1 : end;
}

/** Up to its terminator, the next sequence or the end of the line. */
function stringEnd(bytes: Buffer, body: number): number | undefined {
  const limit = Math.min(bytes.length, body + LONGEST_SEQUENCE);
  for (let at = body; at < limit; at += 1) {
    const byte = byteAt(bytes, at);
    if (byte === BEL || byte === 0x18 || byte === 0x1a) return at + 1;
    if (byte === ESC || byte === 0x0a) return at;
    if (byte !== C1) continue;
    const next = bytes[at + 1];
    if (next === 0x9c) return at + 2;
    if (next !== undefined && next <= 0x9f) return at;
  }
  return limit === bytes.length ? undefined : body;
}
