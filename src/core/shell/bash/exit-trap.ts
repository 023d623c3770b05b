import type { BashAnswer } from "./answer.ts";
import { EXIT_HOOK } from "./exit-hook.ts";
import { quote } from "./script-lines.ts";
import { listsTraps, seesExitTrap } from "./trap-words.ts";

/** Takes the trap away. */
const NONE = "-";

/** nacre's trap, quoted: where the user has none, and in front of the user's. */
const ALONE = quote(EXIT_HOOK.alone);
const FIRST = quote(`${EXIT_HOOK.first}\n`);

/**
 * The EXIT trap of a session's bash: nacre's, which says the state when a text ends bash; the user's, which belongs to the
 * text that set it; or both.
 */
export class ExitTrap {
  #isOurs = false;

  /** What a text begins with, as `trap` takes it; undefined: nothing new. A text that can see the trap sees none of nacre's. */
  before(text: string): string | undefined {
    if (seesExitTrap(text)) return this.#isOurs ? NONE : undefined;
    return this.#isOurs ? undefined : ALONE;
  }

  /** What the next piece of a text begins with: nacre's trap in front of what the piece before set. */
  between(answer: BashAnswer, rest: string): string | undefined {
    if (listsTraps(rest)) return undefined;
    const users = this.usersIn(answer);
    return users === undefined ? ALONE : `${FIRST}${users}`;
  }

  /** What the user's own EXIT trap begins with, when nacre runs it at the end of its text: an exit in it ends bash. */
  under(body: string): string {
    return listsTraps(body) ? NONE : ALONE;
  }

  /** The user's part of the trap that bash has now, quoted. */
  usersIn({ exitTrap }: BashAnswer): string | undefined {
    if (exitTrap === undefined || exitTrap === ALONE) return undefined;
    // bash joins the two quotes.
    const ours = FIRST.slice(0, -1);
    return exitTrap.startsWith(ours) ? `'${exitTrap.slice(ours.length)}` : exitTrap;
  }

  /** Notes what bash said of its trap. */
  note({ exitTrap }: BashAnswer): void {
    this.#isOurs = exitTrap === ALONE;
  }

  /** Another bash has none. */
  forget(): void {
    this.#isOurs = false;
  }
}
