/**
 * The only door of this room: text and place in, verdict out.
 *
 * Responsibilities: the order of the steps (letters, syntax, walk, user rules, mode) and the one verdict they make.
 * Flow at a glance: lexical → parse → walk with values → effects on zones → findings → user rules → mode → verdict.
 * Does not: read files, ask the user, keep state between calls. The same text in the same place always gets the same verdict.
 */

import type { Wall } from "../base/wall.ts";
import { heldBy } from "./held-by-wall.ts";
import type { GivenStdin } from "./read/given-stdin.ts";
import { lexicalFindings } from "./read/lexical.ts";
import { withBashLineEnds } from "./read/line-ends.ts";
import { rawFindings } from "./read/raw-text.ts";
import { parseSyntax } from "./read/syntax.ts";
import type { RuleId } from "./rules/all-rules.ts";
import { applyRules, type RuleSet } from "./rules/user-rules.ts";
import { ALL_TOOLS } from "./tools/all-tools.ts";
import type { ToolTable } from "./tools/tool-table.ts";
import { Scope } from "./values/scope.ts";
import { type Finding, type Verdict, verdictOf } from "./verdict.ts";
import { poisonOf } from "./walk/assignment-rules.ts";
import { Judgement } from "./walk/judgement.ts";
import type { Ground } from "./zones/judged-place.ts";

export type Mode = "standard" | "strict" | "permissive";

/** Where a command would run and under which rules. Paths are compared as text: no directory need exist. */
export type Where = {
  readonly cwd: string;
  readonly home: string;
  readonly workspace: string;
  /** Workspaces besides the first. */
  readonly workspaces?: readonly string[];
  /** What the session is known to have set (see `Verdict.sets`). */
  readonly variables?: ReadonlyMap<string, string>;
  /** What the caller puts on the command's standard input; nothing by default. */
  readonly stdin?: GivenStdin;
  /** Whether bash was asked and can read the text: what this room cannot read of it is then no error of syntax. */
  readonly isReadByBash?: boolean;
  /** The sandbox that the command would run in; none by default. */
  readonly wall?: Wall | undefined;
  readonly mode?: Mode;
  readonly rules?: RuleSet;
};

/**
 * Judges a command. Pure and synchronous; never throws for any text. A text with Windows line ends is judged as it is
 * run, without its returns; spans count in that text.
 */
export const judge = (command: string, where: Where): Verdict => judgeBy(ALL_TOOLS, withBashLineEnds(command), where);

/**
 * Judges a command as if only these tools were known.
 * @internal tests drop a row of a tool and see an example fail
 */
export function judgeBy(tools: ToolTable, command: string, where: Where): Verdict {
  const ground = groundOf(where);
  const poison = poisonIn(where, ground);
  const judgement = new Judgement({ ground, tools, strict: where.mode === "strict", poison, held: heldBy(where.wall) });
  const lexical = lexicalFindings(command);
  for (const { rule, span } of lexical)
    judgement.report(rule, { text: command.slice(span[0], Math.min(span[1], span[0] + 80)), span });
  const unreadable = lexical.some(({ rule }) => rule === "too-deep");
  const syntax = parseSyntax(unreadable ? "" : command);
  const whole = { text: command, span: [0, command.length] as const };
  for (const { message } of syntax.errors.slice(0, 1)) judgement.report(ruleOfErrors(where), whole, message);
  for (const { message } of syntax.doubts.slice(0, 1)) judgement.report("unparsable", whole, message);
  judgement.judge(syntax.script, command, where);
  const certain = syntax.errors.length === 0 && syntax.doubts.length === 0 && lexical.length === 0;
  if (!certain) for (const rule of rawFindings(command)) judgement.report(rule, whole);
  const findings = applyRules(judgement.findings.all, judgement.parts.subjects, where.rules);
  const moded = where.mode === "permissive" ? findings.map(softened) : findings;
  const [first, ...others] = moded;
  const verdict = verdictOf(first === undefined ? [allowed(command)] : [first, ...others], judgement.parts.all());
  return judgement.settings.all.length === 0 ? verdict : { ...verdict, sets: judgement.settings.all };
}

/** A directory that the operator made writable counts as a workspace. */
function groundOf({ workspace, workspaces = [], wall, home, rules }: Where): Ground {
  const writable = [workspace, ...workspaces, ...(wall?.writable ?? [])];
  return { home: withoutSlash(home), workspaces: writable.map(withoutSlash), hosts: rules?.hosts ?? [] };
}

function poisonIn(where: Where, ground: Ground): ReturnType<typeof poisonOf> {
  const { variables } = where;
  return variables === undefined || variables.size === 0 ? [] : poisonOf(variables, new Scope(where), ground);
}

const ruleOfErrors = ({ isReadByBash }: Where): RuleId => (isReadByBash === true ? "unparsable" : "syntax");

const withoutSlash = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, "") : path);

const allowed = (command: string): Finding => ({
  decision: "allow",
  rule: "ordinary",
  reason: "Ordinary work: nothing in it leaves the workspace or cannot be undone.",
  part: command.length > 400 ? `${command.slice(0, 400)}…` : command,
  span: [0, command.length],
});

/** Rules that permissive mode does not turn into allow: the policy could not judge the text. */
const UNJUDGED: readonly RuleId[] = ["unparsable", "too-long", "too-many"];

const softened = (finding: Finding): Finding =>
  finding.decision === "ask" && !UNJUDGED.some((rule) => rule === finding.rule)
    ? { ...finding, decision: "allow" }
    : finding;
