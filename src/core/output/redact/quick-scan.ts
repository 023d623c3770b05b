import { byteAt } from "../store/byte-at.ts";
import { isIntroducer, sequenceEndAt } from "./plain-view.ts";
import { classOf, lastByte, type SecretShape } from "./secret-shape.ts";

const ESC = 0x1b;
const C1 = 0xc2;
const WORD = classOf(/\w/);

/** What a pair of bytes can be, of the first three bytes of a shape and of an escape sequence; also several of these. */
const FIRST_AND_SECOND = 1;
const SECOND_AND_THIRD = 2;
const IN_START = FIRST_AND_SECOND | SECOND_AND_THIRD;
const IN_SEQUENCE = 4;

const LONGEST_COLOUR = 24;
/** How many bytes of a possible secret are compared. */
const TRIED_BYTES = 64;
/** After this many escape sequences in a row the scan gives up and says "maybe". */
const MOST_IN_A_ROW = 8;

/**
 * A fast scan that finds "no secret begins here" for nearly all output, coloured or not. Any three bytes contain a pair
 * at an even offset, so it reads only pairs at even offsets; it skips escape sequences and joins the bytes on both
 * sides.
 */
export class SecretGlance {
  readonly #pairs: Uint8Array = new Uint8Array(0x10000);
  readonly #isStart: Uint8Array = new Uint8Array(0x10000);
  readonly #shapes = new Map<number, Set<SecretShape>>();

  constructor(shapes: readonly SecretShape[]) {
    for (let byte = 0; byte < 0x100; byte += 1) {
      for (const lead of [ESC, C1]) this.#pairs[byte | (lead << 8)] = IN_SEQUENCE;
      this.#pairs[ESC | (byte << 8)] = IN_SEQUENCE;
      if (isIntroducer(byte)) this.#pairs[C1 | (byte << 8)] = IN_SEQUENCE;
    }
    for (const shape of shapes) for (const start of shape.starts) this.#add(shape, start);
  }

  /** `false` if no secret begins in these bytes, save perhaps in the last two that are not part of a sequence. */
  mayContain(bytes: Buffer): boolean {
    const aligned = bytes.byteOffset % 4 === 0 ? bytes : Buffer.from(bytes);
    const pairs = new Uint16Array(aligned.buffer, aligned.byteOffset, aligned.length >> 1);
    const fours = new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length >> 2);
    const [marks, isStart] = [this.#pairs, this.#isStart];
    const last: Passed = { end: 0, before: -1, beforeThat: -1, nextLead: -1 };
    const scan: Scan = { pairs, fours, marks };
    for (let i = markedFrom(scan, 0); i < pairs.length; i = markedFrom(scan, i + 1)) {
      const mark = marks[pairs[i] ?? 0] ?? 0;
      const at = 2 * i;
      if ((mark & FIRST_AND_SECOND) !== 0 && isStart[hashAt(bytes, at)] === 1 && this.#begins(bytes, at, last))
        return true;
      if ((mark & SECOND_AND_THIRD) !== 0 && isStart[hashAt(bytes, at - 1)] === 1 && this.#begins(bytes, at - 1, last))
        return true;
      if ((mark & IN_SEQUENCE) === 0) continue;
      const start = introducerAt(bytes, at, last.end);
      if (start >= 0 && !this.#passes(bytes, start, last)) return true;
    }
    return false;
  }

  #begins(bytes: Buffer, at: number, last: Passed): boolean {
    if (at < 0 || at + 2 >= bytes.length) return false;
    const hash = hashAt(bytes, at);
    const isInWord = at > last.end && WORD[lastByte(bytes, at, undefined) ?? 0] === 1;
    return this.#mayBe(bytes, at, { hash, isInWord, last });
  }

  /** Steps over a sequence, unless a secret may begin before it and go on behind it. */
  #passes(bytes: Buffer, start: number, last: Passed): boolean {
    const end = colourEnd(bytes, start) ?? sequenceEndAt(bytes, start) ?? bytes.length;
    if (end === start) return true;
    const plain = start - last.end;
    if (plain > 0) {
      last.beforeThat = plain > 1 ? start - 2 : last.before;
      last.before = start - 1;
    }
    last.end = end;
    if (end >= bytes.length) return true;
    const next = isLead(within(bytes, end)) ? plainFrom(bytes, end) : end;
    if (next === undefined) return false;
    if (last.before < 0 || next >= bytes.length) return true;
    // A secret around the sequence has these two bytes side by side among its first three.
    const sides = this.#pairs[within(bytes, last.before) | (within(bytes, next) << 8)] ?? 0;
    if ((sides & IN_START) === 0) return true;
    const afterNext = plainFrom(bytes, next + 1);
    if (afterNext === undefined) return false;
    return (
      !this.#straddles(bytes, [last.beforeThat, last.before, next], last) &&
      !this.#straddles(bytes, [last.before, next, afterNext], last)
    );
  }

  #straddles(bytes: Buffer, [first, second, third]: readonly [number, number, number], last: Passed): boolean {
    if (first < 0 || third >= bytes.length) return false;
    const hash = hashOf(byteAt(bytes, first), byteAt(bytes, second), byteAt(bytes, third));
    return this.#isStart[hash] === 1 && this.#mayBe(bytes, first, { hash, isInWord: false, last });
  }

  #mayBe(bytes: Buffer, at: number, { hash, isInWord, last }: Candidate): boolean {
    if (last.nextLead < at) last.nextLead = leadFrom(bytes, at);
    const isClear = last.nextLead - at >= TRIED_BYTES;
    for (const shape of this.#shapes.get(hash) ?? []) {
      if (shape.wordStart && isInWord) continue;
      const found = isClear ? shape.match(bytes, at, false) : shape.match(plainBytes(bytes, at), 0, false);
      if (found.kind !== "none") return true;
    }
    return false;
  }

  #add(shape: SecretShape, start: Buffer): void {
    for (const [from, mark] of [FIRST_AND_SECOND, SECOND_AND_THIRD].entries()) {
      const pair = start.readUInt16LE(from);
      this.#pairs[pair] = (this.#pairs[pair] ?? 0) | mark;
    }
    const hash = hashOf(byteAt(start, 0), byteAt(start, 1), byteAt(start, 2));
    this.#isStart[hash] = 1;
    const shapes = this.#shapes.get(hash) ?? new Set();
    this.#shapes.set(hash, shapes.add(shape));
  }
}

/** Where the last sequence ended, the two plain bytes before it, and the next place at which one may begin. */
type Passed = { end: number; before: number; beforeThat: number; nextLead: number };
/** The same bytes by two and by four, and what each pair can be. */
type Scan = { readonly pairs: Uint16Array; readonly fours: Uint32Array; readonly marks: Uint8Array };
type Candidate = { readonly hash: number; readonly isInWord: boolean; readonly last: Passed };

/** Where a change of colour ends: nearly all sequences are one. What is not, or is long, is for `sequenceEndAt` to say. */
function colourEnd(bytes: Buffer, at: number): number | undefined {
  if (at + LONGEST_COLOUR > bytes.length || bytes[at] !== ESC || bytes[at + 1] !== 0x5b) return undefined;
  const limit = at + LONGEST_COLOUR;
  for (let end = at + 2; end < limit; end += 1) {
    const byte = within(bytes, end);
    if (byte === 0x6d) return end + 1;
    if ((byte & 0xf0) !== 0x30) return undefined;
  }
  return undefined;
}

/** As `byteAt`, and never asked for what is beyond the end, which would make every call slower. */
const within = (bytes: Buffer, at: number): number => bytes[at] ?? 0;

const isLead = (byte: number): boolean => byte === ESC || byte === C1;

function leadFrom(bytes: Buffer, from: number): number {
  const [escape, c1] = [bytes.indexOf(ESC, from), bytes.indexOf(C1, from)];
  return Math.min(escape === -1 ? Number.POSITIVE_INFINITY : escape, c1 === -1 ? Number.POSITIVE_INFINITY : c1);
}

const hashOf = (first: number, second: number, third: number): number =>
  ((first * 0x1003) ^ (second * 0x107) ^ third) & 0xffff;

const hashAt = (bytes: Buffer, at: number): number =>
  hashOf(byteAt(bytes, at), byteAt(bytes, at + 1), byteAt(bytes, at + 2));

/** The marks of both pairs in four bytes. */
const marksOf = (marks: Uint8Array, four: number): number => (marks[four & 0xffff] ?? 0) | (marks[four >>> 16] ?? 0);

/** The next pair with a mark, or behind the last pair. Eight bytes at a time: the scan spends nearly all of its time here. */
function markedFrom({ pairs, fours, marks }: Scan, from: number): number {
  if (from % 2 === 1 && from < pairs.length && marks[pairs[from] ?? 0] !== 0) return from;
  const end = fours.length - 1;
  let four = (from + 1) >> 1;
  while (four < end) {
    const first = fours[four] ?? 0;
    const second = fours[four + 1] ?? 0;
    if ((marksOf(marks, first) | marksOf(marks, second)) !== 0) break;
    four += 2;
  }
  let i = 2 * four;
  while (i < pairs.length && marks[pairs[i] ?? 0] === 0) i += 1;
  return i;
}

/** Where a sequence may begin, at the first or the second byte of a pair; -1 if at neither. */
function introducerAt(bytes: Buffer, at: number, from: number): number {
  if (at >= from && isLead(within(bytes, at))) return at;
  return at + 1 >= from && isLead(within(bytes, at + 1)) ? at + 1 : -1;
}

/** The first place from here on that is not in a sequence; `undefined` if that takes too long to find. */
function plainFrom(bytes: Buffer, from: number): number | undefined {
  let at = from;
  for (let passed = 0; passed < MOST_IN_A_ROW; passed += 1) {
    if (!isLead(byteAt(bytes, at))) return at;
    const end = sequenceEndAt(bytes, at);
    if (end === undefined) return bytes.length;
    if (end === at) return at;
    at = end;
  }
  return undefined;
}

function plainBytes(bytes: Buffer, from: number): Buffer {
  const plain = Buffer.allocUnsafe(TRIED_BYTES);
  let filled = 0;
  for (let at = plainFrom(bytes, from); at !== undefined && at < bytes.length && filled < TRIED_BYTES; ) {
    plain[filled++] = byteAt(bytes, at);
    at = plainFrom(bytes, at + 1);
  }
  return plain.subarray(0, filled);
}
