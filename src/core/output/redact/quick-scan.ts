import { byteAt } from "../store/byte-at.ts";
import { isIntroducer, sequenceEndAt } from "./plain-view.ts";
import { classOf, lastByte, type SecretShape } from "./secret-shape.ts";

const ESC = 0x1b;
const C1 = 0xc2;
const WORD = classOf(/\w/);

/** What a pair of bytes can be: part of the first three bytes of a shape, part of an escape sequence, or both. */
const IN_START = 1;
const IN_SEQUENCE = 2;

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
    const aligned = bytes.byteOffset % 2 === 0 ? bytes : Buffer.from(bytes);
    const pairs = new Uint16Array(aligned.buffer, aligned.byteOffset, aligned.length >> 1);
    const marks = this.#pairs;
    const last: Passed = { end: 0, before: -1, beforeThat: -1, nextLead: -1 };
    for (let i = 0; i < pairs.length; i += 1) {
      i = unmarkedFrom(pairs, marks, i);
      const mark = marks[pairs[i] ?? 0] ?? 0;
      if (mark === 0) continue;
      const at = 2 * i;
      if ((mark & IN_START) !== 0 && (this.#begins(bytes, at - 1, last) || this.#begins(bytes, at, last))) return true;
      const start = (mark & IN_SEQUENCE) === 0 ? undefined : introducerAt(bytes, at, last.end);
      if (start === undefined) continue;
      if (!this.#passes(bytes, start, last)) return true;
    }
    return false;
  }

  #begins(bytes: Buffer, at: number, last: Passed): boolean {
    if (at < 0 || at + 2 >= bytes.length) return false;
    const hash = hashOf(byteAt(bytes, at), byteAt(bytes, at + 1), byteAt(bytes, at + 2));
    if (this.#isStart[hash] !== 1) return false;
    const isInWord = at > last.end && WORD[lastByte(bytes, at, undefined) ?? 0] === 1;
    return this.#mayBe(bytes, at, { hash, isInWord, last });
  }

  /** Steps over a sequence, unless a secret may begin before it and go on behind it. */
  #passes(bytes: Buffer, start: number, last: Passed): boolean {
    const end = sequenceEndAt(bytes, start) ?? bytes.length;
    if (end === start) return true;
    const plain = start - last.end;
    if (plain > 0) {
      last.beforeThat = plain > 1 ? start - 2 : last.before;
      last.before = start - 1;
    }
    last.end = end;
    const next = plainFrom(bytes, end);
    if (next === undefined) return false;
    if (last.before < 0 || next >= bytes.length) return true;
    // A secret around the sequence has these two bytes side by side among its first three.
    const sides = this.#pairs[byteAt(bytes, last.before) | (byteAt(bytes, next) << 8)] ?? 0;
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
    for (const from of [0, 1]) {
      const pair = start.readUInt16LE(from);
      this.#pairs[pair] = (this.#pairs[pair] ?? 0) | IN_START;
    }
    const hash = hashOf(byteAt(start, 0), byteAt(start, 1), byteAt(start, 2));
    this.#isStart[hash] = 1;
    const shapes = this.#shapes.get(hash) ?? new Set();
    this.#shapes.set(hash, shapes.add(shape));
  }
}

/** Where the last sequence ended, the two plain bytes before it, and the next place at which one may begin. */
type Passed = { end: number; before: number; beforeThat: number; nextLead: number };
type Candidate = { readonly hash: number; readonly isInWord: boolean; readonly last: Passed };

function leadFrom(bytes: Buffer, from: number): number {
  const [escape, c1] = [bytes.indexOf(ESC, from), bytes.indexOf(C1, from)];
  return Math.min(escape === -1 ? Number.POSITIVE_INFINITY : escape, c1 === -1 ? Number.POSITIVE_INFINITY : c1);
}

const hashOf = (first: number, second: number, third: number): number =>
  ((first * 0x1003) ^ (second * 0x107) ^ third) & 0xffff;

/** Skips pairs without a mark, four at a time: the scan spends nearly all of its time here. */
function unmarkedFrom(pairs: Uint16Array, marks: Uint8Array, from: number): number {
  const end = pairs.length - 3;
  let i = from;
  while (i < end) {
    const first = (marks[pairs[i] ?? 0] ?? 0) | (marks[pairs[i + 1] ?? 0] ?? 0);
    const second = (marks[pairs[i + 2] ?? 0] ?? 0) | (marks[pairs[i + 3] ?? 0] ?? 0);
    if ((first | second) !== 0) break;
    i += 4;
  }
  return i;
}

/** A sequence begins at the first or the second byte of a pair. */
function introducerAt(bytes: Buffer, at: number, from: number): number | undefined {
  const isOne = (place: number): boolean => place >= from && (bytes[place] === ESC || bytes[place] === C1);
  if (isOne(at)) return at;
  return isOne(at + 1) ? at + 1 : undefined;
}

/** The first place from here on that is not in a sequence; `undefined` if that takes too long to find. */
function plainFrom(bytes: Buffer, from: number): number | undefined {
  let at = from;
  for (let passed = 0; passed < MOST_IN_A_ROW; passed += 1) {
    if (bytes[at] !== ESC && bytes[at] !== C1) return at;
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
