import type { StartDirectory } from "../../files/working-directory.ts";
import { type AfterTurn, type BashAnswer, disabledIn } from "../bash/answer.ts";
import { isPlainText } from "../bash/plain-text.ts";
import { codeIn, codeOf, type Dump, readDump } from "../bash/state.ts";
import type { Ulimits } from "../bash/ulimits.ts";
import type { SavedShell } from "../saved-shell.ts";
import { HeldCode } from "./held-code.ts";

/** What bash said of itself, and what the host knows beside. */
type Said = {
  readonly dump: string;
  readonly after: AfterTurn;
  /** Undefined for a bash that said it on its way out. */
  readonly place: StartDirectory | undefined;
  readonly atStart: Ulimits;
};

const NO_CODE = { functions: [], unnamed: [] };

/** What a session's next bash starts from: the last saved state, or the initial one before the first save. */
export class StateStore {
  #saved: SavedShell;
  /** Not read before it is needed: most of it never is. */
  #said: Said | undefined;
  /** Names of what the session had and has not any more, until they are told. */
  readonly missing: string[] = [];
  /** The limits that the present bash began with. */
  atStart: Ulimits = new Map();
  readonly code: HeldCode;

  constructor(saved: SavedShell) {
    this.#saved = saved;
    this.code = new HeldCode(() => (saved.state === undefined ? NO_CODE : codeOf(saved.state)));
  }

  /** Keeps what bash said of itself between two marks; false when it said nothing, or only a part. */
  take(said: string, mark: string, { after, place }: Pick<Said, "after" | "place">): boolean {
    const begin = said.indexOf(`\0${mark}\0`);
    const end = said.indexOf(`\0${mark}\0`, begin + 1);
    if (begin < 0 || end <= begin) return false;
    if (place === undefined) this.saved(); // what a function hides is that of the state before
    const left = place === undefined ? { ...after, disabled: disabledIn(said.slice(0, begin)) } : after;
    const dump = said.slice(begin + mark.length + 2, end);
    this.#said = { dump, after: left, place, atStart: this.atStart };
    this.code.take(() => codeIn(dump));
    return true;
  }

  /** Notes the status of a text that the saved state does not know. */
  takeStatus(status: number): void {
    const saved = this.saved();
    this.#saved = { ...saved, after: { ...saved.after, status, pipeStatus: [status] } };
  }

  /** Leaves out the limits, which the last bash may have been lost to; false when there are none. */
  dropLimits(): boolean {
    const saved = this.saved();
    const names = [...(saved.state?.limits.keys() ?? [])];
    if (saved.state === undefined || names.length === 0) return false;
    this.#saved = { ...saved, state: { ...saved.state, limits: new Map() } };
    this.missing.push(...names.map((name) => `ulimit -${name}`));
    return true;
  }

  /**
   * Whether a text can have changed nothing that a save would keep, but for what this answer tells: that is noted, and the
   * last save is as good as another.
   */
  isUnchangedBy(text: string, answer: BashAnswer): boolean {
    if (!this.isLeftAloneBy(text, answer)) return false;
    const { status, last, options, pipeStatus, debugTrap, disabled } = answer;
    const after = { status, last, options, pipeStatus, debugTrap, disabled };
    if (this.#said === undefined) this.#saved = { ...this.#saved, after };
    else this.#said = { ...this.#said, after };
    return true;
  }

  /** Whether a text changes nothing of a bash that gave this answer before it, or gives it behind it, but what each answer tells. */
  isLeftAloneBy(text: string, { aliases, hasTraps }: Pick<BashAnswer, "aliases" | "hasTraps">): boolean {
    return isPlainText(text) && aliases === 0 && !hasTraps && !this.code.mayEndIn(text);
  }

  /** Where bash was at its last save. */
  get place(): StartDirectory {
    return this.#said?.place ?? this.saved().place;
  }

  saved(): SavedShell {
    const said = this.#said;
    const dump = said === undefined ? undefined : readDump(said.dump, said.atStart, this.#saved.state);
    if (said !== undefined && dump !== undefined) this.#saved = savedOf(said, dump);
    this.#said = undefined;
    return this.#saved;
  }

  /** The lines of so many aliases; undefined when the last save has another number. */
  aliases(count: number): readonly string[] | undefined {
    const lines = [...(this.saved().state?.aliases.values() ?? [])];
    return lines.length === count ? lines : undefined;
  }

  /** The names of what the present bash did not take over, or had to give up, since the last call of this. */
  takeMissing(): readonly string[] {
    return [...new Set(this.missing.splice(0))];
  }
}

function savedOf({ after, place }: Said, { state, place: own }: Dump): SavedShell {
  if (place !== undefined) return { state, after, place };
  const debugTrap = state.traps.get("DEBUG");
  return { state, after: { ...after, options: state.options, debugTrap }, place: own };
}
