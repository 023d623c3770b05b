import type { Joining } from "../values/join.ts";
import type { Scope } from "../values/scope.ts";

/** Turns followed exactly; after them what still grows is widened. */
const EXACT_TURNS = 2;
/** Turns after which a loop that has not come to rest is given up. */
const MAX_TURNS = 9;

/** How often something was walked, and whether another walk would know more. */
export class Turns {
  #turn = 1;
  #changed = false;

  /** Whether the last walk left more behind than was known before it. */
  get isChanged(): boolean {
    return this.#changed;
  }

  get joining(): Joining {
    return this.#turn <= EXACT_TURNS ? "exact" : "widened";
  }

  note(changed: boolean): void {
    this.#changed ||= changed;
  }

  /** Begins the next walk; false when there were too many. */
  next(): boolean {
    this.#changed = false;
    return ++this.#turn <= MAX_TURNS;
  }
}

/**
 * What the loops inside one outermost loop may begin a turn with. Each walk of the outermost body walks each inner body
 * once, and all of them come to rest together: nesting costs no more walks.
 */
export class LoopHeads {
  readonly turns: Turns = new Turns();
  readonly #heads = new Map<string, Map<string, Scope>>();

  /** The state at the head of the loop known by this key in this text, once it is entered with `entry`. */
  enter(source: string, key: string, entry: Scope): Scope {
    const heads = this.#heads.get(source) ?? new Map<string, Scope>();
    this.#heads.set(source, heads);
    const head = heads.get(key);
    if (head === undefined) {
      const first = entry.fork();
      heads.set(key, first);
      return first;
    }
    this.turns.note(head.merge(entry, this.turns.joining));
    return head;
  }

  /** The state at the end of a turn is one the next turn may begin with. */
  turn(head: Scope, end: Scope): void {
    this.turns.note(head.merge(end, this.turns.joining));
  }
}

/** The states in which something is left before its end. */
export class Exit {
  #scope: Scope | undefined;

  /** Whether it may be left there. */
  get isUsed(): boolean {
    return this.#scope !== undefined;
  }

  add(scope: Scope): void {
    if (this.#scope === undefined) this.#scope = scope.fork();
    else this.#scope.merge(scope);
  }

  into(scope: Scope): void {
    if (this.#scope !== undefined) scope.merge(this.#scope);
  }
}

/** Where `break` and `continue` of one loop lead. */
export type LoopExits = { readonly broken: Exit; readonly continued: Exit };
