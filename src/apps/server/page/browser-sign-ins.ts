import { rmSync } from "node:fs";
import { join } from "node:path";
import { wallMs } from "../../../core/base/clock.ts";
import { SIGN_IN_LIFE_MS, SIGN_INS } from "../../../core/base/limits.ts";
import { namesIn } from "../../../core/files/list-directory.ts";
import { pageState, readState, writeState } from "./page-state.ts";
import { digestOf, freshSecret, isSecretOf } from "./secret-digest.ts";

const SECRET_BYTES = 32;
const FILE = /^[0-9a-f]{64}\.json$/;

/** What a browser gets: a cookie, and a key that the page sends as a header. Neither opens anything alone. */
export type SignIn = { readonly cookie: string; readonly key: string };

/**
 * The browsers that are signed in: a file for each, named after the digest of its cookie, with the digest of its key. A
 * restart of the server changes nothing; a file that is removed is a sign-in that is over.
 */
export class BrowserSignIns {
  readonly #directory: string;

  constructor(stateDir: string) {
    this.#directory = join(pageState(stateDir), "browsers");
  }

  add(): SignIn {
    this.#sweep();
    const signIn = { cookie: freshSecret(SECRET_BYTES), key: freshSecret(SECRET_BYTES) };
    const until = wallMs() + SIGN_IN_LIFE_MS;
    writeState(this.#pathOf(signIn.cookie), { key: digestOf(signIn.key), until });
    return signIn;
  }

  /** Whether this cookie is of a browser that is signed in. It says nothing of who sends it: cookies ignore ports. */
  hasCookie(cookie: string): boolean {
    return this.#of(cookie) !== undefined;
  }

  /** Whether both are of the same browser, which is signed in. */
  holds({ cookie, key }: SignIn): boolean {
    return isSecretOf(this.#of(cookie)?.["key"], key);
  }

  remove(cookie: string): void {
    rmSync(this.#pathOf(cookie), { force: true });
  }

  /** Signs every browser out. Returns how many. */
  removeAll(): number {
    const files = this.#files();
    for (const name of files) rmSync(join(this.#directory, name), { force: true });
    return files.length;
  }

  #of(cookie: string): Readonly<Record<string, unknown>> | undefined {
    const said = readState(this.#pathOf(cookie));
    return Number(said?.["until"]) > wallMs() ? said : undefined;
  }

  #pathOf(cookie: string): string {
    return join(this.#directory, `${digestOf(cookie)}.json`);
  }

  #files(): readonly string[] {
    return namesIn(this.#directory).filter((name) => FILE.test(name));
  }

  /** Removes what is over, and the oldest where there are too many. */
  #sweep(): void {
    const all = this.#files()
      .map((name) => ({
        path: join(this.#directory, name),
        until: Number(readState(join(this.#directory, name))?.["until"] ?? 0),
      }))
      .toSorted((a, b) => b.until - a.until);
    for (const [at, { path, until }] of all.entries()) {
      if (until <= wallMs() || at >= SIGN_INS - 1) rmSync(path, { force: true });
    }
  }
}
