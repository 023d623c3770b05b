import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { flagsOf, isRisky } from "../../../../src/core/shell/session/command-flags.ts";

/** Whether a line that notes the pipe status follows the text. */
const notesPipeStatus = (text: string): boolean => flagsOf(text).includes("p");

test("flags say what the loop in bash has to know", () => {
  expect(["trap", "trap -p; x", "echo break", ". ./a", "./a .b", "readonly x", "breakfast"].map(flagsOf)).toEqual([
    "tl",
    "tl",
    "b",
    "b",
    "",
    "v",
    "",
  ]);
});

test.each(["exec sh", "kill -9 $$", "set -en", "ulimit -n 1", "echo $BASHPID", "unset __nacre_d"])(
  "%s may cost the session its bash",
  (text) => {
    expect(isRisky(text)).toBe(true);
  },
);

test.each(["ls", "echo executed", "set -e", "npm run killer", "echo $1"])("%s may not", (text) => {
  expect(isRisky(text)).toBe(false);
});

/** Whether bash finds the text well formed. Of a bad `[[` it only complains: its exit code alone says nothing. */
const isSyntax = (text: string): boolean => {
  const { status, stderr } = spawnSync("/bin/bash", ["-n"], { input: text, encoding: "utf8" });
  const complaints = stderr.split("\n").filter((line) => line !== "" && !line.includes("warning"));
  return status === 0 && complaints.length === 0;
};

test.each([
  "a | b",
  "a | b # c",
  "a <<E | b\nx\nE",
  "a <<'E' | b\nx\nE\n",
  "{ a | b; }",
  "a | b &",
  "case x in a|b) ;; esac",
  "a <<-E | b\n\tx\n\tE",
])("a line may follow %j", (text) => {
  expect(notesPipeStatus(text)).toBe(true);
  expect(isSyntax(`${text}\nx=1`)).toBe(isSyntax(text));
});

test.each([
  "a",
  "a | b \\",
  "a |",
  "a | b &&",
  "a || # b",
  "a | # b\n # c",
  "a ||",
  "a | b <<E\nx",
  "a | b <<",
  "a <<E |\nE\n",
  "a <<E | # b\nE",
  "a | b <<E &&\nE",
  "set -x; a | b",
  "set -o xtrace | b",
])("no line may follow %j", (text) => {
  expect(notesPipeStatus(text)).toBe(false);
});

test("no text makes the look slow", () => {
  // Each of these would take a backtracking mind for ever; the test's own time limit is the judge.
  for (const piece of ["| # # # ", "|\n#c\n", "<<E ", "set -a", "| \\", "#|#|"]) {
    expect(typeof notesPipeStatus(`a | b ${piece.repeat(100_000)} x`)).toBe("boolean");
  }
});

test("a line that follows never makes bad text good, or good text bad", () => {
  const tokens = fc.constantFrom(
    "a",
    "|",
    "||",
    "&&",
    "&",
    ";",
    "\n",
    "(",
    ")",
    "{ ",
    "; }",
    "if a; then",
    "fi",
    "case x in",
    "esac",
    "a|b)",
    ";;",
    "<<E",
    "\nE\n",
    "'",
    '"',
    "\\",
    "$(",
    "`",
    "#",
    "while a; do",
    "done",
    "[[ a",
    "]]",
    "!",
    "f()",
    "x=(",
    "for i in",
  );
  fc.assert(
    fc.property(fc.array(tokens, { minLength: 1, maxLength: 8 }), (parts) => {
      const text = parts.join(" ");
      fc.pre(notesPipeStatus(text));
      expect(isSyntax(`${text}\n__p=("$?")`), text).toBe(isSyntax(text));
    }),
    { numRuns: 150 },
  );
});
