import { STAR, type Text } from "../values/abstract-text.ts";
import { couldBe } from "../values/globs.ts";
import { type Decision, type Finding } from "../verdict.ts";
import type { RuleId } from "./all-rules.ts";

/** A rule that an operator added, in a file or in code. */
export type UserRule = {
  readonly id: string;
  readonly decision: Decision;
  readonly reason: string;
  readonly suggestion?: string;
  /** Any of these patterns, each matched against the words of one simple command: `npm run *`. */
  readonly match: readonly string[];
  /** Ids of built-in rules an `allow` may overrule even where they deny. */
  readonly loosens: readonly string[];
  /** Set when an `allow` answers only these built-in rules (an approver's "always"): it then covers the command alone, not what that runs. */
  readonly answers?: readonly string[];
  /** Set when an `allow` is for one command as written; `match` is then empty. */
  readonly exactly?: Exactly;
  readonly examples: { readonly caught: readonly string[]; readonly fine: readonly string[] };
};

/** One command: every word, and the directory where it runs. */
type Exactly = { readonly words: readonly string[]; readonly cwd: string };

/** All rules and hosts that an operator added, already checked. */
export type RuleSet = {
  readonly rules: readonly UserRule[];
  /** Hosts that a command may reach without a question. */
  readonly hosts: readonly string[];
};

export const NO_RULES: RuleSet = { rules: [], hosts: [] };

/** All sets as one. The order does not matter: deny beats ask, ask beats allow. */
export function joinRules(...sets: readonly RuleSet[]): RuleSet {
  const [only = NO_RULES, ...more] = sets.filter(({ rules, hosts }) => rules.length > 0 || hosts.length > 0);
  if (more.length === 0) return only;
  return {
    rules: sets.flatMap((set) => set.rules),
    hosts: [...new Set(sets.flatMap((set) => set.hosts))],
  };
}

/** One simple command of the text, with the one that ran it. */
export type Subject = {
  readonly id: number;
  readonly parent: number | undefined;
  readonly argv: readonly (string | null)[];
  readonly text: string;
  readonly span: readonly [start: number, end: number];
  /** The directory where it runs, when its words say all: no other command runs it, no variable is set in front, nothing is on its input. */
  readonly plainIn: string | undefined;
};

/** A finding and the command it is about. `surroundings` are redirections and assignments: a plain `allow` does not cover them. */
export type Attributed = {
  readonly finding: Finding;
  readonly by: number | undefined;
  readonly cause: "command" | "surroundings";
};

/** No `allow` covers these: the policy could not read the text itself. */
const UNREADABLE: readonly RuleId[] = [
  "syntax",
  "unparsable",
  "too-long",
  "too-deep",
  "too-many",
  "hidden-characters",
  "look-alike",
];
export const isUnreadable = (rule: string): boolean => UNREADABLE.some((id) => id === rule);

/** The findings after the operator's rules: their own ask and deny findings are added, what an `allow` covers becomes allow. */
export function applyRules(
  found: readonly Attributed[],
  subjects: readonly Subject[],
  rules: RuleSet | undefined,
): readonly Finding[] {
  if (rules === undefined || rules.rules.length === 0) return distinct(found);
  const byId = new Map(subjects.map((subject) => [subject.id, subject]));
  const added = rules.rules
    .filter((rule) => rule.decision !== "allow")
    .flatMap((rule) =>
      subjects.filter((subject) => matchesRule(rule, subject, "could")).map((subject) => findingOf(rule, subject)),
    );
  const allows = rules.rules.filter((rule) => rule.decision === "allow");
  const kept = found.map((attributed) => {
    const rule = allows.find((candidate) => covers(candidate, attributed, byId));
    return rule === undefined ? attributed : { ...attributed, finding: allowedBy(attributed.finding, rule) };
  });
  return [...added, ...distinct(kept)].toSorted((a, b) => ORDER[b.decision] - ORDER[a.decision]);
}

/** Once is enough for what a command and its redirections share. */
function distinct(found: readonly Attributed[]): readonly Finding[] {
  const byKey = new Map<string, Finding>();
  for (const { finding, by } of found) {
    const key = `${finding.rule} ${finding.span[0]} ${finding.span[1]} ${by ?? ""}`;
    if (!byKey.has(key)) byKey.set(key, finding);
  }
  return [...byKey.values()];
}

const ORDER: Readonly<Record<Decision, number>> = { allow: 0, ask: 1, deny: 2 };

function covers(rule: UserRule, { finding, by, cause }: Attributed, byId: ReadonlyMap<number, Subject>): boolean {
  if (finding.decision === "allow" || isUnreadable(finding.rule)) return false;
  if (rule.answers !== undefined && !rule.answers.includes(finding.rule)) return false;
  if (finding.decision === "deny" && !rule.loosens.includes(finding.rule)) return false;
  if (cause === "surroundings" && !rule.loosens.includes(finding.rule)) return false;
  for (let id = by; id !== undefined; id = byId.get(id)?.parent) {
    const subject = byId.get(id);
    if (subject !== undefined && matchesRule(rule, subject, "surely")) return true;
    // The approver saw this command; a function of the same name may run another.
    if (rule.answers !== undefined) return false;
  }
  return false;
}

const findingOf = (rule: UserRule, { text, span }: Subject): Finding => ({
  decision: rule.decision,
  rule: rule.id,
  reason: rule.reason,
  part: text,
  span,
  ...(rule.suggestion === undefined ? {} : { suggestion: rule.suggestion }),
});

const allowedBy = (finding: Finding, rule: UserRule): Finding => ({
  decision: "allow",
  rule: rule.id,
  reason: `${rule.reason} (instead of ${finding.rule}: ${finding.reason})`,
  part: finding.part,
  span: finding.span,
});

/** How sure a match must be: a permission needs every word known, a prohibition does not. */
type Certainty = "surely" | "could";

function matchesRule(rule: UserRule, subject: Subject, certainty: Certainty): boolean {
  const { argv } = subject;
  if (certainty === "surely" && argv.includes(null)) return false;
  if (rule.exactly !== undefined) return isExactly(subject, rule.exactly);
  const [name = "", ...args] = argv.map((word) => word ?? "");
  const words = [name, ...args].join(" ");
  const bare = [name === "" ? "" : (name.split("/").at(-1) ?? name), ...args].join(" ");
  return rule.match.some((pattern) => matchesPattern(pattern, words) || matchesPattern(pattern, bare));
}

const isExactly = ({ argv, plainIn }: Subject, { words, cwd }: Exactly): boolean =>
  plainIn === cwd && argv.length === words.length && argv.every((word, index) => word === words[index]);

/** `npm run *` is `npm run` and anything behind it; `*` elsewhere stands for any letters. */
function matchesPattern(pattern: string, words: string): boolean {
  const prefix = /^(.*?)(?::| )\*$/s.exec(pattern)?.[1];
  if (prefix !== undefined && (couldBe(starred(prefix), words) || couldBe(starred(`${prefix} `) + STAR, words)))
    return true;
  return prefix === undefined && couldBe(starred(pattern), words);
}

const starred = (pattern: string): Text => pattern.replaceAll("*", STAR);
