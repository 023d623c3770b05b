import { expect, onTestFinished, test, vi } from "vitest";
import { Journal } from "../../../src/core/journal/journal.ts";
import type { JournalEntry } from "../../../src/core/journal/journal-entry.ts";
import { followJournal, latestEntries } from "../../../src/core/journal/read-journal.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { waitUntil } from "../../support/wait-until.ts";

/** Journals of these hosts over one state directory; each note is at its own time of day, a second after the last one. */
function journals(...hosts: readonly string[]): {
  readonly stateDir: string;
  readonly note: (host: string, more?: object) => void;
} {
  const stateDir = tempDir();
  let time = Date.parse("2026-01-01T00:00:00Z");
  const now = vi.spyOn(Date, "now").mockImplementation(() => time);
  onTestFinished(() => now.mockRestore());
  const open = new Map(
    hosts.map((host) => [
      host,
      new Journal({ stateDir, host, redact: (text) => text, isStrict: true, fileBytes: 2000 }),
    ]),
  );
  onTestFinished(() => open.forEach((journal) => journal.close()));
  let count = 0;
  return {
    stateDir,
    note: (host, more = {}) => {
      time += 1000;
      count += 1;
      open.get(host)?.note({ kind: "note", number: count, ...more });
    },
  };
}

const numbers = (entries: Iterable<JournalEntry>): unknown[] => [...entries].map(({ number }) => number);

test("the entries of all hosts come merged by time, the latest first, out of files that were set aside too", () => {
  const { stateDir, note } = journals("1-a", "2-b", "3-c");
  for (let round = 0; round < 60; round++) note(["1-a", "2-b", "3-c"][(round * 7) % 3] ?? "");
  expect(numbers(latestEntries(stateDir))).toEqual(Array.from({ length: 60 }, (_, at) => 60 - at));
});

test("a reader that stops early gets the latest", () => {
  const { stateDir, note } = journals("1-a", "2-b");
  for (let round = 0; round < 30; round++) note(round % 2 === 0 ? "1-a" : "2-b");
  const seen: unknown[] = [];
  for (const { number } of latestEntries(stateDir)) {
    seen.push(number);
    if (seen.length === 3) break;
  }
  expect(seen).toEqual([30, 29, 28]);
});

test("a session and a time can be asked for", () => {
  const { stateDir, note } = journals("1-a");
  note("1-a", { session: "x" });
  note("1-a", { session: "y" });
  note("1-a", { session: "x" });
  expect(numbers(latestEntries(stateDir, { session: "x" }))).toEqual([3, 1]);
  expect(numbers(latestEntries(stateDir, { since: Date.parse("2026-01-01T00:00:02Z") }))).toEqual([3, 2]);
});

test("nothing is read where there is no journal", () => {
  expect([...latestEntries(tempDir())]).toEqual([]);
});

test("a follower gets what is written from now on, of hosts that come later too, each once", async () => {
  const { stateDir, note } = journals("1-a", "2-b");
  note("1-a");
  const seen: JournalEntry[] = [];
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  followJournal(stateDir, (entry) => seen.push(entry), { signal: stop.signal });
  for (let round = 0; round < 30; round++) note(round % 2 === 0 ? "1-a" : "2-b");
  await waitUntil("all entries", () => seen.length >= 30);
  note("2-b");
  await waitUntil("the last entry", () => seen.length >= 31);
  expect(numbers(seen)).toEqual(Array.from({ length: 31 }, (_, at) => at + 2));
});
