import { ECHOED_CHARS } from "../../core/base/limits.ts";
import type { Verdict } from "../../core/policy/verdict.ts";
import { bashPath } from "../../core/process/interpreter-paths.ts";
import { runFile } from "../../core/process/run-file.ts";
import { quote } from "../../core/shell/bash/script-lines.ts";
import type { BashState } from "../../core/shell/bash/state.ts";

const CHECK_MS = 5000;

/**
 * What changes how bash reads a text.
 * @internal tests make their own
 */
export type SessionSyntax = Pick<BashState, "aliases" | "options" | "shopts">;

/** A text, which bash would run it and where, and what its session knows; that is asked for only where it is needed. */
type Doubted = {
  readonly text: string;
  readonly cwd: string;
  /** Undefined: the system's. */
  readonly bash?: string | undefined;
  readonly session: () => Promise<SessionSyntax | undefined>;
};

/** What bash says of a text: it can read it, or why not. */
export type Reading = { readonly canRead: true } | { readonly canRead: false; readonly stderr: string };

/** Whether the policy could not read a text: bash is asked before it is cleared. */
export const isDoubted = ({ findings }: Pick<Verdict, "findings">): boolean =>
  findings.some(({ rule }) => rule === "syntax" || rule === "unparsable");

/**
 * Asks bash about a text that nacre's parser could not read. Undefined when it was not asked, or did not say: bash is only
 * started where the parser failed, so that ordinary commands do not pay for it. It reads the text and runs nothing of it.
 */
export async function readingOf(verdict: Verdict, doubted: Doubted): Promise<Reading | undefined> {
  if (!isDoubted(verdict)) return undefined;
  const { findings } = verdict;
  // A denied command is reported as denied, also where its syntax is wrong.
  if (findings.some(({ decision, rule }) => decision === "deny" && rule !== "syntax")) return undefined;
  const { text, cwd } = doubted;
  const { args, before } = readingLike(text, await doubted.session());
  const file = bashPath(doubted.bash);
  const plan = { file, args: ["--noprofile", "--norc", ...args], cwd, env: {} };
  const input = Buffer.concat([Buffer.from(before, "latin1"), Buffer.from(`${text}\n`)]);
  const { exitCode, stderr } = await runFile(plan, { input, timeoutMs: CHECK_MS });
  if (exitCode === undefined) return undefined;
  if (exitCode === 0) return { canRead: true };
  return { canRead: false, stderr: inTextsLines(stderr.replaceAll(`${file}: `, "bash: "), before === "" ? 0 : 1) };
}

/** What bash said, with the line numbers of the text alone, and without the rest of a long line that it repeats. */
function inTextsLines(stderr: string, linesBefore: number): string {
  const numbered = stderr.replace(
    /^(bash: .*?\bline )(\d+)/gm,
    (_all, words: string, line: string) => `${words}${Number(line) - linesBefore}`,
  );
  return numbered.split("\n").map(beginningOf).join("\n");
}

/** A bash that reads as the session's does, and only reads: its options, and a line before the text. */
function readingLike(
  text: string,
  { shopts, options, aliases }: SessionSyntax = { shopts: [], options: [], aliases: new Map() },
): { readonly args: readonly string[]; readonly before: string } {
  const args = [
    // A text that sets it may use it: bash reads the next line only when it has run this one.
    ...(shopts.includes("extglob") || text.includes("extglob") ? ["-O", "extglob"] : []),
    ...(options.includes("posix") ? ["-o", "posix"] : []),
  ];
  const isExpanded = shopts.includes("expand_aliases") || options.includes("posix");
  const words = [...aliases].flatMap(([name, line]) => (text.includes(name) ? (definitionIn(line) ?? []) : []));
  if (!isExpanded || words.length === 0) return { args: ["-n", ...args], before: "" };
  // Under `-n` bash would define no alias. This line defines them, and either turns execution off for good or ends bash.
  const before = `\\builtin alias -- ${words.join(" ")} && \\builtin set -n || \\builtin exit 0\n`;
  return { args: ["-O", "expand_aliases", ...args], before };
}

/** The word of an `alias` line that defines the alias, quoted whole; undefined for a line that bash would not print. */
function definitionIn(line: string): string | undefined {
  const [, name, value] = /^alias (?:-- )?([^\s'"\\$`=/|&;()<>]+)=('(?:[^']|'\\'')*'|\\')$/.exec(line) ?? [];
  return name === undefined || value === undefined ? undefined : `${quote(`${name}=`)}${value}`;
}

const beginningOf = (line: string): string => (line.length <= ECHOED_CHARS ? line : `${line.slice(0, ECHOED_CHARS)}…`);
