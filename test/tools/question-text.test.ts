import { expect, test } from "vitest";
import { visible } from "../../src/core/base/show-value.ts";
import type { Finding } from "../../src/core/policy/verdict.ts";
import { keptLines, reasonsOf, stdinLines, widerLines } from "../../src/tools/question-text.ts";

const finding = (reason: string, part: string, decision: Finding["decision"] = "ask"): Finding => ({
  decision,
  rule: "r",
  reason,
  part,
  span: [0, 1],
});

test("characters that hide others are shown, and lines stay lines", () => {
  expect(visible("a\u202eb\n\u001b[2J\u2028")).toBe("a\\u{202e}b\n\\u{1b}[2J\\u{2028}");
});

test("a reason is one line, told once, with its part where that is not the whole command", () => {
  const command = "npm test; git push";
  const findings = [
    finding("It\n publishes.", "git push"),
    finding("It\n publishes.", "git push"),
    finding("It is all.", ` ${command} `),
    finding("It is fine.", "npm test", "allow"),
    finding("It is long.", "x".repeat(300)),
  ] as const;
  expect(reasonsOf({ command, findings: [...findings] })).toEqual([
    "It publishes. In: git push",
    "It is all.",
    `It is long. In: ${"x".repeat(200)}…`,
  ]);
});

test("what stands on the standard input is shown, and what is left out of it is counted", () => {
  expect(stdinLines({})).toEqual([]);
  expect(stdinLines({ stdin: { kind: "stream" } })).toEqual([
    "with a stream on its standard input, which nacre has not read",
  ]);
  expect(stdinLines({ stdin: { kind: "text", text: "rm x\n\u001b[2J\0\n" } })).toEqual([
    "with 11 characters on its standard input:",
    "  rm x",
    "  \\u{1b}[2J\\u{0}",
  ]);
  expect(stdinLines({ stdin: { kind: "text", text: "x".repeat(2010) } })).toEqual([
    "with 2010 characters on its standard input:",
    `  ${"x".repeat(2000)}`,
    "… and 10 more characters",
  ]);
});

test("what would be kept is told on lines of their own", () => {
  const always = ["Bash(a\u202e)", "Bash(b)"];
  expect(keptLines({ always, cwd: "/w\nx" })).toEqual([
    '"From now on" is until nacre ends, in /w x, for: Bash(a\\u{202e}), Bash(b)',
  ]);
  expect(keptLines({ always, cwd: "/w", keptIn: "rules" })).toEqual([
    expect.stringMatching(/^"From now on" is kept in your rules for this workspace \(nacre rules\), in \/w, for: /),
  ]);
  expect(keptLines({ cwd: "/w" })).toEqual([]);
  expect(widerLines({ rule: "Bash(a *)", lets: ["a b", "a c"], stops: ["d\ne"] })).toEqual([
    "Wider, in every directory: Bash(a *)",
    "  would also let through: a b; a c",
    "  but not: d e",
  ]);
});
