import type { Subject } from "../rules/user-rules.ts";
import { isKnown } from "../values/abstract-text.ts";
import type { Decision, Part } from "../verdict.ts";
import type { Invocation } from "./walk-types.ts";

const MAX_PARTS = 400;

/** The simple commands a judgement came upon, with what was said of each. */
export class Parts {
  readonly subjects: Subject[] = [];
  readonly #decisions = new Map<number, Decision>();

  /** A command, and the one that runs it. */
  add(id: number, parent: number | undefined, { argv, origin }: Invocation): void {
    if (argv.length === 0 || this.subjects.length >= MAX_PARTS) return;
    this.subjects.push({ id, parent, argv: argv.map((word) => (isKnown(word) ? word : null)), ...origin });
  }

  decided(id: number, decision: Decision): void {
    this.#decisions.set(id, decision);
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
