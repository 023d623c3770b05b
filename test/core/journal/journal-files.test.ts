import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { journalChains, journalDir, knownHosts, noteKnownHost } from "../../../src/core/journal/journal-files.ts";
import { tempDir } from "../../support/temp-dir.ts";

function journalOf(...names: readonly string[]): string {
  const stateDir = tempDir();
  mkdirSync(journalDir(stateDir));
  for (const name of names) writeFileSync(join(journalDir(stateDir), name), "");
  return stateDir;
}

test("the files of a host stand in the order in which they were written, whatever else lies there", () => {
  const stateDir = journalOf("1-a.jsonl", "1-a.10.jsonl", "1-a.9.jsonl", "2-b.jsonl", "notes.txt", "known-hosts.jsonl");
  const chains = [...journalChains(stateDir)].map(([host, files]) => [
    host,
    files.map(({ path }) => path.replace(/.*\//, "")),
  ]);
  expect(Object.fromEntries(chains)).toEqual({
    "1-a": ["1-a.9.jsonl", "1-a.10.jsonl", "1-a.jsonl"],
    "2-b": ["2-b.jsonl"],
  });
});

test("what was removed of a chain stays known when its host writes again", () => {
  const stateDir = journalOf();
  noteKnownHost(stateDir, { host: "1-a", removedTo: { seq: 3, hash: "h" } });
  noteKnownHost(stateDir, { host: "1-a" });
  expect(knownHosts(stateDir).get("1-a")).toEqual({ host: "1-a", removedTo: { seq: 3, hash: "h" } });
});

test("a torn or foreign line of the list costs only itself", () => {
  const stateDir = journalOf();
  noteKnownHost(stateDir, { host: "1-a" });
  appendFileSync(join(journalDir(stateDir), "known-hosts.jsonl"), '[]\n{"host":7}\n{"host":"2-');
  expect([...knownHosts(stateDir).keys()]).toEqual(["1-a"]);
});

test("where there is no journal, nothing is known", () => {
  expect([knownHosts(tempDir()).size, journalChains(tempDir()).size]).toEqual([0, 0]);
});

test.each([
  ["a link", (path: string, own: string) => symlinkSync(own, path)],
  ["a FIFO that nobody reads", (path: string) => void execFileSync("mkfifo", [path])],
  ["a directory", (path: string) => mkdirSync(path)],
])("%s in the place of the list is refused, not followed or waited for", (_, put) => {
  const stateDir = tempDir();
  const own = join(stateDir, "mine");
  writeFileSync(own, "mine\n");
  mkdirSync(journalDir(stateDir));
  put(join(journalDir(stateDir), "known-hosts.jsonl"), own);
  expect(() => noteKnownHost(stateDir, { host: "1-a" })).toThrow(/ELOOP|ENXIO|EISDIR/);
  expect(readFileSync(own, "utf8")).toBe("mine\n");
});
