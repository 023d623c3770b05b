import { checkRules } from "../policy/parse-rules.ts";
import type { UserRule } from "../policy/rules/user-rules.ts";
import { type Asked, askedParts } from "./asked-part.ts";
import { isPlainWord, madeRule, written } from "./made-rule.ts";
import { type Wider, widerForm } from "./wider-form.ts";

/** What an approver may let nacre remember beyond the session. */
export type Offer = {
  /** Each part that was asked about, as written. */
  readonly exact: readonly UserRule[];
  /** The same, as a user reads it. */
  readonly always: readonly string[];
  readonly wider: Wider | undefined;
};

/** The longest command that is offered as a rule: a user must be able to read it. */
const READABLE_CHARS = 300;
const isReadable = (words: readonly string[]): boolean => {
  const text = written(words);
  return text.length <= READABLE_CHARS && !/\p{Cc}/u.test(text);
};

/** The rules to offer with a question; undefined where they would not let the command through. */
export function offerFor(asked: Asked): Offer | undefined {
  const { text, cwd, verdict, decide } = asked;
  const parts = askedParts(verdict);
  if (parts === undefined || !parts.every(({ words }) => isReadable(words))) return undefined;
  const exact = parts.map(({ words, rules }) =>
    madeRule(written(words), { answers: rules, match: [], exactly: { words, cwd } }),
  );
  if (decide(text, exact) !== "allow") return undefined;
  const [part, ...others] = parts;
  const wider = part === undefined || others.length > 0 ? undefined : widerForm(part, asked);
  return { exact, always: parts.map(({ words }) => `Bash(${written(words)})`), wider };
}

/** Lines for a rules file that would let the command through; none where no such line can be proven. */
export function rulesFor({ text, verdict, decide }: Asked): readonly string[] {
  const parts = askedParts(verdict) ?? [];
  if (parts.length === 0 || !parts.every(({ words }) => isReadable(words) && words.every(isPlainWord))) return [];
  const lines = parts.map(({ words }) => `Bash(${words.join(" ")})`);
  return decide(text, checkRules({ allow: lines }, "rules").rules) === "allow" ? lines : [];
}
