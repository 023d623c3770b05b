import { LOGIN_WAIT_MS } from "../../base/limits.ts";
import { within } from "../../base/with-timeout.ts";
import { askLoginShell, type Environment } from "../../process/ask-login-shell.ts";

/** Whether shells start with the login environment: not yet, or never, because the login shell gave none. */
type LoginState = "there" | "awaited" | "failed";

/**
 * What the user's login files make of the host's environment.
 *
 * Asked once, because rc files can be slow. The first shell waits for it, but not for long.
 */
export class LoginEnvironment {
  readonly #ask: () => Promise<Environment | undefined>;
  #variables: Environment = {};
  #state: LoginState = "awaited";
  #waited: Promise<unknown> | undefined;

  constructor(ask: () => Promise<Environment | undefined>) {
    this.#ask = ask;
  }

  get state(): LoginState {
    return this.#state;
  }

  /** What a shell that starts now has of it. */
  async variables(): Promise<Environment> {
    this.#waited ??= within(LOGIN_WAIT_MS, this.#capture());
    await this.#waited;
    return this.#variables;
  }

  async #capture(): Promise<void> {
    const found = await this.#ask();
    this.#state = found === undefined ? "failed" : "there";
    this.#variables = found ?? {};
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
