import { closeSync, readSync, writeSync } from "node:fs";
import { Writable } from "node:stream";
import { after, type Timer } from "../../base/clock.ts";
import { codeOf } from "../../base/system-error.ts";
import { CHUNK_BYTES, type PipeEnds, type PipeEvents, type PipeReader } from "./pipe-ends.ts";

/** Every runtime can look again and again. */
export const endsLooked: PipeEnds = { read: readByLooks, write: writeByLooks };

/** The pause between two looks at a pipe: after a look that found something, and at most. */
const FIRST_LOOK_MS = 1;
const LAST_LOOK_MS = 32;

/** What a pipe takes whole or not at all: Deno does not say how much of a longer write the pipe took. */
const WHOLE_BYTES = 4096;

/** One buffer for every look: no chunk outlives its call. */
const found = Buffer.allocUnsafe(CHUNK_BYTES);

/** Reads a pipe by looking again and again, less and less often while nothing comes. */
function readByLooks(fd: number, { onBytes, onClose }: PipeEvents): PipeReader {
  let isClosed = false;
  let isHeld = false;
  let timer: Timer | undefined;
  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    timer?.cancel();
    closeSync(fd);
    setImmediate(onClose);
  };
  const lookIn = (ms: number): void => {
    timer = after(ms, () => {
      if (isHeld) return lookIn(FIRST_LOOK_MS);
      const bytes = bytesNow(() => readSync(fd, found, 0, CHUNK_BYTES, null));
      if (bytes instanceof Error || bytes === 0) return close();
      if (bytes !== undefined) onBytes(found.subarray(0, bytes));
      if (!isClosed) lookIn(bytes === undefined ? Math.min(ms * 2, LAST_LOOK_MS) : FIRST_LOOK_MS);
    }).unref();
  };
  lookIn(FIRST_LOOK_MS);
  return {
    get isClosed() {
      return isClosed;
    },
    pause: (isPaused) => {
      isHeld = isPaused;
    },
    close,
  };
}

/** Writes to a pipe what it takes, and looks again and again whether it takes more. */
function writeByLooks(fd: number): Writable {
  const write = (rest: Buffer, ms: number, done: (error?: Error) => void): void => {
    for (let at = 0; at < rest.length; at += WHOLE_BYTES) {
      const bytes = bytesNow(() => writeSync(fd, rest.subarray(at, at + WHOLE_BYTES)));
      if (bytes instanceof Error) return done(bytes);
      if (bytes !== undefined) continue;
      const pause = at > 0 ? FIRST_LOOK_MS : Math.min(ms * 2, LAST_LOOK_MS);
      after(pause, () => (pipe.destroyed ? done() : write(rest.subarray(at), pause, done))).unref();
      return;
    }
    done();
  };
  const pipe = new Writable({
    write: (chunk: Buffer, _encoding, done) => write(chunk, FIRST_LOOK_MS, done),
    destroy: (error, done) => {
      closeSync(fd);
      done(error);
    },
  });
  return pipe;
}

/** What a call on a descriptor gives; undefined when it would have to wait. */
function bytesNow(call: () => number): number | Error | undefined {
  try {
    return call();
  } catch (error) {
    if (codeOf(error) === "EAGAIN") return undefined;
    return error instanceof Error ? error : new Error(String(error), { cause: error });
  }
}
