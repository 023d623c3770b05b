import { expect, test } from "vitest";
import { CommandHistory } from "../../../src/core/journal/command-history.ts";
import type { HistoryRow } from "../../../src/core/journal/history-row.ts";
import type { Fact, JournalEntry } from "../../../src/core/journal/journal-entry.ts";

/** The rows of facts that are told in the order in which they happened, a second apart. */
function rowsOf(facts: readonly Fact[]): readonly HistoryRow[] {
  const entries = facts.map(
    (fact, at): JournalEntry => ({
      host: "h",
      session: "default",
      ...fact,
      seq: at + 1,
      time: (at + 1) * 1000,
      hash: "x",
    }),
  );
  const history = new CommandHistory();
  for (const entry of entries.toReversed()) history.take(entry);
  expect(history.isWhole).toBe(true);
  return history.rows;
}

const verdict = (command: string, more: object = {}): Fact => ({
  kind: "verdict",
  command,
  cwd: "/w",
  decision: "allow",
  findings: [{ rule: "ordinary", reason: "Ordinary work." }],
  cleared: true,
  by: "policy",
  ...more,
});

test("a command is one row with its end; the same text twice is two", () => {
  const one = (exitCode: number): Fact[] => [
    verdict("make"),
    { kind: "command-started", command: "make", cwd: "/w" },
    { kind: "command-ended", command: "make", ending: "exited", exitCode, durationMs: 5, bytes: 7 },
  ];
  expect(
    rowsOf([...one(0), ...one(2), verdict("sleep 9"), { kind: "command-started", command: "sleep 9" }]),
  ).toMatchObject([
    { command: "sleep 9", ran: {} },
    { command: "make", ran: { exitCode: 2, durationMs: 5, bytes: 7 }, reasons: [{ rule: "ordinary" }] },
    { command: "make", ran: { exitCode: 0 } },
  ]);
});

test("a background shell is a row with its id, which a kill and a loss name too", () => {
  const rows = rowsOf([
    verdict("npm start"),
    { kind: "shell-started", shell: "shell_1", command: "npm start", cwd: "/w" },
    { kind: "shell-killed", shell: "shell_1", signal: "TERM" },
    { kind: "shell-ended", shell: "shell_1", status: "killed", durationMs: 9, bytes: 1 },
    { kind: "shell-lost", shell: "shell_2", command: "old" },
    { kind: "gap", missed: 3, reason: "no space left" },
  ]);
  expect(rows).toMatchObject([
    { kind: "gap", words: "3 entries could not be written: no space left" },
    { kind: "shell-lost", words: "Lost with its host: old", shell: "shell_2" },
    { kind: "shell-killed", words: "Killed (TERM)", shell: "shell_1" },
    { kind: "command", command: "npm start", ran: { shell: "shell_1", ending: "killed", durationMs: 9 } },
  ]);
});

test("a question is part of its command's row: when, where and what was answered", () => {
  const asked = (id: string, command: string): Fact => ({
    kind: "question",
    question: id,
    command,
    cwd: "/w",
    findings: [],
  });
  const ask = (by: string, cleared: boolean): Fact => verdict("git push", { decision: "ask", by, cleared });
  const rows = rowsOf([
    asked("q1", "git push"),
    { kind: "answer", question: "q1", command: "git push", state: "answered", answer: "session", via: "page" },
    ask("session", true),
    { kind: "command-started", command: "git push" },
    ask("grant", true), // no question: it was allowed for the session
    asked("q2", "git push"),
    { kind: "answer", question: "q2", command: "git push", state: "expired" },
    asked("q3", "git push"),
    ask("nobody", false),
  ]);
  expect(rows).toMatchObject([
    { by: "nobody", cleared: false },
    { asked: { id: "q3", askedAt: 8000 } },
    { asked: { id: "q2", askedAt: 6000, settledAt: 7000, state: "expired" } },
    { by: "grant" },
    { by: "session", ran: {}, asked: { id: "q1", askedAt: 1000, settledAt: 2000, answer: "session", via: "page" } },
  ]);
  expect(rows.filter((row) => row.kind === "command" && row.asked !== undefined)).toHaveLength(3);
});

test("containment is told with the commands it held for, and as a row when it changed", () => {
  const rows = rowsOf([
    { kind: "containment", level: "full", reasons: [] },
    verdict("one"),
    { kind: "containment", level: "partial", reasons: ["a seal is gone"] },
    verdict("two"),
  ]);
  expect(rows).toMatchObject([
    { command: "two", contained: "partial" },
    { command: "one", contained: "full" },
    { kind: "containment", words: "Containment changed to partial; a seal is gone" },
  ]);
});

test("entries that a user has edited into nonsense make rows all the same", () => {
  const rows = rowsOf([
    verdict("x", { decision: 7, findings: [null, 3, { rule: 1, reason: 2 }], by: {}, cwd: 9 }),
    { kind: "answer", question: [] },
    { kind: "containment" },
    { kind: "unheard of" },
  ]);
  expect(rows).toMatchObject([{ decision: "deny", reasons: [{ rule: "1", reason: "2" }], by: "", cwd: "" }]);
});
