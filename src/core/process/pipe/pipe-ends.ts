import type { Writable } from "node:stream";

/** How much is read at once: what a pipe holds. */
export const CHUNK_BYTES: number = 64 * 1024;

/** What a reader is told. A chunk is valid only during the call; `onClose` is called once, after an end, an error or `close`. */
export type PipeEvents = { readonly onBytes: (chunk: Buffer) => void; readonly onClose: () => void };

/** The host's reading end of a pipe: it owns the descriptor, and does not keep the host alive. */
export interface PipeReader {
  readonly isClosed: boolean;
  /** Leaves in the pipe what comes, until it is called with false. */
  pause(isPaused: boolean): void;
  close(): void;
}

/** How the two ends of a pipe are used by their descriptors, which do not block. */
export interface PipeEnds {
  read(fd: number, events: PipeEvents): PipeReader;
  write(fd: number): Writable;
}
