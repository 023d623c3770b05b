import { mayRedirect } from "../bash/cut-text.ts";
import { mayCall, mayDefine } from "../bash/function-calls.ts";
import type { CodeInState } from "../bash/state.ts";
import { isRisky } from "./risky-command.ts";

type Known = { readonly functions: ReadonlySet<string>; readonly redirectsUnnamed: boolean };

/** What a session's bash can run that the next text does not show: functions, traps and aliases of earlier texts. */
export class HeldCode {
  #list: () => CodeInState;
  #listed: Known | undefined;
  /** Whether more may have been defined since. */
  #mayHaveMore = false;
  #execIsHidden = false;

  /** `list`: what there was at the last save. It is not listed before it is needed. */
  constructor(list: () => CodeInState) {
    this.#list = list;
  }

  /** Takes over a new save. */
  take(list: () => CodeInState): void {
    this.#list = list;
    this.#listed = undefined;
    this.#mayHaveMore = false;
  }

  /** Hears of each text that bash gets. */
  noteText(text: string): void {
    this.#mayHaveMore ||= mayDefine(text) || mayCall(text, this.#known.functions);
  }

  /** Whether bash may end in a text without a word: killed, or crashed by a function that calls itself. */
  mayEndIn(text: string): boolean {
    return isRisky(text) || this.#mayHaveMore || mayDefine(text) || mayCall(text, this.#known.functions);
  }

  /** Whether a function of the session, or one that the text defines, is called `exec`. */
  hidesExec(text: string): boolean {
    this.#execIsHidden ||= /\bexec\s*\(\s*\)|\bfunction\s+exec\b/.test(text);
    return this.#execIsHidden || this.#known.functions.has("exec");
  }

  /** Whether a text that was noted may redirect the whole shell, by itself or by what it sets off. */
  mayRedirect(text: string): boolean {
    return mayRedirect(text) || this.#mayHaveMore || this.#known.redirectsUnnamed;
  }

  get #known(): Known {
    this.#listed ??= knownIn(this.#list());
    return this.#listed;
  }
}

/** A trap or an alias sets off what no text names. */
function knownIn({ functions: names, unnamed }: CodeInState): Known {
  const functions = new Set(names);
  return { functions, redirectsUnnamed: unnamed.some((text) => mayRedirect(text) || mayCall(text, functions)) };
}
