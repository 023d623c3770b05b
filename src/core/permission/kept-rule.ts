import { wallMs } from "../base/clock.ts";
import { Fault } from "../base/fault.ts";
import { randomHex } from "../base/ids.ts";
import { isRecord } from "../base/is-record.ts";
import { JsonProblem, type PlacedJson, parsePlacedJson } from "../base/json-with-positions.ts";
import { parseMoment } from "../base/time/moment.ts";
import { checkRules } from "../policy/parse-rules.ts";
import type { UserRule } from "../policy/rules/user-rules.ts";
import { madeRule, written } from "./made-rule.ts";

/** A rule of the user's as it lies on disk: written by `nacre allow`, `nacre deny` or an answer `always`. */
export type KeptRule = {
  readonly id: string;
  /** The one workspace that it is for; all, if not given. */
  readonly workspace?: string;
  readonly decision: "allow" | "deny";
  /** As in a rules file: `Bash(git push *)`. */
  readonly rule: string;
  /** When it was made, as ISO 8601. */
  readonly madeAt: string;
  /** Where: `nacre allow`, or the place of an answer. */
  readonly by: string;
  /** When it ends; never, if not given. */
  readonly until?: string;
  /** Of an answer: the built-in rules that it answers, */
  readonly answers?: readonly string[];
  /** and, where the answer was for one command as written, its words and its directory. */
  readonly words?: readonly string[];
  readonly cwd?: string;
};

/** A rule that is to be kept. */
export type NewRule = Omit<KeptRule, "id" | "madeAt" | "workspace">;

export const createRuleId = (): string => `rule_${randomHex(RULE_ID_BYTES)}`;
const RULE_ID_BYTES = 4;

export const isOver = ({ until }: KeptRule, now: number): boolean => until !== undefined && Date.parse(until) <= now;

const FIELDS: readonly string[] = ["workspace", "decision", "rule", "madeAt", "by", "until", "answers", "words", "cwd"];

/** The file that a text comes from: where it lies, the id of its rule, and the workspace that the rule must be for. */
type RuleFile = { readonly path: string; readonly id: string; readonly workspace: string | undefined };

/** The rule in the text of a file. Anything wrong is a fault that names the line: a rule is never dropped. */
export function parseKeptRule(text: string, { path, id, workspace }: RuleFile): KeptRule {
  const { value, places } = placedJson(text, path);
  const problem = problemOf(value, workspace);
  if (problem !== undefined) {
    const { field, why } = problem;
    throw invalid(path, lineOf(text, places.get(field) ?? 0), field === "" ? why : `${field}: ${why}`);
  }
  const kept = { id, ...(value as Omit<KeptRule, "id">) }; // no problem was found
  userRuleOf(kept, `${path}, line ${lineOf(text, places.get("rule") ?? 0)}`);
  return kept;
}

/** A rule as the policy takes it; a fault that begins with `source` where the text is no rule. */
export function userRuleOf({ id, decision, rule, answers, words, cwd, by }: KeptRule, source: string): UserRule {
  const [checked] = checkRules({ [decision]: [rule] }, source).rules;
  if (checked === undefined) throw new Fault("RULES_INVALID", `${source}: ${rule} is no rule`);
  const named = {
    ...checked,
    id: `user: ${id}`,
    reason: `The user's rule ${id} says ${decision} for ${rule} (${by}).`,
  };
  if (answers === undefined) return named;
  const exactly = words === undefined || cwd === undefined ? undefined : { words, cwd };
  return madeRule(rule, {
    id: named.id,
    reason: named.reason,
    answers,
    ...(exactly === undefined ? { match: checked.match } : { match: [], exactly }),
  });
}

/** The rule of an answer `always`, as it is kept. */
export function keptRuleOf(
  { answers = [], exactly, match }: UserRule,
  { via = "approver", until }: { readonly via?: string; readonly until?: string },
): Omit<KeptRule, "id" | "madeAt"> {
  const at = until === undefined ? undefined : parseMoment(until, wallMs());
  return {
    decision: "allow",
    rule: `Bash(${exactly === undefined ? (match[0] ?? "") : written(exactly.words)})`,
    by: `an answer: ${via}`,
    ...(at === undefined ? {} : { until: new Date(at).toISOString() }),
    answers,
    ...exactly,
  };
}

/** A rule as its file has it; the name of the file is its id. */
export const renderKeptRule = (rule: Omit<KeptRule, "id">): string => `${JSON.stringify(rule, undefined, 2)}\n`;

type Problem = { readonly field: string; readonly why: string };

function problemOf(rule: unknown, workspace: string | undefined): Problem | undefined {
  if (!isRecord(rule)) return { field: "", why: "the file must hold an object" };
  const unknown = Object.keys(rule).find((name) => !FIELDS.includes(name));
  if (unknown !== undefined) return { field: unknown, why: `is not a field; there are ${FIELDS.join(", ")}` };
  if (rule["workspace"] !== workspace)
    return { field: "workspace", why: workspace === undefined ? "is not a field here" : `must be ${workspace}` };
  return problemOfTexts(rule) ?? problemOfLists(rule);
}

function problemOfTexts(rule: Readonly<Record<string, unknown>>): Problem | undefined {
  const { decision, until } = rule;
  const missing = ["rule", "madeAt", "by"].find((name) => !isText(rule[name]));
  if (missing !== undefined) return { field: missing, why: "must be a text that is not empty" };
  if (decision !== "allow" && decision !== "deny") return { field: "decision", why: "must be allow or deny" };
  const isDate = until === undefined || (isText(until) && !Number.isNaN(Date.parse(until)));
  return isDate ? undefined : { field: "until", why: "must be a date" };
}

function problemOfLists({ answers, words, cwd }: Readonly<Record<string, unknown>>): Problem | undefined {
  if (![answers, words].every((list) => list === undefined || (Array.isArray(list) && list.every(isString))))
    return { field: answers === undefined ? "words" : "answers", why: "must be a list of texts" };
  if ((words === undefined) !== (cwd === undefined) || (words !== undefined && answers === undefined))
    return { field: "", why: "words, cwd and answers belong together" };
  return undefined;
}

const isString = (value: unknown): boolean => typeof value === "string";
const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";

function placedJson(text: string, path: string): PlacedJson {
  try {
    return parsePlacedJson(text);
  } catch (error) {
    if (!(error instanceof JsonProblem)) throw error;
    throw invalid(path, lineOf(text, error.at), error.message);
  }
}

const lineOf = (text: string, at: number): number => text.slice(0, at).split("\n").length;

const invalid = (path: string, line: number, why: string): Fault =>
  new Fault("RULES_INVALID", `${path}, line ${line}: ${why}`);
