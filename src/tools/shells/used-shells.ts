/** What tells which shells there are. */
type Manager = { listShells(): readonly { readonly id: string }[] };

/** Below so many ids nobody looks. */
const FEW = 256;

/** The shells that were started through one toolkit, as long as their manager knows them: a host runs for weeks. */
export class UsedShells {
  readonly ids: Set<string> = new Set();
  readonly #manager: Manager;
  /** With so many ids the next look is due: each costs as much as the shells since the last. */
  #due = FEW;

  constructor(manager: Manager) {
    this.#manager = manager;
  }

  add(id: string): void {
    this.ids.add(id);
    if (this.ids.size < this.#due) return;
    const known = new Set(this.#manager.listShells().map((shell) => shell.id));
    for (const one of this.ids) if (!known.has(one)) this.ids.delete(one);
    this.#due = Math.max(FEW, 2 * this.ids.size);
  }
}
