import type { StartDirectory } from "../../files/working-directory.ts";
import type { AfterTurn } from "../bash/answer.ts";
import { type Dump, functionNamesIn, readDump } from "../bash/state.ts";
import type { SavedShell } from "../saved-shell.ts";

/** What bash said of itself, and what the host knows beside. */
type Said = {
  readonly dump: string;
  readonly after: AfterTurn;
  /** Undefined for a bash that said it on its way out. */
  readonly place: StartDirectory | undefined;
};

/** What a session's next bash starts from: the last saved state, or the initial one before the first save. */
export class StateStore {
  #saved: SavedShell;
  /** Not read before it is needed: most of it never is. */
  #said: Said | undefined;
  /** The names of the functions at the last save, once they were asked for. */
  #functions: ReadonlySet<string> | undefined;

  constructor(saved: SavedShell) {
    this.#saved = saved;
  }

  /** Keeps what bash said of itself between two marks; false when it said nothing, or only a part. */
  take(said: string, mark: string, after: AfterTurn, place?: StartDirectory): boolean {
    const begin = said.indexOf(`\0${mark}\0`);
    const end = said.indexOf(`\0${mark}\0`, begin + 1);
    if (begin < 0 || end <= begin) return false;
    this.#said = { dump: said.slice(begin + mark.length + 2, end), after, place };
    this.#functions = undefined;
    return true;
  }

  /** Notes the status of a text that the saved state does not know. */
  takeStatus(status: number): void {
    const saved = this.saved();
    this.#saved = { ...saved, after: { ...saved.after, status, pipeStatus: [status] } };
  }

  /** Where bash was at its last save. */
  get place(): StartDirectory {
    return this.#said?.place ?? this.saved().place;
  }

  saved(): SavedShell {
    const said = this.#said;
    const dump = said === undefined ? undefined : readDump(said.dump);
    if (said !== undefined && dump !== undefined) this.#saved = savedOf(said, dump);
    this.#said = undefined;
    return this.#saved;
  }

  /** The lines of so many aliases; undefined when the last save has another number. */
  aliases(count: number): readonly string[] | undefined {
    const lines = [...(this.saved().state?.aliases.values() ?? [])];
    return lines.length === count ? lines : undefined;
  }

  hasFunction(name: string): boolean {
    this.#functions ??= new Set(
      this.#said === undefined ? this.#saved.state?.functions.keys() : functionNamesIn(this.#said.dump),
    );
    return this.#functions.has(name);
  }
}

function savedOf({ after, place }: Said, { state, place: own }: Dump): SavedShell {
  if (place !== undefined) return { state, after, place };
  const debugTrap = state.traps.get("DEBUG");
  return { state, after: { ...after, options: state.options, debugTrap }, place: own };
}
