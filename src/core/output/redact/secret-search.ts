import { byteAt } from "../store/byte-at.ts";
import { classOf, lastByte, type SecretShape, START_BYTES } from "./secret-shape.ts";

/** A secret in a stretch of bytes, end excluded. */
export type SecretSpan = { readonly start: number; readonly end: number; readonly label: string };

export type SearchOptions = {
  /** The byte before the first one; `undefined` at the beginning of a stream. */
  readonly before: number | undefined;
  /** No more bytes follow: an unfinished match is no secret. */
  readonly final: boolean;
};

/** `waitsFrom` is where an unfinished match begins, or else the length of the bytes. */
export type Found = { readonly spans: readonly SecretSpan[]; readonly waitsFrom: number };

/**
 * Looks for many shapes in one pass (Wu and Manber: two bytes tell how far the search may jump), so that the number of
 * shapes costs nothing where there is no secret.
 */
export class SecretSearch {
  /** How far to jump when the last two bytes of the window are these; 0 means: look closer. */
  readonly #jump: Uint8Array = new Uint8Array(0x10000).fill(START_BYTES - 1);
  readonly #shapes = new Map<number, SecretShape[]>();
  /** Beginnings shorter than the window, and whether each must stand at the start of a word. */
  readonly #beginnings = new Map<string, boolean>();

  constructor(shapes: readonly SecretShape[]) {
    for (const shape of shapes) {
      for (const start of shape.starts) this.#add(shape, start);
    }
  }

  search(bytes: Buffer, { before, final }: SearchOptions): Found {
    const spans: SecretSpan[] = [];
    const jump = this.#jump;
    const lastWindow = bytes.length - START_BYTES;
    let at = 0;
    while (at <= lastWindow) {
      const distance = jump[byteAt(bytes, at + 2) | (byteAt(bytes, at + 3) << 8)] ?? 0;
      if (distance > 0) {
        at += distance;
        continue;
      }
      const found = this.#secretAt(bytes, at, { before, final });
      if (found === "unfinished") return { spans, waitsFrom: at };
      if (found !== undefined) spans.push(found);
      at = found?.end ?? at + 1;
    }
    while (!final && at < bytes.length && !this.#mayBegin(bytes, at, before)) at += 1;
    return { spans, waitsFrom: final ? bytes.length : at };
  }

  #secretAt(bytes: Buffer, at: number, { before, final }: SearchOptions): SecretSpan | "unfinished" | undefined {
    for (const shape of this.#shapes.get(windowAt(bytes, at)) ?? []) {
      if (shape.wordStart && isInWord(bytes, at, before)) continue;
      const found = shape.match(bytes, at, final);
      if (found.kind === "unfinished") return "unfinished";
      if (found.kind === "secret") return { start: at, end: found.end, label: shape.label };
    }
    return undefined;
  }

  #mayBegin(bytes: Buffer, at: number, before: number | undefined): boolean {
    const wordStart = this.#beginnings.get(bytes.toString("latin1", at));
    return wordStart !== undefined && !(wordStart && isInWord(bytes, at, before));
  }

  #add(shape: SecretShape, start: Buffer): void {
    const window = windowAt(start, 0);
    const shapes = this.#shapes.get(window);
    if (shapes === undefined) this.#shapes.set(window, [shape]);
    else if (!shapes.includes(shape)) shapes.push(shape);
    for (let from = 0; from < START_BYTES - 1; from += 1) {
      const pair = start.readUInt16LE(from);
      this.#jump[pair] = Math.min(this.#jump[pair] ?? 0, START_BYTES - 2 - from);
    }
    for (let length = 1; length < START_BYTES; length += 1) {
      const beginning = start.toString("latin1", 0, length);
      this.#beginnings.set(beginning, shape.wordStart && (this.#beginnings.get(beginning) ?? true));
    }
  }
}

const windowAt = (bytes: Buffer, at: number): number =>
  (byteAt(bytes, at) | (byteAt(bytes, at + 1) << 8) | (byteAt(bytes, at + 2) << 16)) +
  byteAt(bytes, at + 3) * 0x1000000;

const WORD = classOf(/\w/);

const isInWord = (bytes: Buffer, at: number, before: number | undefined): boolean =>
  WORD[lastByte(bytes, at, before) ?? 0] === 1;
