import { decode } from "./text/decode.ts";
import { heldBackBytes } from "./text/hold-back.ts";
import { stripSequences } from "./text/strip-ansi.ts";

/** Text of one stream as it comes: the same in any split, `\r` and `\b` left to the listener, who can still apply them. */
export class LiveText {
  #waiting: Buffer = Buffer.alloc(0);

  push(chunk: Buffer): string {
    const bytes = this.#waiting.length === 0 ? chunk : Buffer.concat([this.#waiting, chunk]);
    const shown = bytes.length - heldBackBytes(bytes);
    this.#waiting = Buffer.from(bytes.subarray(shown));
    return stripSequences(decode(bytes.subarray(0, shown)));
  }

  /** What was held back, now that nothing follows. */
  flush(): string {
    const text = stripSequences(decode(this.#waiting));
    this.#waiting = Buffer.alloc(0);
    return text;
  }
}
