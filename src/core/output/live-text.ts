import { decode } from "./text/decode.ts";
import { heldBackBytes } from "./text/hold-back.ts";
import { stripSequences } from "./text/strip-ansi.ts";

/** Text of one stream as it comes. The text does not depend on how the bytes are split; `\r` and `\b` stay in it, for the listener to apply. */
export class LiveText {
  #waiting: Buffer = Buffer.alloc(0);

  push(chunk: Buffer): string {
    const bytes = this.#waiting.length === 0 ? chunk : Buffer.concat([this.#waiting, chunk]);
    const shown = bytes.length - heldBackBytes(bytes);
    this.#waiting = Buffer.from(bytes.subarray(shown));
    return stripSequences(decode(bytes.subarray(0, shown)));
  }

  /** Returns what was held back. Call it when no more bytes follow. */
  flush(): string {
    const text = stripSequences(decode(this.#waiting));
    this.#waiting = Buffer.alloc(0);
    return text;
  }
}
