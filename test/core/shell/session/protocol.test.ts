import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isLive, nextStatus } from "../../../../src/core/shell/background/shell-status.ts";
import { flagsOf } from "../../../../src/core/shell/session/command-flags.ts";
import { AnswerReader, renderTurn } from "../../../../src/core/shell/session/protocol.ts";
import { fitState } from "../../../../src/core/shell/session/saved-state.ts";

/** Whether a line that notes the pipe status follows the text. */
const notesPipeStatus = (text: string): boolean => flagsOf(text).includes("p");

const NONCE = "0123456789abcdef0123456789abcdef";
const record = (nonce: string, kind = "done", status = "0", cwd = "/", pipe: string[] = []): Buffer =>
  Buffer.from(`${[nonce, kind, status, cwd, ...pipe].join("\0")}\0\0`);

test("a turn holds its text as it is", () => {
  const text = "echo 'a\n\\' \"$b\" é";
  expect(renderTurn({ kind: "run", nonce: NONCE, text, out: "o", err: "e" })).toBe(
    `run\0${NONCE.slice(0, 8)}\0o\0e\0\0${text}\0`,
  );
  expect(renderTurn({ kind: "save", nonce: "n" })).toBe("save\0n\0");
  expect(renderTurn({ kind: "cd", nonce: "n", directory: "/a b" })).toBe("cd\0n\0/a b\0");
  expect(renderTurn({ kind: "run", nonce: "n", text: "trap x EXIT | cat", out: "o", err: "e" })).toContain("\0pt\0");
  const flagsIn = (text: string): string | undefined =>
    renderTurn({ kind: "run", nonce: "n", text, out: "o", err: "e" }).split("\0")[4];
  expect(["trap", "trap -p; x", "echo break", ". ./a", "./a .b", "readonly x", "breakfast"].map(flagsIn)).toEqual([
    "tl",
    "tl",
    "b",
    "b",
    "",
    "v",
    "",
  ]);
});

test("an answer is found in any split and behind any rubbish", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.array(fc.nat(400), { maxLength: 6 }), (rubbish, cuts) => {
      const all = Buffer.concat([Buffer.from(rubbish), record(NONCE, "done", "3", "/a\nb", ["0", "3"])]);
      const reader = new AnswerReader();
      const borders = [0, ...cuts.map((cut) => Math.min(cut, all.length)).sort((a, b) => a - b), all.length];
      const answers = borders
        .slice(1)
        .flatMap((end, index) => [...reader.push(all.subarray(borders[index], end), NONCE)]);
      expect(answers).toEqual([{ nonce: NONCE, kind: "done", status: 3, cwd: "/a\nb", pipeStatus: [0, 3] }]);
    }),
  );
});

test("an answer with another nonce, an unknown kind or a status that is none does not count", () => {
  const reader = new AnswerReader();
  expect(reader.push(record("f".repeat(32)), NONCE)).toEqual([]);
  expect(reader.push(record(NONCE, "nonsense"), NONCE)).toEqual([]);
  expect(reader.push(record(NONCE, "done", "x"), NONCE)).toEqual([]);
  expect(reader.push(record(NONCE, "done", "0", "/", ["x"]), NONCE)).toEqual([]);
  expect(reader.push(record(NONCE), NONCE)).toHaveLength(1);
});

test("a true answer is found behind half of one, and behind one that never ends", () => {
  for (const cut of [33, 38, 40, 42]) {
    const reader = new AnswerReader();
    reader.push(record(NONCE).subarray(0, cut), NONCE);
    expect(reader.push(record(NONCE, "done", "7"), NONCE).map(({ status }) => status)).toEqual([7]);
  }
  const reader = new AnswerReader();
  reader.push(record(NONCE, "done", "0", "x".repeat(100_000)).subarray(0, -2), NONCE);
  expect(reader.push(record(NONCE), NONCE)).toHaveLength(1);
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

test("a saved state is fit for another bash: what bash or we keep is left out, functions are not touched", () => {
  const body = "f () \n{ \n    cat <<E\ndeclare -ir UID=5\nalias x=1\nE\n\n}";
  const saved = `declare -ir UID="0"\ndeclare -- __nacre_d="/x"\ndeclare -x A="1"\n__nacre_t=''\n: __nacre functions\n${body}\n: __nacre rest\ndeclare -fx f\nalias q='echo q'\n`;
  expect(fitState(saved)).toBe(
    `declare -x A="1"\n__nacre_t=''\n: __nacre functions\n${body}\n: __nacre rest\nbuiltin declare -fx f\nbuiltin alias q='echo q'\n`,
  );
  expect(fitState("builtin shopt -s expand_aliases\n")).toBe("builtin shopt -s expand_aliases\n");
});

test("an ended shell stays what it is", () => {
  expect([
    nextStatus("pending", "running"),
    nextStatus("running", "killed"),
    nextStatus("killed", "failed"),
    nextStatus("completed", "timeout"),
  ]).toEqual(["running", "killed", "killed", "completed"]);
  expect([isLive("running"), isLive("lost")]).toEqual([true, false]);
});
