import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { confirms, terminalApprover } from "../../../src/apps/cli/ask.ts";
import type { Answer, Question } from "../../../src/core/permission/approver.ts";

test("a question that is answered by the end of input ends its line", async () => {
  let said = "";
  const io = {
    stdin: Readable.from([]),
    stderr: (text: string): void => void (said += text),
    signal: new AbortController().signal,
  };
  const question = { command: "git push", cwd: "/w", sessionId: "default", findings: [], answers: ["once", "deny"] };
  expect(await terminalApprover(io)(question as never)).toMatchObject({ answer: "deny", by: "unanswered" });
  expect(said).toMatch(/› \n$/);
});

const WIDER = { rule: "Bash(git push origin *)", lets: ["git push origin x"], stops: ["git push x"] };
const QUESTION: Question = {
  command: "git push origin main",
  cwd: "/w",
  sessionId: "default",
  findings: [
    { decision: "ask", rule: "publish", reason: "It publishes.", part: "git push origin main", span: [0, 20] },
    { decision: "ask", rule: "network", reason: "It sends.", part: "git push origin main", span: [0, 20] },
  ],
  parts: [],
  answers: ["once", "session", "always", "deny"],
  always: ["Bash(git push origin main)"],
  wider: WIDER,
};

/** What the approver makes of a typed line, and what it shows. */
async function asked(
  typed: string,
  offered: readonly Answer[],
  question: Question = QUESTION,
): Promise<readonly [answer: unknown, shown: string]> {
  let shown = "";
  const io = {
    stdin: Readable.from([typed]),
    stderr: (text: string): void => void (shown += text),
    signal: new AbortController().signal,
  };
  const answer = await terminalApprover(io, offered)(question);
  return [answer, shown];
}

test("the question has the reason in its first line, and what each answer would keep", async () => {
  const [answer, shown] = await asked("w\n", QUESTION.answers);
  expect(answer).toEqual({ answer: "always", rule: WIDER.rule, via: "terminal" });
  expect(shown.split("\n")).toEqual([
    "nacre: may this run? It publishes.",
    "  │ git push origin main",
    "  in /w",
    "  also: It sends.",
    '  "From now on" is until nacre ends, in /w, for: Bash(git push origin main)',
    "  Wider, in every directory: Bash(git push origin *)",
    "    would also let through: git push origin x",
    "    but not: git push x",
    "[y] yes, this once  [s] yes, for this session  [a] yes, from now on  [w] yes, from now on and wider  [n] no › ",
  ]);
  expect((await asked("a\n", QUESTION.answers))[0]).toEqual({ answer: "always", via: "terminal" });
});

test("the question shows what stands on the standard input of the command", async () => {
  const [, shown] = await asked("n\n", ["once"], { ...QUESTION, stdin: { kind: "text", text: "a\n\u001b[2J\n" } });
  expect(shown).toContain(
    "│ git push origin main\n  with 7 characters on its standard input:\n    a\n    \\u{1b}[2J\n  in /w\n",
  );
});

test("where nothing can be kept no rule is shown, and neither rule can be chosen", async () => {
  for (const typed of ["a\n", "w\n", "wider\n"]) {
    const [answer, shown] = await asked(typed, ["once", "deny"]);
    expect([answer, shown.includes("Bash(")]).toMatchObject([{ answer: "deny" }, false]);
  }
});

test.each([
  ["y\n", true],
  ["YES\n", true],
  ["yep\n", false],
  ["\n", false],
  ["", false],
])("%j to a yes or no: %j", async (said, expected) => {
  const io = { stdin: Readable.from([said]), stderr: () => undefined, signal: new AbortController().signal };
  expect(await confirms(io, "Really?")).toBe(expected);
});

test("a try can be asked for, what it changed is shown, and to keep it is another question", async () => {
  const triable: Question = { ...QUESTION, answers: ["once", "try", "deny"] };
  expect(await asked("t\n", triable.answers, triable)).toEqual([
    { answer: "try", via: "terminal" },
    expect.stringContaining("[t] try it first"),
  ]);
  const tried = { id: "try_1", lines: ["D d"] };
  const [, again] = await asked("n\n", ["once", "deny"], { ...QUESTION, tried });
  expect(again).toContain("\n  D d\n  (with diffs: nacre try --show try_1)\n");
  const [kept, shown] = await asked("y\n", ["once", "deny"], { ...QUESTION, tried, asks: "keep" });
  expect(kept).toEqual({ answer: "once", via: "terminal" });
  expect(shown).toMatch(/^nacre: keep what this changed in a try\? [^]*\[y\] yes, keep it {2}\[n\] no › $/);
});
