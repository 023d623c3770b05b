import { mayCall, mayDefine } from "../bash/function-calls.ts";
import { isRisky } from "./risky-command.ts";

/** What a session's bash can run that the next text does not show: the functions that earlier texts defined. */
export class HeldCode {
  #list: () => Iterable<string>;
  #names: ReadonlySet<string> | undefined;
  /** Whether functions may have been defined since. */
  #mayHaveMore = false;
  #execIsHidden = false;

  /** `names`: of the functions at the last save. They are not listed before they are needed. */
  constructor(names: () => Iterable<string>) {
    this.#list = names;
  }

  /** Takes the names of a new save. */
  take(names: () => Iterable<string>): void {
    this.#list = names;
    this.#names = undefined;
    this.#mayHaveMore = false;
  }

  /** Hears of each text that bash gets. */
  noteText(text: string): void {
    this.#mayHaveMore ||= mayDefine(text) || mayCall(text, this.#functions);
  }

  /** Whether bash may end in a text without a word: killed, or crashed by a function that calls itself. */
  mayEndIn(text: string): boolean {
    return isRisky(text) || this.#mayHaveMore || mayDefine(text) || mayCall(text, this.#functions);
  }

  /** Whether a function of the session, or one that the text defines, is called `exec`. */
  hidesExec(text: string): boolean {
    this.#execIsHidden ||= /\bexec\s*\(\s*\)|\bfunction\s+exec\b/.test(text);
    return this.#execIsHidden || this.#functions.has("exec");
  }

  get #functions(): ReadonlySet<string> {
    this.#names ??= new Set(this.#list());
    return this.#names;
  }
}
