import type { Environment } from "../../process/ask-login-shell.ts";
import type { SessionTurn } from "../session/session-turn.ts";
import type { LoginEnvironment, LoginFailure, LoginLack } from "./login-environment.ts";

type HasTurns = { inTurn(act: (turn: SessionTurn) => Promise<void>): Promise<unknown> };

/** The login environment in one session: what its bash started with, and what is set in it later. */
export class SessionLogin {
  readonly #login: LoginEnvironment | undefined;
  readonly #environmentWith: (login: Environment) => Environment;
  #lack: LoginLack | undefined;
  #given: Environment | undefined;

  /** `login`: undefined where the operator wants none of it. */
  constructor(login: LoginEnvironment | undefined, environmentWith: (login: Environment) => Environment) {
    this.#login = login;
    this.#environmentWith = environmentWith;
  }

  /** Why the session's bash has not the login environment; undefined when it has, and when it shall not have it. */
  get lack(): LoginLack | undefined {
    return this.#lack;
  }

  /** That the login failed. Once for all sessions. */
  takeFailure(): LoginFailure | undefined {
    return this.#login?.takeFailure();
  }

  /** Hears what the session's first bash starts with. A later one goes on from the state of the one before. */
  began(given: Environment, lack: LoginLack | undefined): void {
    if (this.#given !== undefined) return;
    this.#given = given;
    this.#lack = lack;
  }

  /** When the login shell has answered: sets what it changes, where the session has not changed it. */
  async bringTo(session: HasTurns): Promise<void> {
    const answer = await this.#login?.answer();
    if (answer === undefined && this.#lack !== undefined) this.#lack = "failed";
    if (answer === undefined) return;
    const bring = (turn: SessionTurn): Promise<void> => this.#bring(turn, this.#environmentWith(answer));
    await session.inTurn(bring).catch(() => undefined); // the session has ended
  }

  async #bring(turn: SessionTurn, wanted: Environment): Promise<void> {
    const given = this.#given;
    if (given === undefined) return; // its bash will start with it
    const { variables } = await turn.state();
    const isUntouched = (name: string): boolean => {
      const now = variables.get(name);
      if (given[name] === undefined) return now === undefined;
      return now?.attributes === "x" && now.value === given[name];
    };
    const changes = Object.entries(wanted).filter(
      ([name, value]) => given[name] !== value && isSettable(name) && isUntouched(name),
    );
    if (changes.length > 0) await turn.export(new Map(changes));
    this.#given = wanted;
    this.#lack = undefined;
  }
}

/** A name that bash takes. One changes how bash itself reads everything. */
const isSettable = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name) && name !== "POSIXLY_CORRECT";
