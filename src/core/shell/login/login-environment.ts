import { LOGIN_WAIT_MS } from "../../base/limits.ts";
import { within } from "../../base/with-timeout.ts";
import { askLoginShell, type Environment } from "../../process/ask-login-shell.ts";

/** Why a shell starts without the login environment: the login shell has not answered yet, or gave none. */
export type LoginLack = "awaited" | "failed";

/** What a shell that starts now has of it. */
export type LoginNow = { readonly variables: Environment; readonly lack: LoginLack | undefined };

/**
 * What the user's login files make of the host's environment.
 *
 * Asked once, because rc files can be slow. The first shell waits for it, but not for long.
 */
export class LoginEnvironment {
  readonly #ask: () => Promise<Environment | undefined>;
  #now: LoginNow = { variables: {}, lack: "awaited" };
  #asked: Promise<Environment | undefined> | undefined;
  #waited: Promise<unknown> | undefined;
  #isFailureUntold = false;

  constructor(ask: () => Promise<Environment | undefined>) {
    this.#ask = ask;
  }

  /** What a shell that starts now has of it. Waits for the login shell, but only so long after it was first asked. */
  async now(): Promise<LoginNow> {
    this.#waited ??= within(LOGIN_WAIT_MS, this.answer());
    await this.#waited;
    return this.#now;
  }

  /** What the login shell says, however long it takes; undefined when it says nothing. */
  answer(): Promise<Environment | undefined> {
    this.#asked ??= this.#capture();
    return this.#asked;
  }

  /** Whether the login shell gave none. True once. */
  takeFailure(): boolean {
    const isUntold = this.#isFailureUntold;
    this.#isFailureUntold = false;
    return isUntold;
  }

  async #capture(): Promise<Environment | undefined> {
    const found = await this.#ask().catch(() => undefined);
    this.#isFailureUntold = found === undefined;
    this.#now = { variables: found ?? {}, lack: found === undefined ? "failed" : undefined };
    return found;
  }
}

/** By shell and home: every shell manager of this process has the same. */
const asked = new Map<string, LoginEnvironment>();

export function loginEnvironmentOf(bash: string, host: Environment): LoginEnvironment {
  const key = `${bash}\0${host["HOME"] ?? ""}`;
  const known = asked.get(key) ?? new LoginEnvironment(() => changesOf(bash, host));
  asked.set(key, known);
  return known;
}

/** The variables that the login sets or changes. */
async function changesOf(bash: string, host: Environment): Promise<Environment | undefined> {
  const found = await askLoginShell(bash, host);
  return found && Object.fromEntries(Object.entries(found).filter(([name, value]) => host[name] !== value));
}
