import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { entryIn } from "../../../src/core/journal/entry.ts";
import { Journal, type JournalOptions } from "../../../src/core/journal/journal.ts";
import { journalDir, knownHosts, newestFile } from "../../../src/core/journal/journal-files.ts";
import { verifyJournal } from "../../../src/core/journal/verify-journal.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { waitUntil } from "../../support/wait-until.ts";

const opened = (options: Partial<JournalOptions> = {}): Journal & { readonly stateDir: string } => {
  const stateDir = options.stateDir ?? tempDir();
  const journal = new Journal({ stateDir, host: "1-a", redact: (text) => text, isStrict: true, ...options });
  return Object.assign(journal, { stateDir });
};

const linesIn = (stateDir: string, host = "1-a"): string[] =>
  readFileSync(newestFile(stateDir, host), "utf8").split("\n").slice(0, -1);

test("each fact is one line, chained to the one before", () => {
  const journal = opened();
  journal.note({ kind: "verdict", session: "s", command: "ls" });
  journal.note({ kind: "shell-started", shell: "shell_1" });
  const [first, second] = linesIn(journal.stateDir).map(entryIn);
  expect(first).toMatchObject({ seq: 1, host: "1-a", session: "s", kind: "verdict", command: "ls" });
  expect(second).toMatchObject({ seq: 2, shell: "shell_1" });
  expect(journal.head).toBe(second?.hash);
  journal.close();
  expect(verifyJournal(journal.stateDir)).toMatchObject({ chains: 1, lines: 2, flaws: [], torn: [] });
});

test("secrets are redacted before they are written", () => {
  const journal = opened({ redact: (text) => text.replaceAll("hunter22", "[redacted]") });
  journal.note({ kind: "verdict", command: "login hunter22", findings: [{ part: "hunter22" }] });
  journal.close();
  expect(linesIn(journal.stateDir).join("")).not.toContain("hunter22");
});

test("without strictness lines are written at the end of the turn, in order, and when the journal closes", async () => {
  const journal = opened({ isStrict: false });
  journal.note({ kind: "note", number: 1 });
  journal.note({ kind: "note", number: 2 });
  await new Promise(setImmediate);
  expect(linesIn(journal.stateDir)).toHaveLength(2);
  journal.note({ kind: "note", number: 3 });
  journal.close();
  expect(linesIn(journal.stateDir).map((line) => entryIn(line)?.["number"])).toEqual([1, 2, 3]);
});

test("a full file is set aside, and the chain goes on in the next", () => {
  const journal = opened({ fileBytes: 300 });
  for (let number = 0; number < 10; number++) journal.note({ kind: "note", number });
  journal.close();
  expect(linesIn(journal.stateDir).length).toBeLessThan(10);
  expect(verifyJournal(journal.stateDir)).toMatchObject({ lines: 10, flaws: [] });
});

test.each([
  ["a directory", (path: string) => mkdirSync(path, { recursive: true })],
  ["a link", (path: string) => symlinkSync("/dev/null", path)],
  ["another file", (path: string) => writeFileSync(path, "mine\n")],
])("%s in the file's place is said once and left alone; the lines that it cost are counted", (_, put) => {
  const said: string[] = [];
  const journal = opened({ onProblem: ({ reason }) => said.push(reason) });
  const path = newestFile(journal.stateDir, "1-a");
  mkdirSync(journalDir(journal.stateDir));
  put(path);
  journal.note({ kind: "note" });
  journal.note({ kind: "note" });
  expect(said).toEqual([expect.stringContaining("EEXIST")]);
  expect(knownHosts(journal.stateDir).size).toBe(0); // however often it is tried
  expect(journal.problem).toMatchObject({ reason: said[0], missed: 2, stopsCommands: true });
  expect(journal.problem?.advice).toBe(`move away what lies in its place in ${journalDir(journal.stateDir)}`);
  rmSync(path, { recursive: true });
  journal.note({ kind: "note" });
  expect(journal.problem).toBeUndefined();
  expect(linesIn(journal.stateDir).map(entryIn)).toMatchObject([{ kind: "gap", missed: 2, seq: 1 }, { seq: 2 }]);
  journal.close();
});

test("a journal that failed goes on by itself, and says once that it does and what is missing", async () => {
  const said: unknown[] = [];
  const journal = opened({
    retryMs: 20,
    onProblem: () => said.push("failed"),
    onResumed: ({ missed }) => said.push(missed),
  });
  const path = newestFile(journal.stateDir, "1-a");
  mkdirSync(path, { recursive: true });
  const before = Date.now();
  journal.note({ kind: "note" });
  journal.note({ kind: "note" });
  expect(journal.problem?.since).toBeGreaterThanOrEqual(before);
  rmSync(path, { recursive: true });
  await waitUntil("the journal to go on", () => journal.problem === undefined);
  journal.note({ kind: "note" });
  expect(said).toEqual(["failed", 2]);
  expect(linesIn(journal.stateDir).map(entryIn)).toMatchObject([
    { kind: "gap", missed: 2, seq: 1, since: expect.any(Number) },
    { kind: "note", seq: 2 },
  ]);
  journal.close();
  expect(verifyJournal(journal.stateDir).flaws).toEqual([]);
});

test("a journal that is closed before it goes on is not tried again", async () => {
  const journal = opened({ retryMs: 1 });
  const path = newestFile(journal.stateDir, "1-a");
  mkdirSync(path, { recursive: true });
  journal.note({ kind: "note" });
  journal.close();
  rmSync(path, { recursive: true });
  const other = opened({ stateDir: journal.stateDir, host: "2-b", retryMs: 1 });
  const obstacle = newestFile(journal.stateDir, "2-b");
  mkdirSync(obstacle);
  other.note({ kind: "note" });
  rmSync(obstacle, { recursive: true });
  await waitUntil("the other to go on", () => other.problem === undefined);
  other.close();
  expect(existsSync(path)).toBe(false);
});

test("a journal that was deleted goes on in a new file, and the check says what is missing", () => {
  const journal = opened();
  journal.note({ kind: "note" });
  rmSync(journalDir(journal.stateDir), { recursive: true });
  journal.note({ kind: "note" });
  journal.close();
  expect(verifyJournal(journal.stateDir).flaws).toEqual([{ host: "1-a", seq: 2, sentence: "line 1 is missing" }]);
});
