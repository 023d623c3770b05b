/** The byte at a place, 0 beyond the end. Call it with Buffers only: a second kind of array makes every call slower. */
export const byteAt = (bytes: Buffer, at: number): number => bytes[at] ?? 0;
