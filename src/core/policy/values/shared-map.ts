/** So many changes are kept beside what forks share, before both are put together. */
const MAX_OWN = 64;

/** A map whose forks share all that neither of them has changed since. */
export class SharedMap<V> {
  /** Never changed. */
  #base: ReadonlyMap<string, V>;
  /** What changed since; a name without a value was taken out. */
  #own = new Map<string, V | undefined>();
  #shared = false;
  #keys: readonly string[] | undefined;

  constructor(map: ReadonlyMap<string, V> = new Map()) {
    this.#base = map;
  }

  get size(): number {
    let { size } = this.#base;
    for (const [name, value] of this.#own) size += Number(value !== undefined) - Number(this.#base.has(name));
    return size;
  }

  keys(): readonly string[] {
    this.#keys ??= [
      ...[...this.#base.keys()].filter((name) => !this.#own.has(name)),
      ...[...this.#own].flatMap(([name, value]) => (value === undefined ? [] : [name])),
    ];
    return this.#keys;
  }

  get(name: string): V | undefined {
    return this.#own.has(name) ? this.#own.get(name) : this.#base.get(name);
  }

  set(name: string, value: V): void {
    this.replace(name, value);
  }

  /** Sets a name, or takes it out. */
  replace(name: string, value: V | undefined): void {
    if (this.#shared) this.#own = new Map(this.#own);
    this.#shared = false;
    this.#own.set(name, value);
    this.#keys = undefined;
    if (this.#own.size <= MAX_OWN) return;
    const all = new Map(this.#base);
    for (const [one, held] of this.#own)
      if (held === undefined) all.delete(one);
      else all.set(one, held);
    this.#base = all;
    this.#own = new Map();
  }

  /** The same names with other values; the map itself where there are none. */
  mapped(change: (value: V, name: string) => V): SharedMap<V> {
    if (this.size === 0) return this;
    const changed = new SharedMap<V>();
    for (const name of this.keys()) {
      const value = this.get(name);
      if (value !== undefined) changed.set(name, change(value, name));
    }
    return changed;
  }

  fork(): SharedMap<V> {
    const copy = new SharedMap(this.#base);
    copy.#own = this.#own;
    copy.#keys = this.#keys;
    copy.#shared = true;
    this.#shared = true;
    return copy;
  }

  /** Joins the entries of the other map that differ, by `joined`. Returns whether anything changed. */
  join(other: SharedMap<V>, joined: (name: string, before: V | undefined, after: V) => V): boolean {
    let changed = false;
    for (const name of this.#mayDiffer(other)) {
      const before = this.get(name);
      const after = other.get(name);
      if (after === undefined || before === after) continue;
      const value = joined(name, before, after);
      if (value === before) continue;
      this.set(name, value);
      changed = true;
    }
    return changed;
  }

  /** The names under which the other map may hold something else. */
  #mayDiffer(other: SharedMap<V>): Iterable<string> {
    if (other.#base !== this.#base) return other.keys();
    return other.#own === this.#own ? [] : new Set([...this.#own.keys(), ...other.#own.keys()]);
  }
}
