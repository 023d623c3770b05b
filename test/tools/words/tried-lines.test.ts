import { expect, test } from "vitest";
import type { Change } from "../../../src/core/try/change.ts";
import { triedLines } from "../../../src/tools/words/tried-lines.ts";

const file = (bytes: number, mode = "0644") => ({ type: "file", mode, bytes }) as const;
const directory = { type: "directory", mode: "0755", bytes: 0 } as const;
const added = (path: string): Change => ({ path, kind: "added", after: file(1) });

const said = (changes: readonly Change[]): readonly string[] =>
  triedLines(changes).map(({ sign, text }) => `${sign} ${text}`);

test("each kind of change is a line", () => {
  expect(
    said([
      { path: "a", kind: "added", after: file(5) },
      { path: "b", kind: "modified", before: file(5), after: file(2048) },
      { path: "c", kind: "deleted", before: directory, files: 2 },
      { path: "d", kind: "renamed", from: "e", after: file(1) },
      { path: "f", kind: "mode", before: file(1), after: file(1, "0755") },
      { path: "g", kind: "type", before: file(1), after: directory },
      { path: ".envrc", kind: "added", after: file(1), marks: ["guarded"] },
      { path: "l", kind: "added", after: { type: "link", mode: "0777", bytes: 1 } },
    ]),
  ).toEqual([
    "A a (5 bytes)",
    "M b (5 bytes → 2.0 KiB)",
    "D c/ (deleted with 2 files, 0 bytes)",
    "R e → d (renamed)",
    "M f (mode 0644 → 0755)",
    "T g/ (a file became a directory)",
    "A .envrc (1 byte) [guarded]",
    "A l (a link)",
  ]);
});

test("others' code, a git directory and a large new directory are one line, but what is marked stands alone", () => {
  const many = Array.from({ length: 20 }, (_, at) => added(`big/${at}`));
  expect(
    said([
      added("node_modules/x/index.js"),
      { path: "node_modules/y", kind: "deleted", before: directory },
      added(".git/objects/aa"),
      { ...added(".git/config"), marks: ["guarded"] },
      { path: "big", kind: "added", after: directory },
      ...many,
    ]),
  ).toEqual([
    "M node_modules/: 1 added, 1 deleted, 1 byte",
    "M .git/: 1 added, 1 byte",
    "A .git/config (1 byte) [guarded]",
    "A big/: 21 added, 20 bytes",
  ]);
});

test("a directory of others' code that is gone is told as gone", () => {
  expect(said([{ path: "node_modules", kind: "deleted", before: directory, files: 3 }])).toEqual([
    "D node_modules/ (deleted with 3 files, 0 bytes)",
  ]);
});
