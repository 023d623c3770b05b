import { expect, test } from "vitest";
import { judge } from "../../../../src/core/policy/judge.ts";
import { type GivenStdin, textOnStdin } from "../../../../src/core/policy/read/given-stdin.ts";
import { ANY, isKnown, NUMBER } from "../../../../src/core/policy/values/abstract-text.ts";
import { PLACE } from "../../../attacks/shared-corpus.ts";

const text = (given: string): GivenStdin => ({ kind: "text", text: given });
const STREAM: GivenStdin = { kind: "stream" };
const decisionOn = (command: string, stdin?: GivenStdin): string =>
  judge(command, stdin === undefined ? PLACE : { ...PLACE, stdin }).decision;

test("a text is what it is, a stream is not known, and nothing is empty", () => {
  expect(textOnStdin(text("a\nb\tc é"))).toBe("a\nb\tc é");
  expect(textOnStdin(STREAM)).toBe(ANY);
  expect(textOnStdin(undefined)).toBe("");
});

test("a character that the policy uses as its own, or that hides what runs, makes the text unknown", () => {
  expect(textOnStdin(text(`a${NUMBER}b`))).toContain(`a${ANY}b`);
  for (const hidden of ["r\0m -rf x", "r\u200bm x", "\u001b[2J"])
    expect(isKnown(textOnStdin(text(hidden)))).toBe(false);
});

const READERS = [
  "bash",
  "sh -s",
  "bash /dev/stdin",
  "env bash",
  "cat | bash",
  "bash <&0",
  "bash <(cat)",
  "(bash)",
  "f() { bash; }; f",
  "exec bash",
  "source /dev/stdin",
  ". /proc/self/fd/0",
  'eval "$(cat)"',
  "read x; $x",
  'mapfile a; eval "${a[@]}"',
  "cat > y; bash y",
  "xargs rm -rf",
];

test.each(READERS)("%s is judged by the text on its standard input", (command) => {
  const run = command === "xargs rm -rf" ? "/ /etc" : "rm -rf /";
  expect(decisionOn(command, text(run))).toBe("deny");
  expect(decisionOn(command, text("./notes.txt\n"))).not.toBe("deny");
  expect(decisionOn(command, STREAM)).toBe("ask");
});

test.each([
  ["python3 -", "import os; os.system('rm -rf /')"],
  ["python3", "import shutil; shutil.rmtree('/')"],
  ["node -", "require('child_process').execSync('rm -rf /')"],
  ["perl", "system('rm -rf /')"],
])("%s runs the text on its standard input", (command, code) => {
  expect(decisionOn(command, text(code))).not.toBe("allow");
  expect(decisionOn(command, text("1\n"))).toBe("allow");
  expect(decisionOn(command, STREAM)).toBe("ask");
});

test("for a program that reads data, anything on its standard input is fine", () => {
  for (const stdin of [text("rm -rf /"), text("\0\u0001binary\u200b"), text("x".repeat(1_000_000)), STREAM]) {
    for (const command of ["cat", "grep a", "jq .", "wc -c", "git apply", "npm test"])
      expect({ command, decision: decisionOn(command, stdin) }).toEqual({ command, decision: "allow" });
  }
});

test("a script that is too long to be judged is asked about", () => {
  expect(decisionOn("bash", text("echo a\n".repeat(140_000)))).toBe("ask");
  expect(decisionOn("xargs rm", text(`${"a\n".repeat(1000)}/etc\n`))).toBe("ask");
});

test("what stands on its input never makes a command pass that would be asked about", () => {
  expect(decisionOn("sqlite3 a.db 'delete from users'", STREAM)).toBe("ask");
});
