import { Fault } from "../base/fault.ts";
import { isRecord } from "../base/is-record.ts";
import { JsonProblem, parsePlacedJson } from "../base/json-with-positions.ts";
import { judge } from "./judge.ts";
import { isRuleId } from "./rules/all-rules.ts";
import { NO_RULES, type RuleSet, type UserRule } from "./rules/user-rules.ts";
import type { Decision } from "./verdict.ts";

/** What is wrong with a rule, and where: a path into the value such as `rules[2].reason`. */
class RuleProblem extends Error {
  readonly path: string;

  constructor(path: string, reason: string) {
    super(reason);
    this.path = path;
  }
}

/** A rules file's text → rules, each proven by its examples. Anything wrong is a fault that names the line: a rule is never dropped. */
export function parseRules(text: string, source: string): RuleSet {
  try {
    const { value, places } = parsePlacedJson(text);
    try {
      return readRules(value);
    } catch (error) {
      if (!(error instanceof RuleProblem)) throw error;
      const reason = `${error.path === "" ? "the file" : error.path}: ${error.message}`;
      throw invalid({ source, text }, placeOf(error.path, places), reason);
    }
  } catch (error) {
    if (!(error instanceof JsonProblem)) throw error;
    throw invalid({ source, text }, error.at, error.message);
  }
}

/** The offset of a path in the file; of a missing value, the offset of what should hold it. */
function placeOf(path: string, places: ReadonlyMap<string, number>): number {
  for (let at = path; at !== ""; at = at.replace(/(?:\.[^.[\]]+|\[\d+\]|^[^.[\]]+)$/, "")) {
    const place = places.get(at);
    if (place !== undefined) return place;
  }
  return 0;
}

/** Rules written in code, checked as a file would be. */
export function checkRules(rules: unknown, source: string): RuleSet {
  try {
    return readRules(Array.isArray(rules) ? { rules } : rules);
  } catch (error) {
    if (!(error instanceof RuleProblem)) throw error;
    throw new Fault("RULES_INVALID", `${source}: ${error.path}: ${error.message}`);
  }
}

/** Where rules come from, and what stands there. */
type Written = { readonly source: string; readonly text: string };

const invalid = ({ source, text }: Written, at: number, reason: string): Fault =>
  new Fault("RULES_INVALID", `${source}, line ${text.slice(0, at).split("\n").length}: ${reason}`);

const DECISIONS: readonly Decision[] = ["allow", "ask", "deny"];

function readRules(value: unknown): RuleSet {
  if (!isRecord(value)) throw new RuleProblem("", "must be an object with allow, ask, deny, rules or hosts");
  onlyFields(value, ["$schema", "allow", "ask", "deny", "rules", "hosts"], "");
  const short = DECISIONS.flatMap((decision) =>
    strings(value[decision], decision).map((text, index) => shortRule(decision, text, `${decision}[${index}]`)),
  );
  const long = list(value["rules"], "rules").map((rule, index) => longRule(rule, `rules[${index}]`));
  const rules = [...short, ...long];
  long.forEach((rule, index) => prove(rule, `rules[${index}]`));
  const ids = long.map((rule) => rule.id);
  ids.forEach((id, index) => {
    if (ids.indexOf(id) !== index) throw new RuleProblem(`rules[${index}].id`, `the id ${id} is used twice`);
  });
  const hosts = strings(value["hosts"], "hosts");
  hosts.forEach((host, index) => {
    if (!/^[\w-]+(?:\.[\w-]+)*$/.test(host))
      throw new RuleProblem(`hosts[${index}]`, `${host} is not a host name; write it without scheme, port or wildcard`);
  });
  return { ...NO_RULES, rules, hosts };
}

function onlyFields(value: Readonly<Record<string, unknown>>, known: readonly string[], path: string): void {
  for (const name of Object.keys(value)) {
    if (!known.includes(name))
      throw new RuleProblem(path === "" ? name : `${path}.${name}`, `is not a field; there are ${known.join(", ")}`);
  }
}

function list(value: unknown, path: string): readonly unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new RuleProblem(path, "must be a list");
  return value;
}

const strings = (value: unknown, path: string): readonly string[] =>
  list(value, path).map((item, index) => text(item, `${path}[${index}]`));

function text(value: unknown, path: string): string {
  if (typeof value !== "string" || value.trim() === "") throw new RuleProblem(path, "must be a text that is not empty");
  return value;
}

/** `Bash(npm run *)`, or the pattern alone. */
function patternOf(value: string, path: string): string {
  const [, tool, inner, close] = /^\s*(\w+)\((.*?)(\))?\s*$/s.exec(value) ?? [];
  const wrong = (why: string): RuleProblem => new RuleProblem(path, `${value} ${why}; a right one is Bash(npm run *)`);
  if (tool !== undefined && tool !== "Bash") throw wrong(`is not about Bash but about ${tool}`);
  if (tool !== undefined && close === undefined) throw wrong("does not end with )");
  const pattern = (inner ?? value).trim();
  if (pattern === "") throw wrong("matches nothing");
  return pattern;
}

const shortRule = (decision: Decision, value: string, path: string): UserRule => ({
  id: `${decision}: ${value}`,
  decision,
  reason: `The user's rules say ${decision} for ${value}.`,
  match: [patternOf(value, path)],
  loosens: [],
  examples: { caught: [], fine: [] },
});

function longRule(value: unknown, path: string): UserRule {
  if (!isRecord(value)) throw new RuleProblem(path, "must be an object");
  onlyFields(value, ["id", "decision", "reason", "suggestion", "match", "loosens", "examples"], path);
  const id = text(value["id"], `${path}.id`);
  if (isRuleId(id)) throw new RuleProblem(`${path}.id`, `${id} is the id of a built-in rule`);
  const decision = DECISIONS.find((known) => known === value["decision"]);
  if (decision === undefined) throw new RuleProblem(`${path}.decision`, "must be allow, ask or deny");
  const match = (typeof value["match"] === "string" ? [value["match"]] : strings(value["match"], `${path}.match`)).map(
    (item, index) => patternOf(item, `${path}.match[${index}]`),
  );
  if (match.length === 0) throw new RuleProblem(`${path}.match`, "is missing");
  const loosens = strings(value["loosens"], `${path}.loosens`);
  loosens.forEach((name, index) => {
    if (!isRuleId(name)) throw new RuleProblem(`${path}.loosens[${index}]`, `${name} is not the id of a built-in rule`);
  });
  if (loosens.length > 0 && decision !== "allow")
    throw new RuleProblem(`${path}.loosens`, "only an allow rule can loosen another");
  return {
    id,
    decision,
    reason: text(value["reason"], `${path}.reason`),
    ...(value["suggestion"] === undefined ? {} : { suggestion: text(value["suggestion"], `${path}.suggestion`) }),
    match,
    loosens,
    examples: examplesOf(value["examples"], `${path}.examples`),
  };
}

function examplesOf(value: unknown, path: string): UserRule["examples"] {
  if (value === undefined) return { caught: [], fine: [] };
  if (!isRecord(value)) throw new RuleProblem(path, "must be an object with caught and fine");
  onlyFields(value, ["caught", "fine"], path);
  return { caught: strings(value["caught"], `${path}.caught`), fine: strings(value["fine"], `${path}.fine`) };
}

/** Where examples are judged. Paths are compared as text, so the place need not exist. */
const EXAMPLE_PLACE = { cwd: "/home/user/project", home: "/home/user", workspace: "/home/user/project" };

/** Throws when a rule does not do what its examples say. */
function prove(rule: UserRule, path: string): void {
  const speaks = (command: string): boolean =>
    judge(command, { ...EXAMPLE_PLACE, rules: { ...NO_RULES, rules: [rule] } }).findings.some(
      (finding) => finding.rule === rule.id,
    );
  const passes = (command: string): boolean =>
    judge(command, { ...EXAMPLE_PLACE, rules: { ...NO_RULES, rules: [rule] } }).decision === "allow";
  rule.examples.caught.forEach((command, index) => {
    const proven = rule.decision === "allow" ? passes(command) : speaks(command);
    if (!proven)
      throw new RuleProblem(
        `${path}.examples.caught[${index}]`,
        `the rule ${rule.id} does not ${rule.decision} this example: ${command}`,
      );
  });
  rule.examples.fine.forEach((command, index) => {
    if (speaks(command))
      throw new RuleProblem(
        `${path}.examples.fine[${index}]`,
        `the rule ${rule.id} speaks of this example, and should not: ${command}`,
      );
  });
}
