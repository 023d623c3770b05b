import type { Subject } from "../rules/user-rules.ts";
import { isKnown } from "../values/abstract-text.ts";
import type { Scope } from "../values/scope.ts";
import { type Decision, type Part, stricter } from "../verdict.ts";
import type { Invocation } from "./walk-types.ts";

const MAX_PARTS = 400;

/** The simple commands a judgement came upon, with what was said of each. */
export class Parts {
  readonly subjects: Subject[] = [];
  readonly #ids = new Map<string, number>();
  readonly #decisions = new Map<number, Decision>();

  /** A command, and the one that runs it: its number, which is the same in the next turn of a loop. */
  add(
    parent: number | undefined,
    invocation: Invocation,
    scope: Pick<Scope, "cwd">,
  ): { readonly id: number; readonly isRepeated: boolean } {
    const { argv, origin } = invocation;
    const key = [parent, ...origin.span, ...argv].join("\u0000");
    const plainIn = parent === undefined ? plainDirectory(invocation, scope) : undefined;
    const known = this.#ids.get(key);
    if (known !== undefined) {
      this.#met(known, plainIn);
      return { id: known, isRepeated: true };
    }
    const id = this.#ids.size + 1;
    this.#ids.set(key, id);
    if (argv.length > 0 && this.subjects.length < MAX_PARTS)
      this.subjects.push({ id, parent, argv: argv.map((word) => (isKnown(word) ? word : null)), ...origin, plainIn });
    return { id, isRepeated: false };
  }

  /** A command in a loop may run in another directory at its next turn: then it is plain in none. */
  #met(id: number, plainIn: string | undefined): void {
    const index = this.subjects.findIndex((subject) => subject.id === id);
    const subject = this.subjects[index];
    if (subject !== undefined && subject.plainIn !== plainIn) this.subjects[index] = { ...subject, plainIn: undefined };
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

function plainDirectory(
  { environment, redirects, stdin }: Invocation,
  { cwd: [first, ...others] }: Pick<Scope, "cwd">,
): string | undefined {
  const isFed = stdin !== "" || redirects.some(({ kind }) => kind !== "write");
  if (isFed || environment.size > 0 || first === undefined || others.length > 0 || !isKnown(first)) return undefined;
  return first;
}
