import { LINE_FRAME_BYTES } from "../base/limits.ts";

/** One frame: JSON on a line. JSON has no line end of its own, so that no text can make two frames of one. */
export const frameOf = (value: object): string => `${JSON.stringify(value)}\n`;

/** What a reader makes of bytes: a value, or a sentence that says why the rest cannot be read. */
export type Frame = { readonly value: unknown } | { readonly problem: string };

const LINE_END = 0x0a;

/** Cuts what comes on a connection into frames. After a problem nothing more is read. */
export class FrameReader {
  #parts: Buffer[] = [];
  #bytes = 0;
  #isBroken = false;

  push(chunk: Buffer): readonly Frame[] {
    const frames: Frame[] = [];
    let from = 0;
    while (!this.#isBroken) {
      const end = chunk.indexOf(LINE_END, from);
      this.#take(chunk.subarray(from, end === -1 ? chunk.length : end));
      if (this.#bytes > LINE_FRAME_BYTES) frames.push(this.#break(`a frame is longer than ${LINE_FRAME_BYTES} bytes`));
      if (end === -1 || this.#isBroken) break;
      frames.push(this.#frame());
      from = end + 1;
    }
    return frames;
  }

  #take(part: Buffer): void {
    if (part.length === 0) return;
    this.#parts.push(part);
    this.#bytes += part.length;
  }

  #frame(): Frame {
    const text = Buffer.concat(this.#parts).toString("utf8");
    this.#parts = [];
    this.#bytes = 0;
    try {
      return { value: JSON.parse(text) };
    } catch {
      return this.#break("a frame is not JSON");
    }
  }

  #break(problem: string): Frame {
    this.#isBroken = true;
    this.#parts = [];
    this.#bytes = 0;
    return { problem };
  }
}
