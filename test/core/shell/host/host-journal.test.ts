import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { JOURNAL_COMMAND_CHARS } from "../../../../src/core/base/limits.ts";
import { latestEntries } from "../../../../src/core/journal/read-journal.ts";
import { verifyJournal } from "../../../../src/core/journal/verify-journal.ts";
import { HostJournal, type JournalMode } from "../../../../src/core/shell/host/host-journal.ts";
import { openToolkit } from "../../../support/open-toolkit.ts";
import { tempDir } from "../../../support/temp-dir.ts";
import { waitUntil } from "../../../support/wait-until.ts";

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

test("a journal that cannot be written stops no command; that, and that it goes on, is told once, and once in each session", async () => {
  const [stateDir, said]: [string, string[]] = [withoutJournal(), []];
  const kit = openToolkit({
    stateDir,
    onEvent: (event) =>
      (event.kind === "journal-failed" || event.kind === "journal-resumed") && said.push(event.sentence),
  });
  const NOT = /^\[note\] what runs is not in nacre's journal.*ENOTDIR.*the user can move away what lies in its place/m;
  const AGAIN = /^\[note\] nacre's journal is written again; [1-9]\d* entries of the time between are missing in it$/m;
  const run = async (session_id: string, more = {}): Promise<string> =>
    (await kit.call("Bash", { command: "echo hi", session_id, ...more })).output;
  expect(await run("a")).toMatch(NOT);
  expect(await run("a")).toBe("hi\n");
  expect(await run("b", { run_in_background: true })).toMatch(NOT);
  expect(await run("b", { run_in_background: true })).not.toContain("journal");
  expect(said).toEqual([expect.stringContaining("the journal cannot be written: ")]);
  rmSync(join(stateDir, "journal"));
  await waitUntil("the journal to go on", () => kit.shells.journal.problem === undefined, 60_000);
  expect(await run("a")).toMatch(AGAIN);
  expect(await run("a")).toBe("hi\n");
  expect(await run("c")).toBe("hi\n"); // it missed nothing
  await kit.dispose();
  expect(said.slice(1)).toEqual([expect.stringMatching(/^the journal is written again; \d+ entries are missing/)]);
  expect(verifyJournal(stateDir).flaws).toEqual([]);
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
  new HostJournal({ stateDir, mode, hostId: () => "1-a", redact: (text) => text, onProblem: no, onResumed: no });

const no = (): void => undefined;

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
  expect(journal.problem?.reason).toContain("EEXIST");
});
