import { BASH_NAMES } from "../../core/knowledge/shell-names.ts";
import type { GivenStdin } from "../../core/policy/read/given-stdin.ts";
import { type Finding, type Verdict, verdictOf } from "../../core/policy/verdict.ts";
import { quote } from "../../core/shell/bash/script-lines.ts";
import { programName, readsAs } from "../../core/terminal/command-readers.ts";
import type { TerminalProcess } from "../../core/terminal/terminal-facts.ts";
import type { TypedLine } from "../../core/terminal/typed-line.ts";
import { readingOf } from "../bash/syntax-error.ts";
import { typedVerdict } from "./typed-verdict.ts";

/** A text that the policy is asked about, and where it would run. */
export type Typed = {
  readonly text: string;
  readonly cwd: string;
  readonly stdin?: GivenStdin;
  readonly isReadByBash?: boolean;
};

/** The policy's word on a text, with all that the gate knows. */
export type TypedJudge = (typed: Typed) => Promise<Verdict>;

/** What was found about a line. `isBegun`: the shell waits for more before it runs anything. */
export type LineVerdict = { readonly verdict: Verdict | undefined; readonly isBegun: boolean };

/**
 * Judges a line as each process would read it that may get it. Only what is new counts: what was asked about the lines
 * before it was answered with them.
 */
export async function judgeTypedLine(
  text: string,
  { line, readers }: { readonly line: TypedLine; readonly readers: readonly TerminalProcess[] },
  judge: TypedJudge,
): Promise<LineVerdict> {
  const findings: Finding[] = [];
  let isBegun = readers.length > 0;
  for (const reader of readers) {
    const { cwd } = reader;
    const found =
      cwd === undefined
        ? { verdict: typedVerdict("unknown", text), isBegun: false }
        : await judgeAs({ text, line, reader, cwd }, judge);
    findings.push(...(found.verdict?.findings.filter(({ decision }) => decision !== "allow") ?? []));
    isBegun &&= found.isBegun;
  }
  const [first, ...others] = findings;
  return { verdict: first === undefined ? undefined : verdictOf([first, ...others], []), isBegun };
}

type Reading = {
  readonly text: string;
  readonly line: TypedLine;
  readonly reader: TerminalProcess;
  readonly cwd: string;
};

const judgeAs = (reading: Reading, judge: TypedJudge): Promise<LineVerdict> =>
  readsAs(reading.reader) === "code" ? judgeCode(reading, judge) : judgeCommand(reading, judge);

/** A language reads all lines as one program. */
async function judgeCode({ text, line, reader, cwd }: Reading, judge: TypedJudge): Promise<LineVerdict> {
  const command = reader.argv.map(quote).join(" ");
  const before = line.accepted.map((one) => `${one}\n`).join("");
  const read = (code: string): Promise<Verdict> => judge({ text: command, cwd, stdin: { kind: "text", text: code } });
  return { verdict: newIn(await read(`${before}${text}\n`), await read(before)), isBegun: false };
}

/**
 * A shell runs nothing of a command that it cannot read yet. The line is judged where the shell is, and behind all lines
 * before it, for the functions and variables that those have set.
 */
async function judgeCommand({ text, line, reader, cwd }: Reading, judge: TypedJudge): Promise<LineVerdict> {
  const whole = [...line.begun, text].join("\n");
  const here = await judge({ text: whole, cwd });
  if (BASH_NAMES.includes(programName(reader))) {
    const reading = await readingOf(here, { text: whole, cwd, session: async () => undefined });
    if (reading?.canRead === false)
      return { verdict: undefined, isBegun: /unexpected (?:EOF|end of file)/.test(reading.stderr) };
    if (reading?.canRead === true)
      return { verdict: await judge({ text: whole, cwd, isReadByBash: true }), isBegun: false };
  }
  if (line.accepted.length === 0) return { verdict: here, isBegun: false };
  const before = line.accepted.join("\n");
  const behind = newIn(await judge({ text: `${before}\n${whole}`, cwd }), await judge({ text: before, cwd }));
  const more = behind === undefined ? undefined : newIn(behind, here);
  return { verdict: verdictOf([...here.findings, ...(more?.findings ?? [])], []), isBegun: false };
}

/** What a verdict says that the one before did not. */
function newIn(now: Verdict, before: Verdict): Verdict | undefined {
  const known = new Set(before.findings.map(({ rule, part }) => `${rule} ${part}`));
  const [first, ...others] = now.findings.filter(({ rule, part }) => !known.has(`${rule} ${part}`));
  return first === undefined ? undefined : verdictOf([first, ...others], []);
}
