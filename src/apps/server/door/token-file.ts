import { lstatSync } from "node:fs";
import { wallMs } from "../../../core/base/clock.ts";
import { messageOf } from "../../../core/base/system-error.ts";
import { readToken } from "./token.ts";

/** Two writes within this time may leave the same timestamps behind. */
const SETTLED_MS = 100;

/**
 * A token file under the eyes of a server: read again when it changes. While it is gone, half written, or readable by
 * others, there is no token, and so none that a request could show.
 */
export class TokenFile {
  readonly #path: string;
  readonly #say: (sentence: string) => void;
  #version: string | undefined;
  #token: string | undefined;
  #problem: string | undefined;

  constructor(path: string, say: (sentence: string) => void) {
    this.#path = path;
    this.#say = say;
  }

  /** The token that the file holds now. */
  current(): string | undefined {
    // Looked at before it is read: a write in between shows as another version the next time.
    const version = versionOf(this.#path);
    if (version === undefined || version !== this.#version) this.#read();
    this.#version = version;
    return this.#token;
  }

  #read(): void {
    try {
      this.#token = readToken(this.#path);
      this.#problem = undefined;
    } catch (error) {
      this.#token = undefined;
      const problem = messageOf(error);
      if (problem !== this.#problem) this.#say(`${problem}; until that is mended, its token is refused`);
      this.#problem = problem;
    }
  }
}

/** Differs when the file does. Undefined: it may have changed without a sign. */
function versionOf(path: string): string | undefined {
  try {
    const { ino, size, mode, uid, mtimeNs, ctimeNs, ctimeMs } = lstatSync(path, { bigint: true });
    if (Math.abs(wallMs() - Number(ctimeMs)) < SETTLED_MS) return undefined;
    return [ino, size, mode, uid, mtimeNs, ctimeNs].join(" ");
  } catch {
    return undefined; // the read says why
  }
}
