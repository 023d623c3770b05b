/** The last line of a log that is written as a ring: a reader needs it to restore the order. */
export type Trailer = { readonly end: number; readonly maxBytes: number };

export const TRAILER_BYTES = 128;

const TRAILER = /^\n\[nacre log: (\d+) bytes printed; the file is circular from byte (\d+) to (\d+) {1,100}\]\n$/;

export function trailerOf({ end, maxBytes }: Trailer): Buffer {
  const words = `\n[nacre log: ${end} bytes printed; the file is circular from byte ${Math.floor(maxBytes / 2)} to ${maxBytes}`;
  return Buffer.from(`${words.padEnd(TRAILER_BYTES - 2)}]\n`, "latin1");
}

/** The trailer in the last bytes of a file of this size. A trailer that does not fit the file is output of a command that looks like one. */
export function trailerIn(last: Buffer, sizeBytes: number): Trailer | undefined {
  const found = TRAILER.exec(last.toString("latin1"));
  if (found === null) return undefined;
  const [end, head, maxBytes] = [Number(found[1]), Number(found[2]), Number(found[3])];
  const fits = sizeBytes === maxBytes + TRAILER_BYTES && head === Math.floor(maxBytes / 2) && end > maxBytes;
  return fits ? { end, maxBytes } : undefined;
}
