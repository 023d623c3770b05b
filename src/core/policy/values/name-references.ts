import { SharedMap } from "./shared-map.ts";
import { ATTRIBUTE, KEYS } from "./shell-variables.ts";

/** Names that one name may stand for. */
const MAX_TARGETS = 8;
const MAX_STEPS = 8;

/** Names that stand for other names (`declare -n`). */
export class NameReferences {
  readonly #targets: SharedMap<readonly string[]>;

  constructor(targets: SharedMap<readonly string[]> = new SharedMap()) {
    this.#targets = targets;
  }

  fork(): NameReferences {
    return new NameReferences(this.#targets.fork());
  }

  /** Makes a name stand for another one; a name that cannot be known stands for nothing that is. */
  refer(name: string, target: string): void {
    this.#targets.set(name, [target]);
  }

  /** The names behind a name, a few steps on at most. */
  meant(name: string): readonly string[] {
    const mark = [ATTRIBUTE, KEYS].find((one) => name.startsWith(one));
    if (mark !== undefined) return this.meant(name.slice(mark.length)).map((one) => mark + one);
    let names: readonly string[] = [name];
    if (this.#targets.get(name) === undefined) return names;
    for (let step = 0; step < MAX_STEPS; step++)
      names = [...new Set(names.flatMap((one) => this.#targets.get(one) ?? [one]))].slice(0, MAX_TARGETS);
    return names;
  }

  /** Afterwards each name may stand for either; whether that is more than was known. */
  merge(branch: NameReferences): boolean {
    return this.#targets.join(branch.#targets, (name, before = [name], after) =>
      after.every((target) => before.includes(target)) ? before : [...new Set([...before, ...after])],
    );
  }
}
