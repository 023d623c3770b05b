import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Journal } from "../../../src/core/journal/journal.ts";
import { newestFile } from "../../../src/core/journal/journal-files.ts";
import { verifyJournal } from "../../../src/core/journal/verify-journal.ts";
import { tempDir } from "../../support/temp-dir.ts";

/** A journal of five lines of one host, and its file. */
function fiveLines(): { readonly stateDir: string; readonly path: string; readonly lines: string[] } {
  const stateDir = tempDir();
  const journal = new Journal({ stateDir, host: "1-a", redact: (text) => text });
  for (let number = 1; number <= 5; number++) journal.note({ kind: "note", number });
  journal.close();
  const path = newestFile(stateDir, "1-a");
  return { stateDir, path, lines: readFileSync(path, "utf8").split("\n").slice(0, -1) };
}

const FLAWED: readonly (readonly [string, (lines: string[]) => string[], string])[] = [
  [
    "an edited line",
    ([a = "", b = "", ...rest]) => [a, b.replace('"number":2', '"number":7'), ...rest],
    "line 2 or the one before it was changed",
  ],
  ["a removed line", ([a = "", , ...rest]) => [a, ...rest], "line 2 is missing"],
  ["two lines removed", ([a = "", , , ...rest]) => [a, ...rest], "lines 2 to 3 are missing"],
  ["a line twice", ([a = "", ...rest]) => [a, a, ...rest], "line 1 stands where line 2 belongs"],
  ["lines in another order", ([a = "", b = "", ...rest]) => [b, a, ...rest], "line 1 is missing"],
  [
    "a line of another host",
    ([a = "", ...rest]) => [a.replace('"host":"1-a"', '"host":"2-b"'), ...rest],
    "line 1 belongs to the host 2-b",
  ],
  ["what is no entry", ([a = "", ...rest]) => [a, "hello", ...rest], "what stands behind line 1 is no entry"],
  ["a removed beginning", (lines) => lines.slice(3), "lines 1 to 3 are missing"],
];

test.each(FLAWED)("the check finds %s", (_, change, sentence) => {
  const { stateDir, path, lines } = fiveLines();
  writeFileSync(path, `${change(lines).join("\n")}\n`);
  expect(verifyJournal(stateDir).flaws[0]?.sentence).toBe(sentence);
});

test("the check finds a file that is gone, and one that is none", () => {
  const { stateDir, path } = fiveLines();
  renameSync(path, `${path}.aside`);
  expect(verifyJournal(stateDir).flaws).toEqual([{ host: "1-a", sentence: "its file is missing" }]);
  mkdirSync(path);
  expect(verifyJournal(stateDir).flaws).toEqual([{ host: "1-a", sentence: `${path} is no plain file` }]);
});

test("the check finds that something else lies in the place of all files", () => {
  const { stateDir } = fiveLines();
  renameSync(join(stateDir, "journal"), join(stateDir, "aside"));
  writeFileSync(join(stateDir, "journal"), "");
  expect(verifyJournal(stateDir).flaws).toEqual([
    { host: "", sentence: `${join(stateDir, "journal")} is no directory` },
  ]);
});

test("a tail that was cut off is found by an anchor alone", () => {
  const { stateDir, path, lines } = fiveLines();
  const anchor = verifyJournal(stateDir).heads.get("1-a") ?? "";
  expect(verifyJournal(stateDir, [anchor]).flaws).toEqual([]);
  writeFileSync(path, `${lines.slice(0, 3).join("\n")}\n`);
  expect(verifyJournal(stateDir).flaws).toEqual([]);
  expect(verifyJournal(stateDir, [anchor]).flaws).toEqual([
    { host: "", sentence: expect.stringContaining(`no line has the hash ${anchor}`) },
  ]);
});

test("a line that a crash tore is named, and is no flaw", () => {
  const { stateDir, path } = fiveLines();
  appendFileSync(path, '{"seq":6,"time":1,"ho');
  expect(verifyJournal(stateDir)).toMatchObject({ lines: 5, flaws: [], torn: ["1-a"] });
});

test("a journal that is not there is whole", () => {
  expect(verifyJournal(join(tempDir(), "nothing"))).toMatchObject({ chains: 0, lines: 0, flaws: [] });
});
