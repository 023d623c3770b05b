import { rmSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { wallMs } from "../../../core/base/clock.ts";
import { LINK_LIFE_MS } from "../../../core/base/limits.ts";
import { pageState, readState, writeState } from "./page-state.ts";
import { digestOf, freshSecret, isSecretOf } from "./secret-digest.ts";

const CODE_BYTES = 16;

/** Why a code does not sign in. */
export type LinkProblem = "used" | "old" | "unknown";

/**
 * The code of the one link that signs a browser in, as the state directory has it: its digest alone. Every server of this
 * state directory takes it, whichever nacre made it.
 */
export class OneTimeLink {
  readonly #path: string;
  readonly #usedPath: string;

  constructor(stateDir: string) {
    this.#path = join(pageState(stateDir), "link.json");
    this.#usedPath = join(pageState(stateDir), "used-link.json");
  }

  /** A fresh code; the one before it ends. */
  make(): string {
    const code = freshSecret(CODE_BYTES);
    writeState(this.#path, { code: digestOf(code), until: wallMs() + LINK_LIFE_MS });
    return code;
  }

  /** Whether a code waits to be used. */
  get isWaiting(): boolean {
    return readState(this.#path) !== undefined;
  }

  /** Uses a code up. Undefined: it was right, and is over now. */
  use(code: string): LinkProblem | undefined {
    const said = readState(this.#path);
    if (!isSecretOf(said?.["code"], code)) {
      return isSecretOf(readState(this.#usedPath)?.["code"], code) ? "used" : "unknown";
    }
    try {
      unlinkSync(this.#path); // of two that use it at once, one finds it gone
    } catch {
      return "used";
    }
    writeState(this.#usedPath, { code: digestOf(code) });
    return Number(said?.["until"]) > wallMs() ? undefined : "old";
  }

  /** Ends the code that waits. */
  end(): void {
    rmSync(this.#path, { force: true });
  }
}
