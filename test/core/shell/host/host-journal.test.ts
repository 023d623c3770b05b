import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { JOURNAL_COMMAND_CHARS } from "../../../../src/core/base/limits.ts";
import { latestEntries } from "../../../../src/core/journal/read-journal.ts";
import { verifyJournal } from "../../../../src/core/journal/verify-journal.ts";
import { HostJournal, type JournalMode } from "../../../../src/core/shell/host/host-journal.ts";
import { openToolkit } from "../../../support/open-toolkit.ts";
import { tempDir } from "../../../support/temp-dir.ts";

const kinds = (stateDir: string): unknown[] => [...latestEntries(stateDir)].toReversed().map(({ kind }) => kind);

test("what a toolkit does is in its journal, in order, from its first act to its end", async () => {
  const stateDir = tempDir();
  const kit = openToolkit({ stateDir });
  await kit.call("Bash", { command: "exit 3" });
  const { metadata } = await kit.call("Bash", { command: "sleep 300", run_in_background: true });
  await kit.call("KillShell", { shell_id: metadata["bash_id"] });
  await kit.call("Bash", { command: "git push" });
  await kit.dispose();
  expect(kinds(stateDir)).toEqual([
    "host-started",
    "verdict",
    "command-started",
    "containment",
    "command-ended",
    "verdict",
    "shell-started",
    "shell-ended",
    "shell-killed",
    "verdict",
    "host-ended",
  ]);
  const entries = [...latestEntries(stateDir)].toReversed();
  expect(entries[4]).toMatchObject({ session: "default", command: "exit 3", exitCode: 3 });
  expect(entries[6]).toMatchObject({ shell: metadata["bash_id"], command: "sleep 300" });
  expect(entries[9]).toMatchObject({ decision: "ask", cleared: false, by: "nobody", findings: [{ rule: "publish" }] });
  expect(verifyJournal(stateDir).flaws).toEqual([]);
});

test("a host that did nothing, or keeps no journal, leaves none", async () => {
  const stateDir = tempDir();
  await openToolkit({ stateDir }).dispose();
  const silent = openToolkit({ stateDir, journal: "off" });
  await silent.call("Bash", { command: "echo hi" });
  await silent.dispose();
  expect(verifyJournal(stateDir).chains).toBe(0);
});

/** A state directory in which no journal can be written. */
function withoutJournal(): string {
  const stateDir = tempDir();
  writeFileSync(join(stateDir, "journal"), "in its place\n");
  return stateDir;
}

test("a journal that cannot be written is told once and stops no command", async () => {
  const said: string[] = [];
  const kit = openToolkit({
    stateDir: withoutJournal(),
    onEvent: (event) => event.kind === "journal-failed" && said.push(event.sentence),
  });
  for (const word of ["one", "two"]) {
    expect((await kit.call("Bash", { command: `echo ${word}` })).output).toBe(`${word}\n`);
  }
  await kit.dispose();
  expect(said).toEqual([expect.stringContaining("the journal cannot be written")]);
});

test("strict: a command without its line does not run", async () => {
  const stateDir = withoutJournal();
  const workingDir = tempDir();
  const kit = openToolkit({ stateDir, workingDir, journal: "strict" });
  const result = await kit.call("Bash", { command: "touch ran" });
  expect(result).toMatchObject({ success: false, metadata: { error_kind: "fault", fault: "JOURNAL_FAILED" } });
  expect(result.error).toContain("no command without it");
  expect((await kit.call("Bash", { command: "ls" })).success).toBe(false);
  await kit.dispose();
});

test("strict: where it can be written, commands run", async () => {
  const stateDir = tempDir();
  const kit = openToolkit({ stateDir, journal: "strict" });
  expect((await kit.call("Bash", { command: "echo hi" })).output).toBe("hi\n");
  expect(kinds(stateDir).at(-1)).toBe("command-ended");
  await kit.dispose();
});

const opened = (stateDir: string, mode: JournalMode = "on"): HostJournal =>
  new HostJournal({ stateDir, mode, hostId: () => "1-a", redact: (text) => text, onProblem: () => undefined });

test("a long command is cut, and named by its length and hash", () => {
  const stateDir = tempDir();
  const journal = opened(stateDir);
  expect(journal.head).toBe("");
  journal.note({ kind: "verdict", command: "x".repeat(JOURNAL_COMMAND_CHARS + 1) });
  journal.close();
  journal.note({ kind: "too late" });
  const [, entry] = [...latestEntries(stateDir)];
  expect(entry?.["command"]).toHaveLength(JOURNAL_COMMAND_CHARS);
  expect(entry).toMatchObject({
    commandChars: JOURNAL_COMMAND_CHARS + 1,
    commandSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(journal.head).toBe([...latestEntries(stateDir)][0]?.hash);
});

test("a directory in the place of the file costs lines, not the host", () => {
  const stateDir = tempDir();
  mkdirSync(join(stateDir, "journal", "1-a.jsonl"), { recursive: true });
  const journal = opened(stateDir);
  journal.note({ kind: "verdict" });
  journal.close();
  expect(journal.problem).toContain("EEXIST");
});
