import type { Subject } from "../rules/user-rules.ts";
import { isKnown } from "../values/abstract-text.ts";
import { type Decision, type Part, stricter } from "../verdict.ts";
import type { Invocation } from "./walk-types.ts";

const MAX_PARTS = 400;

/** The simple commands a judgement came upon, with what was said of each. */
export class Parts {
  readonly subjects: Subject[] = [];
  readonly #ids = new Map<string, number>();
  readonly #decisions = new Map<number, Decision>();

  /** A command, and the one that runs it: its number, which is the same in the next turn of a loop. */
  add(parent: number | undefined, { argv, origin }: Invocation): { readonly id: number; readonly isRepeated: boolean } {
    const key = [parent, ...origin.span, ...argv].join("\u0000");
    const known = this.#ids.get(key);
    if (known !== undefined) return { id: known, isRepeated: true };
    const id = this.#ids.size + 1;
    this.#ids.set(key, id);
    if (argv.length > 0 && this.subjects.length < MAX_PARTS)
      this.subjects.push({ id, parent, argv: argv.map((word) => (isKnown(word) ? word : null)), ...origin });
    return { id, isRepeated: false };
  }

  decided(id: number, decision: Decision): void {
    this.#decisions.set(id, stricter(this.#decisions.get(id) ?? "allow", decision));
  }

  /** Every simple command that was judged, with what was said of it and of what it ran. */
  all(): readonly Part[] {
    return this.subjects.map(({ id, argv, text, span }) => ({
      text,
      span,
      argv,
      decision: this.#decisions.get(id) ?? "allow",
    }));
  }
}
