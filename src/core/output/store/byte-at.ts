/** The byte at a place, 0 beyond the end. Always of a Buffer: fed with one kind of array only, it costs nothing. */
export const byteAt = (bytes: Buffer, at: number): number => bytes[at] ?? 0;
