/**
 * The only door of this room: text and place in, verdict out.
 *
 * Responsibilities: the order of the steps (letters, syntax, walk, user rules, mode) and the one verdict they make.
 * Flow at a glance: lexical → parse → walk with values → effects on zones → findings → user rules → mode → verdict.
 * Does not: read files, ask the user, keep state between calls. The same text in the same place always gets the same verdict.
 */

import type { Wall } from "../base/wall.ts";
import { isWayIn } from "./code/ways-in.ts";
import { heldBy } from "./held-by-wall.ts";
import type { GivenStdin } from "./read/given-stdin.ts";
import { lexicalFindings, namedCharacter } from "./read/lexical.ts";
import { withBashLineEnds } from "./read/line-ends.ts";
import { rawFindings } from "./read/raw-text.ts";
import { parseSyntax, type Syntax } from "./read/syntax.ts";
import type { RuleId } from "./rules/all-rules.ts";
import { type Attributed, applyRules, type RuleSet } from "./rules/user-rules.ts";
import { expandAliases } from "./session/alias-text.ts";
import { KnownSession } from "./session/known-session.ts";
import type { SessionKnowledge } from "./session/session-knowledge.ts";
import { ALL_TOOLS } from "./tools/all-tools.ts";
import type { ToolTable } from "./tools/tool-table.ts";
import { Scope } from "./values/scope.ts";
import { type Finding, type Verdict, verdictOf } from "./verdict.ts";
import { poisonOf } from "./walk/assignment-rules.ts";
import { Judgement } from "./walk/judgement.ts";
import type { Origin } from "./walk/walk-types.ts";
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
  /** What else is known of the session. With it the verdict says what it lacks (`needs`) and what the text changes. */
  readonly session?: SessionKnowledge;
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
  const session = where.session === undefined ? undefined : new KnownSession(where.session);
  const held = heldBy(where.wall);
  const judgement = new Judgement({ ground, tools, strict: where.mode === "strict", poison, held, session });
  const lexical = lexicalFindings(command);
  for (const { rule, span } of lexical)
    judgement.report(
      rule,
      { text: command.slice(span[0], Math.min(span[1], span[0] + 80)), span },
      rule === "hidden-characters" ? namedCharacter(command, span[0]) : undefined,
    );
  const unreadable = lexical.some(({ rule }) => rule === "too-deep");
  const whole = { text: command, span: [0, command.length] as const };
  const readings = readingsOf(command, parseSyntax(unreadable ? "" : command), session);
  const certain = judgeReadings(judgement, { readings, whole }, where) && lexical.length === 0;
  reportWayIn(judgement, whole);
  reportLeaks(judgement);
  if (!certain) for (const rule of rawFindings(command)) judgement.report(rule, whole);
  const findings = applyRules(judgement.findings.all, judgement.parts.subjects, where.rules);
  const moded = where.mode === "permissive" ? findings.map(softened) : findings;
  const [first, ...others] = moded;
  const verdict = verdictOf(first === undefined ? [allowed(command)] : [first, ...others], judgement.parts.all());
  return {
    ...verdict,
    ...(judgement.settings.all.length === 0 ? {} : { sets: judgement.settings.all }),
    ...(session === undefined ? {} : learned(session)),
  };
}

/** Judges the text as bash would read it; whether all of it was read. */
function judgeReadings(
  judgement: Judgement,
  { readings, whole }: { readonly readings: readonly Reading[]; readonly whole: Origin },
  where: Where,
): boolean {
  const errors = readings.flatMap(({ syntax }) => syntax.errors);
  const doubts = readings.flatMap(({ syntax }) => syntax.doubts);
  for (const { message } of errors.slice(0, 1)) judgement.report(ruleOfErrors(where), whole, message);
  for (const { message } of doubts.slice(0, 1)) judgement.report("unparsable", whole, message);
  for (const { text, syntax, isExpanded } of readings)
    judgement.judge(syntax.script, { text, within: isExpanded === true ? whole : undefined }, where);
  return errors.length === 0 && doubts.length === 0;
}

/** What a verdict tells the one who keeps the session's knowledge. */
function learned(session: KnownSession): Pick<Verdict, "needs" | "changes" | "writes" | "links"> {
  const { needs, changed, written, led } = session;
  return {
    changes: changed,
    writes: written,
    ...(led.length === 0 ? {} : { links: led }),
    ...(needs === undefined ? {} : { needs }),
  };
}

/** A directory that the operator made writable counts as a workspace. */
function groundOf({ workspace, workspaces = [], wall, home, rules }: Where): Ground {
  const writable = [workspace, ...workspaces, ...(wall?.writable ?? [])];
  return { home: withoutSlash(home), workspaces: writable.map(withoutSlash), hosts: rules?.hosts ?? [] };
}

/** What single commands do may add up to a shell for another machine. */
function reportWayIn(judgement: Judgement, whole: Origin): void {
  if (isWayIn(whole.text, [...judgement.reported])) judgement.report("remote-shell", whole);
}

/** A command that reads a secret of the workspace and reaches a host that no list has gives the one to the other. */
function reportLeaks(judgement: Judgement): void {
  const of = (rule: RuleId): readonly Attributed[] =>
    judgement.findings.all.filter(({ finding }) => finding.rule === rule);
  const secrets = of("read-workspace-secret");
  for (const { finding, by } of of("network"))
    if (secrets.some((secret) => secret.by === by || isInside(secret.finding.span, finding.span)))
      judgement.report("leak", { text: finding.part, span: finding.span });
}

const isInside = ([start, end]: Finding["span"], [from, to]: Finding["span"]): boolean =>
  start >= from && end <= to && end - start < to - from;

function poisonIn(where: Where, ground: Ground): ReturnType<typeof poisonOf> {
  const { variables = new Map<string, string>(), session = {} } = where;
  if (variables.size === 0) return [];
  const present = [...variables].filter(([name]) => !isGone(name, session));
  return poisonOf(new Map(present), new Scope(where), ground);
}

/** Whether a variable that a command set is unset now, where the session was asked since. */
function isGone(name: string, { state, changed = [] }: SessionKnowledge): boolean {
  return state !== undefined && changed !== "all" && !changed.includes(name) && !state.variables.has(name);
}

/** A text as bash would read it. */
type Reading = { readonly text: string; readonly syntax: Syntax; readonly isExpanded?: true };

/** Words with which a text can change whether and how bash expands aliases in its later lines. */
const CHANGES_READING = /alias|shopt|posix|eval|source|(?:^|[\s;&|])\.\s/;

/** The text as bash reads it in this session: with its aliases expanded, where it does that. */
function readingsOf(command: string, syntax: Syntax, session: KnownSession | undefined): readonly Reading[] {
  const plain = { text: command, syntax };
  const mayChange = CHANGES_READING.test(command);
  if (session === undefined || syntax.errors.length > 0 || !(session.expandsAliases || mayChange)) return [plain];
  const { text = command, isWhole = true } = expandAliases(command, session.aliases) ?? {};
  if (text === command) return [plain];
  if (!isWhole) return [{ ...plain, syntax: { ...syntax, doubts: [TOO_MANY_ALIASES] } }];
  const expanded = { text, syntax: parseSyntax(text), isExpanded: true } as const;
  return mayChange ? [plain, expanded] : [expanded];
}

const TOO_MANY_ALIASES = { message: "its aliases make it too long to read", at: 0 };

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
