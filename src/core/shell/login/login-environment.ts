import { after } from "../../base/clock.ts";
import { LOGIN_WAIT_MS } from "../../base/limits.ts";
import { within } from "../../base/with-timeout.ts";
import { askLoginShell, type Environment } from "../../process/ask-login-shell.ts";
import { type KeptLogin, LoginStore } from "./login-store.ts";

/** Why a shell starts without the login environment: the login shell has not answered yet, or gave none. */
export type LoginLack = "awaited" | "failed";

/** What shells have after a login that gave none: nothing of it, or what an earlier one gave. */
export type LoginFailure = "nothing" | "earlier";

/** What a shell that starts now has of it. */
export type LoginNow = { readonly variables: Environment; readonly lack: LoginLack | undefined };

/** Where it comes from. */
export type LoginSource = {
  /** Asks the login shell. */
  readonly ask: () => Promise<Environment | undefined>;
  readonly store: Pick<LoginStore, "read" | "keep" | "noteFailure">;
};

/**
 * What the user's login files make of the host's environment.
 *
 * The login shell is asked once, because rc files can be slow. The first shell waits for it, but not for long. Where an
 * earlier host has asked, the first shell starts with that, and the login shell is asked behind it.
 */
export class LoginEnvironment {
  readonly #source: LoginSource;
  #now: LoginNow = { variables: {}, lack: "awaited" };
  #asked: Promise<Environment | undefined> | undefined;
  #waited: Promise<unknown> | undefined;
  #untold: LoginFailure | undefined;

  constructor(source: LoginSource) {
    this.#source = source;
  }

  /** What a shell that starts now has of it. Waits for the login shell, but only so long after it was first asked. */
  async now(): Promise<LoginNow> {
    const answer = this.answer();
    this.#waited ??= this.#now.lack === "awaited" ? within(LOGIN_WAIT_MS, answer) : Promise.resolve();
    await this.#waited;
    return this.#now;
  }

  /** What the login shell says to this host, however long it takes; undefined when it says nothing, or is not asked. */
  answer(): Promise<Environment | undefined> {
    this.#asked ??= this.#begin(this.#source.store.read());
    return this.#asked;
  }

  /** That the login shell gave none, and what shells have instead. Once. */
  takeFailure(): LoginFailure | undefined {
    const failure = this.#untold;
    this.#untold = undefined;
    return failure;
  }

  async #begin({ variables, hasFailed }: KeptLogin): Promise<Environment | undefined> {
    if (variables === undefined && !hasFailed) return this.#capture();
    this.#now = { variables: variables ?? {}, lack: variables === undefined ? "failed" : undefined };
    if (hasFailed) return undefined;
    await new Promise<void>((resolve) => after(LOGIN_WAIT_MS, resolve).unref());
    return this.#capture();
  }

  async #capture(): Promise<Environment | undefined> {
    const { ask, store } = this.#source;
    const found = await ask().catch(() => undefined);
    if (found === undefined) {
      store.noteFailure();
      this.#untold = this.#now.lack === undefined ? "earlier" : "nothing";
      if (this.#now.lack !== undefined) this.#now = { variables: {}, lack: "failed" };
    } else {
      store.keep(found);
      this.#now = { variables: found, lack: undefined };
    }
    return found;
  }
}

/** By state directory, shell and home: every shell manager of this process has the same. */
const known = new Map<string, LoginEnvironment>();

export function loginEnvironmentOf(stateDir: string, bash: string, host: Environment): LoginEnvironment {
  const key = [stateDir, bash, host["HOME"] ?? ""].join("\0");
  const source = (): LoginSource => ({ ask: () => changesOf(bash, host), store: new LoginStore(stateDir, bash, host) });
  const login = known.get(key) ?? new LoginEnvironment(source());
  known.set(key, login);
  return login;
}

/** The variables that the login sets or changes. */
async function changesOf(bash: string, host: Environment): Promise<Environment | undefined> {
  const found = await askLoginShell(bash, host);
  return found && Object.fromEntries(Object.entries(found).filter(([name, value]) => host[name] !== value));
}
