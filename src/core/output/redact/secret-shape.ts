import { byteAt } from "../store/byte-at.ts";
/** What the bytes at a place are: a secret up to `end`, none, or the beginning of one that needs more bytes to tell. */
export type SecretMatch =
  | { readonly kind: "secret"; readonly end: number }
  | { readonly kind: "none" }
  | { readonly kind: "unfinished" };

export const NO_SECRET: SecretMatch = { kind: "none" };
export const UNFINISHED: SecretMatch = { kind: "unfinished" };

/** One kind of secret. `match` is pure: the result does not depend on how output is split into chunks. */
export interface SecretShape {
  /** Stands in place of the secret: `[redacted:LABEL]`. */
  readonly label: string;
  /** Every way it can begin, `START_BYTES` or more of each. */
  readonly starts: readonly Buffer[];
  /** Whether it must not follow a letter, digit or underscore: `task-…` does not hold a key that begins `sk-`. */
  readonly wordStart: boolean;
  /** `final` means that nothing follows these bytes, so the answer is never `unfinished`. */
  match(bytes: Buffer, at: number, final: boolean): SecretMatch;
}

/** How much of a beginning the search looks at. */
export const START_BYTES = 4;

/** A set of bytes, for looking up one at a time. */
export type ByteClass = Uint8Array;

export const classOf = (pattern: RegExp): ByteClass =>
  Uint8Array.from({ length: 256 }, (_, byte) => (byte < 0x80 && pattern.test(String.fromCharCode(byte)) ? 1 : 0));

/** Whether the bytes at a place are these; `unfinished` if they end while they still agree. */
export function literalAt(bytes: Buffer, at: number, literal: Buffer): "yes" | "no" | "unfinished" {
  const end = Math.min(literal.length, bytes.length - at);
  for (let i = 0; i < end; i += 1) if (bytes[at + i] !== literal[i]) return "no";
  return end === literal.length ? "yes" : "unfinished";
}

/** Where a run of bytes of one class that begins at a place ends, at the latest after `most` of them. */
export function runEnd(
  bytes: Buffer,
  at: number,
  { of, most }: { readonly of: ByteClass; readonly most: number },
): number {
  const limit = Math.min(bytes.length, at + most);
  let end = at;
  while (end < limit && of[byteAt(bytes, end)] === 1) end += 1;
  return end;
}

const BACKSLASH = 0x5c;
/** The letters behind a backslash that mean a character: `\\nghp_…` in JSON holds a key at the start of a word. */
const ESCAPED = classOf(/[abefnrtv0]/);

/** The byte in front of a place, as far as words go; `before` is the same for the first place. */
export function lastByte(bytes: Buffer, at: number, before: number | undefined): number | undefined {
  if (at === 0) return before;
  const [last, previous] = [bytes[at - 1], at === 1 ? before : bytes[at - 2]];
  return previous === BACKSLASH && ESCAPED[last ?? 0] === 1 ? BACKSLASH - 1 : last;
}
