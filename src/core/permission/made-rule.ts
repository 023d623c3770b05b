import type { UserRule } from "../policy/rules/user-rules.ts";

/** A rule that an approver makes by answering `always`. */
export const madeRule = (
  name: string,
  what: Pick<UserRule, "answers" | "match" | "exactly"> & Partial<Pick<UserRule, "id" | "reason">>,
): UserRule => ({
  id: `always: ${name}`,
  decision: "allow",
  reason: "The user allowed this from now on.",
  loosens: [],
  examples: { caught: [], fine: [] },
  ...what,
});

/** A word without a meaning to bash or to a pattern. */
export const isPlainWord = (word: string): boolean => /^[\w@%+=:,./~^-]+$/.test(word);

/** A command as bash reads it. */
export const written = (words: readonly string[]): string =>
  words.map((word) => (isPlainWord(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(" ");
