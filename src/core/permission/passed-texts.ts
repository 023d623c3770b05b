import { PASSED_CHARS, PASSED_TEXTS } from "../base/limits.ts";
import type { Wall } from "../base/wall.ts";
import type { RuleSet } from "../policy/rules/user-rules.ts";
import type { SessionKnowledge } from "../policy/session/session-knowledge.ts";
import type { Verdict } from "../policy/verdict.ts";

/** All that a verdict rests on. The objects are compared as such: each is another one when it has changed. */
export type Ground = {
  readonly text: string;
  /** Directories and other words that the verdict rests on. */
  readonly words: readonly (string | boolean)[];
  readonly known: SessionKnowledge;
  /** The user's, those of the session, and those of answers. */
  readonly rules: readonly [RuleSet, RuleSet, RuleSet];
  readonly wall: Wall | undefined;
};

type Passed = Pick<Ground, "rules" | "wall"> & { readonly verdict: Verdict };

/**
 * Texts that the policy let through, with their verdicts: an agent runs its tests again and again. The judge is pure, so the
 * same text on the same ground gets the same verdict. A verdict that asks or denies is made anew.
 */
export class PassedTexts {
  /** What is no longer known of a session takes its verdicts along. */
  readonly #verdicts = new WeakMap<SessionKnowledge, Map<string, Passed>>();

  /** The verdict on a text: the one before, or what `judge` says. */
  verdict(ground: Ground | undefined, judge: () => Verdict): Verdict {
    if (ground === undefined || ground.text.length > PASSED_CHARS) return judge();
    const { text, words, known, rules, wall } = ground;
    const verdicts = this.#verdicts.get(known) ?? new Map<string, Passed>();
    const name = JSON.stringify([text, ...words]);
    const before = verdicts.get(name);
    if (before !== undefined && isSame(before, ground)) return before.verdict;
    const verdict = judge();
    if (verdict.decision !== "allow" || verdict.needs !== undefined) return verdict;
    verdicts.set(name, { rules, wall, verdict });
    const [oldest] = verdicts.keys();
    if (verdicts.size > PASSED_TEXTS && oldest !== undefined) verdicts.delete(oldest);
    this.#verdicts.set(known, verdicts);
    return verdict;
  }
}

const isSame = (before: Passed, { rules, wall }: Ground): boolean =>
  before.wall === wall && before.rules.every((set, at) => set === rules[at]);
