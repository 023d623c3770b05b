import { describe, expect, test } from "vitest";
import { judge } from "../../src/core/policy/judge.ts";
import { withBashLineEnds } from "../../src/core/policy/read/line-ends.ts";
import { parseSyntax } from "../../src/core/policy/read/syntax.ts";
import type { Decision } from "../../src/core/policy/verdict.ts";
import { randomFrom, scale, seedOf } from "../conformance/real-bash.ts";
import { PLACE, policyLines } from "./shared-corpus.ts";
import { TABLES } from "./tables.ts";

const COMMANDS: readonly string[] = [
  ...new Set(
    Object.values(TABLES)
      .flat()
      .map(([command]) => command)
      .concat(policyLines().map(({ command }) => command))
      // In a disguise not every line ends in CRLF any more, and a carriage return is a letter there.
      .map(withBashLineEnds),
  ),
];

const WEIGHT: Readonly<Record<Decision, number>> = { allow: 0, ask: 1, deny: 2 };
const decisionOf = (command: string): Decision => judge(command, PLACE).decision;
/** What each line gets as it stands: judged once, for all disguises. */
const PLAIN: ReadonlyMap<string, Decision> = new Map(COMMANDS.map((command) => [command, decisionOf(command)]));
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Whether a text is whole: nothing open that would swallow what is put behind it. */
function isWhole(command: string): boolean {
  const { errors, doubts } = parseSyntax(command);
  return errors.length === 0 && doubts.length === 0 && !command.endsWith("\\");
}

/** One plain command of literal words, or `undefined`. */
function plainWords(command: string): readonly string[] | undefined {
  const words = command.split(" ");
  return words.every((word) => /^[\w./=:@%+,-]+$/.test(word)) && !/^\w+=/.test(command) ? words : undefined;
}

const BUILTIN =
  /^(?:cd|pushd|popd|export|eval|source|\.|exec|trap|set|unset|shift|alias|history|enable|hash|bind|complete|compgen|jobs|wait|kill|umask|ulimit|read|type|command|builtin|exit|time|help|declare|local|let|test|pwd|fg|bg|disown|dirs|shopt|printf|echo|true|false|:)$/;

/** Ways to write the same thing; `undefined` where one does not apply. */
const DISGUISES: Readonly<Record<string, (command: string) => string | undefined>> = {
  "blanks around it": (command) => `  \t${command}  `,
  "newlines around it": (command) => `\n\n${command}\n`,
  "a subshell": (command) => (isWhole(command) ? `(\n${command}\n)` : undefined),
  "a group": (command) => (isWhole(command) ? `{\n${command}\n}` : undefined),
  "a condition": (command) => (isWhole(command) ? `if true; then\n${command}\nfi` : undefined),
  "bash -c": (command) => (isWhole(command) && !/\$[\d@*]/.test(command) ? `bash -c ${quoted(command)}` : undefined),
  eval: (command) => (isWhole(command) ? `eval ${quoted(command)}` : undefined),
  "another command before it": (command) => `ls; ${command}`,
  "a substitution": (command) => (isWhole(command) ? `echo "$(\n${command}\n)"` : undefined),
  "quotes around each word": (command) =>
    plainWords(command)
      ?.map((word, index) => (index === 0 && /^(?:time|!)$/.test(word) ? word : `"${word}"`))
      .join(" "),
  "single quotes around each word": (command) =>
    plainWords(command)
      ?.map((word, index) => (index === 0 && word === "time" ? word : `'${word}'`))
      .join(" "),
  "line continuations between words": (command) => plainWords(command)?.join(" \\\n "),
  "line continuations inside words": (command) =>
    plainWords(command)
      ?.map((word) => (word.length > 1 ? `${word.slice(0, 1)}\\\n${word.slice(1)}` : word))
      .join(" "),
  "backslashes in the name": (command) =>
    plainWords(command)
      ?.map((word, index) => (index === 0 && !BUILTIN.test(word) ? `\\${word}` : word))
      .join(" "),
  env: (command) =>
    plainWords(command) !== undefined && !BUILTIN.test(command.split(" ")[0] ?? "") ? `env ${command}` : undefined,
  "env with a variable": (command) =>
    plainWords(command) !== undefined && !BUILTIN.test(command.split(" ")[0] ?? "") ? `env A=1 ${command}` : undefined,
  nohup: (command) =>
    plainWords(command) !== undefined && !BUILTIN.test(command.split(" ")[0] ?? "") ? `nohup ${command}` : undefined,
  "a variable": (command) => (plainWords(command) === undefined ? undefined : `c='${command}'; $c`),
  "a function": (command) =>
    isWhole(command) && !/[$]|^\s*:|\btime\b/.test(command) ? `nacre_f() {\n${command}\n}; nacre_f` : undefined,
};

/**
 * Denied only because a command sends what a command inside it reads. In a text that another program is given every
 * finding has the place of the whole text, so that "inside" cannot be told: then it is asked about.
 */
const isLeakByPlace = (command: string): boolean =>
  judge(command, PLACE)
    .findings.filter(({ decision }) => decision === "deny")
    .every(({ rule }) => rule === "leak");

describe("no disguise makes a verdict milder", () => {
  test.each(Object.entries(DISGUISES))("%s", (_name, disguise) => {
    const milder = [...PLAIN].flatMap(([command, before]) => {
      const other = disguise(command);
      if (other === undefined) return [];
      const after = decisionOf(other);
      if (after === "ask" && isLeakByPlace(command)) return [];
      return WEIGHT[after] < WEIGHT[before]
        ? [`${JSON.stringify(other)} is ${after}, ${JSON.stringify(command)} is ${before}`]
        : [];
    });
    expect(milder).toEqual([]);
  });
});

/** A command with a few letters changed, dropped, doubled or taken from another. */
function mutated(random: () => number): string {
  const pick = (): string => COMMANDS[Math.floor(random() * COMMANDS.length)] ?? "ls";
  let text = pick();
  const times = 1 + Math.floor(random() * 4);
  for (let i = 0; i < times; i++) {
    const at = Math.floor(random() * (text.length + 1));
    const kind = Math.floor(random() * 6);
    if (kind === 0) text = text.slice(0, at) + text.slice(at + 1 + Math.floor(random() * 3));
    else if (kind === 1)
      text = text.slice(0, at) + String.fromCharCode(32 + Math.floor(random() * 95)) + text.slice(at);
    else if (kind === 2)
      text = text.slice(0, at) + (LETTERS[Math.floor(random() * LETTERS.length)] ?? "") + text.slice(at);
    else if (kind === 3) text = text.slice(0, at) + pick().slice(0, 20) + text.slice(at);
    else if (kind === 4) text = text.slice(at) + text.slice(0, at);
    else text = text.slice(0, at) + String.fromCodePoint(Math.floor(random() * 0x3000)) + text.slice(at);
  }
  return text;
}

const LETTERS = [
  "$(",
  "`",
  "${",
  "}",
  ")",
  "((",
  "))",
  "[[",
  "]]",
  "<<E\n",
  "\n",
  "\\\n",
  "'",
  '"',
  ";;",
  "&",
  "|",
  "<(",
  ">(",
  "$'",
  "{a,b}",
  "*",
  "~",
  "=",
  "(",
  "function ",
  "case x in ",
  "esac",
  "do",
  "done",
  "\u0000",
  "\u202e",
];

test("mutated and random strings are judged without a crash, and never allowed where they cannot be parsed", () => {
  const random = randomFrom(seedOf("mutations"));
  // So many, and not so long: a faster machine must not come to strings that no other has judged.
  const wanted = Math.floor(10_000 * scale());
  const wrong: string[] = [];
  let count = 0;
  let slowest = { ms: 0, text: "" };
  while (count < wanted) {
    const text =
      random() < 0.9
        ? mutated(random)
        : Array.from({ length: 1 + Math.floor(random() * 60) }, () =>
            String.fromCharCode(Math.floor(random() * 256)),
          ).join("");
    const start = performance.now();
    const decision = decisionOf(text);
    const ms = performance.now() - start;
    if (ms > slowest.ms) slowest = { ms, text };
    const { errors, doubts } = parseSyntax(text);
    if (decision === "allow" && errors.length + doubts.length > 0) wrong.push(text);
    count++;
  }
  console.log(
    `${count} strings, the slowest took ${slowest.ms.toFixed(1)} ms: ${JSON.stringify(slowest.text.slice(0, 300))}`,
  );
  expect(wrong.map((text) => JSON.stringify(text))).toEqual([]);
}, 600_000);
