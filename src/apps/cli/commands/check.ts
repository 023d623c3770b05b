import { isRecord } from "../../../core/base/is-record.ts";
import type { Wall } from "../../../core/base/wall.ts";
import { realPath } from "../../../core/files/path-inside.ts";
import { UserRulesStore } from "../../../core/permission/user-rules-store.ts";
import { judge, type Mode, type Where } from "../../../core/policy/judge.ts";
import { isRuleId, RULES } from "../../../core/policy/rules/all-rules.ts";
import { isUnreadable, joinRules, NO_RULES, type RuleSet } from "../../../core/policy/rules/user-rules.ts";
import type { Decision, Finding, Verdict } from "../../../core/policy/verdict.ts";
import { rulesOf } from "../../../tools/policy-rules.ts";
import { EXIT, exitCodeOfSignal } from "../io.ts";
import type { Settings } from "../settings.ts";

/** The options of `nacre check`; the directories need not exist. */
export type CheckOptions = {
  /** The command to judge; not needed with `jsonl` or `explain`. */
  readonly command?: string;
  readonly cwd: string;
  readonly home: string;
  readonly workspace: string;
  readonly mode?: Mode;
  /** The wall it would run behind; none by default. */
  readonly wall?: Wall;
  readonly rules?: RuleSet;
  readonly json?: boolean;
  readonly jsonl?: boolean;
  /** A rule's id to explain; empty text lists them all. */
  readonly explain?: string;
};

/** All rules of the user's that hold with these settings: those of a named file, and those kept for the workspace. */
export function rulesHolding({ workspace, userRules, rules }: Settings): RuleSet {
  const kept = new UserRulesStore(userRules, realPath(workspace)).current();
  return joinRules(rules === undefined ? NO_RULES : rulesOf({ rulesFile: rules }), kept);
}

/** Where it reads from and writes to. */
export interface CheckIo {
  readonly stdin: AsyncIterable<string | Uint8Array>;
  stdout(text: string): void;
  stderr(text: string): void;
  /** Aborted when the command must not wait for more lines. */
  readonly signal: AbortSignal;
}

/** The exit code of a verdict. */
const EXIT_CODES: Readonly<Record<Decision, number>> = { allow: EXIT.ok, ask: EXIT.ask, deny: EXIT.deny };

/** Judges one command, or many from standard input, or explains a rule; the exit code. */
export async function runCheck(options: CheckOptions, io: CheckIo): Promise<number> {
  if (options.explain !== undefined) return explain(options.explain, io);
  if (options.jsonl === true) return checkLines(options, io);
  if (options.command === undefined) {
    io.stderr("nacre check: give a command to judge, or --jsonl, or --explain RULE\n");
    return EXIT.usage;
  }
  const verdict = judge(options.command, whereOf(options));
  io.stdout(options.json === true ? `${JSON.stringify(verdict)}\n` : renderVerdict(options.command, verdict));
  return EXIT_CODES[verdict.decision];
}

const whereOf = ({ cwd, home, workspace, mode, wall, rules }: CheckOptions): Where => ({
  cwd,
  home,
  workspace,
  ...(mode === undefined ? {} : { mode }),
  ...(wall === undefined ? {} : { wall }),
  ...(rules === undefined ? {} : { rules }),
});

/** Answers each line in order; a line that is no question gets an answer that says so, and counts as an error. */
async function checkLines(options: CheckOptions, io: CheckIo): Promise<number> {
  const where = whereOf(options);
  let code = 0;
  let number = 0;
  for await (const line of linesOf(untilAborted(io.stdin, io.signal))) {
    number++;
    if (line.trim() === "") continue;
    const question = parseQuestion(line);
    if (question === undefined) {
      // Answer it too: a program may match answers to questions by their order.
      const reason = `line ${number} is not {"id", "command"}`;
      io.stderr(`nacre check: ${reason}\n`);
      io.stdout(`${JSON.stringify({ id: idOf(line), decision: "deny", rule: "input", reason })}\n`);
      code = EXIT.usage;
      continue;
    }
    const verdict = judge(question.command, where);
    const [worst] = worstFirst(verdict);
    io.stdout(
      `${JSON.stringify({ id: question.id, decision: verdict.decision, rule: worst?.rule, reason: worst?.reason })}\n`,
    );
  }
  return io.signal.aborted ? exitCodeOfSignal(io.signal.reason) : code;
}

/** Stops waiting for input when the user ends the program. */
async function* untilAborted<T>(chunks: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = chunks[Symbol.asyncIterator]();
  const over = new Promise<undefined>((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });
  for (;;) {
    const next = await Promise.race([iterator.next(), over]);
    if (next === undefined || next.done === true) return;
    yield next.value;
  }
}

/** The id of a line without a command; null when it has none. */
function idOf(line: string): unknown {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? (value["id"] ?? null) : null;
  } catch {
    return null; // not JSON
  }
}

function parseQuestion(line: string): { readonly id: unknown; readonly command: string } | undefined {
  try {
    const value: unknown = JSON.parse(line);
    const command = isRecord(value) ? value["command"] : undefined;
    return isRecord(value) && typeof command === "string" ? { id: value["id"], command } : undefined;
  } catch {
    return undefined; // not JSON: the caller says which line
  }
}

async function* linesOf(chunks: AsyncIterable<string | Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of chunks) {
    rest += typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true });
    for (let end = rest.indexOf("\n"); end !== -1; end = rest.indexOf("\n")) {
      yield rest.slice(0, end);
      rest = rest.slice(end + 1);
    }
  }
  if (rest !== "") yield rest;
}

/** Findings from the strictest to the mildest. */
const worstFirst = ({ findings }: Verdict): readonly Finding[] =>
  findings.toSorted((a, b) => EXIT_CODES[b.decision] - EXIT_CODES[a.decision]);

const SIGN: Readonly<Record<Decision, string>> = { allow: "✓", ask: "?", deny: "✗" };

/** Makes line breaks and control characters of a command visible, so that it stays on one line. */
const visible = (text: string): string =>
  text.replace(/[\u0000-\u001F\u007F-\u009F\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/g, (char) =>
    char === "\n" ? "⏎" : `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

const shortened = (text: string, limit = 160): string => {
  const shown = visible(text);
  return shown.length <= limit ? shown : `${shown.slice(0, limit)} … (${shown.length - limit} more characters)`;
};

/** A verdict as a tree for the user. */
function renderVerdict(command: string, verdict: Verdict): string {
  const lines = [`${SIGN[verdict.decision]} ${verdict.decision}  ${shortened(command)}`];
  const branches = [
    ...worstFirst(verdict).map((finding) => [
      `${SIGN[finding.decision]} ${finding.decision} ${finding.rule}: ${visible(finding.reason)}`,
      `in: ${shortened(finding.part)}`,
      ...(finding.suggestion === undefined ? [] : [`safer: ${finding.suggestion}`]),
    ]),
    ...(verdict.parts.length > 0
      ? [
          [
            "commands found",
            ...verdict.parts
              .slice(0, 40)
              .map(
                (part) =>
                  `${SIGN[part.decision]} ${part.argv.map((word) => (word === null ? "<unknown>" : shortened(word, 60))).join(" ")}`,
              ),
          ],
        ]
      : []),
    ...(verdict.sets === undefined
      ? []
      : [
          [
            "variables it sets",
            ...verdict.sets.map(
              ({ name, value }) => `${name}=${value === undefined ? "<unknown>" : shortened(value, 60)}`,
            ),
          ],
        ]),
  ];
  branches.forEach(([head = "", ...leaves], index) => {
    const last = index === branches.length - 1;
    lines.push(`${last ? "└─" : "├─"} ${head}`);
    leaves.forEach((leaf, at) => lines.push(`${last ? "  " : "│ "} ${at === leaves.length - 1 ? "└─" : "├─"} ${leaf}`));
  });
  return `${lines.join("\n")}\n`;
}

const LOOSENED = "loosened only by a rule of yours that names it in `loosens`";

/** Prints a rule with its examples, or all rules. */
function explain(id: string, io: CheckIo): number {
  if (id === "") {
    io.stdout(
      Object.entries(RULES)
        .map(([name, rule]) => `${rule.decision.padEnd(5)} ${name.padEnd(22)} ${rule.reason}\n`)
        .join(""),
    );
    return 0;
  }
  if (!isRuleId(id)) {
    const near = Object.keys(RULES).filter((name) => name.includes(id) || id.includes(name));
    io.stderr(
      `nacre check: there is no rule ${id}${near.length > 0 ? `; did you mean ${near.join(", ")}?` : "; --explain alone lists them all"}\n`,
    );
    return EXIT.usage;
  }
  const rule = RULES[id];
  const lines = [
    `${id} (${rule.decision})`,
    `  ${rule.reason}`,
    `  safer: ${rule.suggestion}`,
    ...(rule.decision === "deny" ? [`  ${isUnreadable(id) ? "no rule of yours loosens it" : LOOSENED}`] : []),
    `  ${rule.decision === "deny" ? "denied" : "asked about"}:`,
    ...rule.examples.caught.map((example) => `    ${shortened(example, 100)}`),
    ...(rule.examples.fine.length === 0
      ? []
      : ["  not meant:", ...rule.examples.fine.map((example) => `    ${shortened(example, 100)}`)]),
  ];
  io.stdout(`${lines.join("\n")}\n`);
  return 0;
}
