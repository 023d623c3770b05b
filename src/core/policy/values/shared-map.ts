/** A map that forks share until one of them changes it. */
export class SharedMap<V> {
  #map: Map<string, V>;
  #shared = false;

  constructor(map: Map<string, V> = new Map()) {
    this.#map = map;
  }

  get size(): number {
    return this.#map.size;
  }

  keys(): readonly string[] {
    return [...this.#map.keys()];
  }

  entries(): Iterable<readonly [name: string, value: V]> {
    return this.#map;
  }

  get(name: string): V | undefined {
    return this.#map.get(name);
  }

  set(name: string, value: V): void {
    if (this.#shared) this.#map = new Map(this.#map);
    this.#shared = false;
    this.#map.set(name, value);
  }

  /** Sets a name, or takes it out. */
  replace(name: string, value: V | undefined): void {
    if (value !== undefined) {
      this.set(name, value);
      return;
    }
    if (this.#shared) this.#map = new Map(this.#map);
    this.#shared = false;
    this.#map.delete(name);
  }

  /** The same names with other values; the map itself where there are none. */
  mapped(change: (value: V, name: string) => V): SharedMap<V> {
    return this.#map.size === 0
      ? this
      : new SharedMap(new Map([...this.#map].map(([name, value]) => [name, change(value, name)])));
  }

  fork(): SharedMap<V> {
    const copy = new SharedMap(this.#map);
    copy.#shared = true;
    this.#shared = true;
    return copy;
  }

  /** Joins the entries of the other map that differ, by `joined`. Returns whether anything changed. */
  join(other: SharedMap<V>, joined: (name: string, before: V | undefined, after: V) => V): boolean {
    if (other.#map === this.#map) return false;
    let changed = false;
    for (const [name, after] of other.#map) {
      const before = this.#map.get(name);
      if (before === after) continue;
      const value = joined(name, before, after);
      if (value === before) continue;
      this.set(name, value);
      changed = true;
    }
    return changed;
  }
}
