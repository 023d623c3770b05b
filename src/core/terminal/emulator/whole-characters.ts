/**
 * Cuts a stream into pieces that end between two characters. The emulator reads UTF-8 across pieces, but loses a character
 * that is cut behind a byte of six zero bits (`E2 80 | 8D`).
 */
export class WholeCharacters {
  readonly #most: number;
  /** The beginning of a character whose end has not come. */
  #begun: Uint8Array = new Uint8Array(0);

  /** @param most the longest piece, in bytes */
  constructor(most: number) {
    this.#most = most;
  }

  take(bytes: Uint8Array): Uint8Array[] {
    const all = this.#begun.length === 0 ? bytes : joined(this.#begun, bytes);
    const pieces: Uint8Array[] = [];
    let from = 0;
    for (;;) {
      const to = Math.min(from + this.#most, all.length);
      const end = to - begunAt(all.subarray(from, to));
      if (end === from) break;
      pieces.push(all.subarray(from, end));
      from = end;
    }
    this.#begun = all.slice(from);
    return pieces;
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** How many bytes at the end are the beginning of a longer character. */
function begunAt(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (isContinuation(byte)) continue;
    return lengthBy(byte) > back ? back : 0;
  }
  return 0;
}

const isContinuation = (byte: number): boolean => (byte & 0xc0) === 0x80;

/** The length of a character, by its first byte; 1 for what begins none. */
function lengthBy(byte: number): number {
  if (byte >= 0xf0 && byte < 0xf8) return 4;
  if (byte >= 0xe0 && byte < 0xf0) return 3;
  return byte >= 0xc0 && byte < 0xe0 ? 2 : 1;
}
