import { closeSync, fstatSync, readSync } from "node:fs";
import { openUntrusted } from "../files/read-untrusted.ts";

const BLOCK_BYTES = 64 * 1024;
const NEWLINE = 0x0a;

/** Opens a plain file of a journal. Undefined for anything else that lies in its place. */
const openLines = (path: string): number | undefined => openUntrusted(path, (stat) => stat.isFile());

/** The lines of a file as they stand in it, and how many bytes of a last one are without their newline. */
export function* linesOf(path: string): Generator<string, { readonly tornBytes: number } | undefined, void> {
  const fd = openLines(path);
  if (fd === undefined) return undefined;
  try {
    let rest: Buffer = Buffer.alloc(0);
    for (let at = 0; ; ) {
      const block = readAt(fd, at, BLOCK_BYTES);
      if (block.length === 0) return { tornBytes: rest.length };
      at += block.length;
      const { lines, after } = cutBehindLast(Buffer.concat([rest, block]));
      yield* lines;
      rest = after;
    }
  } finally {
    closeSync(fd);
  }
}

/** The same from the end: reads only as much as the caller takes, and leaves out a last line without its newline. */
export function* linesBackwards(path: string): Generator<string, void, void> {
  const fd = openLines(path);
  if (fd === undefined) return;
  try {
    let after: Buffer = Buffer.alloc(0);
    let hasEnd = false;
    for (let end = fstatSync(fd).size; end > 0; ) {
      const start = Math.max(0, end - BLOCK_BYTES);
      const bytes = Buffer.concat([readAt(fd, start, end - start), after]);
      end = start;
      const last = bytes.lastIndexOf(NEWLINE);
      if (last === -1 && !hasEnd) continue; // a torn line, longer than the block
      const whole = hasEnd ? bytes : bytes.subarray(0, last);
      hasEnd = true;
      const first = start === 0 ? -1 : whole.indexOf(NEWLINE);
      after = start === 0 ? Buffer.alloc(0) : whole.subarray(0, first === -1 ? whole.length : first);
      if (start === 0 || first !== -1)
        yield* whole
          .subarray(first + 1)
          .toString("utf8")
          .split("\n")
          .toReversed();
    }
  } finally {
    closeSync(fd);
  }
}

/** The whole lines that stand in a file behind this offset, and the offset behind them. */
export function linesFrom(path: string, offset: number): { readonly lines: readonly string[]; readonly next: number } {
  const fd = openLines(path);
  if (fd === undefined) return { lines: [], next: offset };
  try {
    const { lines, after, bytes } = cutBehindLast(readAt(fd, offset, Math.max(0, fstatSync(fd).size - offset)));
    return { lines, next: offset + bytes - after.length };
  } finally {
    closeSync(fd);
  }
}

function readAt(fd: number, at: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let read = 0;
  while (read < length) {
    const more = readSync(fd, bytes, read, length - read, at + read);
    if (more === 0) break;
    read += more;
  }
  return bytes.subarray(0, read);
}

function cutBehindLast(bytes: Buffer): {
  readonly lines: readonly string[];
  readonly after: Buffer;
  readonly bytes: number;
} {
  const last = bytes.lastIndexOf(NEWLINE);
  const lines = last === -1 ? [] : bytes.subarray(0, last).toString("utf8").split("\n");
  return { lines, after: bytes.subarray(last + 1), bytes: bytes.length };
}
