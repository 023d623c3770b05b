import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { doAtOnce } from "../../../../src/core/base/slices.ts";
import type { FoundChange } from "../../../../src/core/try/change.ts";
import { findConflicts } from "../../../../src/core/try/keep/find-conflicts.ts";
import { HeldTree } from "../../../../src/core/try/keep/held-tree.ts";
import { ctimesOf } from "../../../../src/core/try/keep/undo-keep.ts";
import { tempDir } from "../../../support/temp-dir.ts";

const CHANGES: readonly FoundChange[] = [
  { at: "a", path: "a", kind: "modified" },
  { at: "d", path: "d", kind: "deleted" },
  { at: "n", path: "n", kind: "added" },
  { at: "x", path: "x", kind: "modified" },
];

test("times, names and what directories hold are compared with the start of the try", () => {
  const workspace = tempDir();
  mkdirSync(join(workspace, "d"));
  for (const name of ["a", "d/b", "n"]) writeFileSync(join(workspace, name), "x");
  const tree = new HeldTree(workspace);
  const at = (stampNs: string, own = {}) =>
    doAtOnce(
      findConflicts(CHANGES, { workspace: tree, record: { stampNs, own }, origins: new Map(), written: [] }),
    ).map(({ path, why }) => `${path}: ${why}`);
  const late = String(BigInt(Date.now()) * 1_000_000n + 10n ** 12n);
  const there = "n: something lies there that was not there when the try began";
  expect(at(late)).toEqual([there, "x: it is gone"]);
  expect(at("0")).toEqual([
    "a: it changed since the try began",
    "d: it changed since the try began",
    there,
    "x: it is gone",
  ]);
  expect(at("0", ctimesOf(workspace, ["a", "d"]))).toEqual([there, "x: it is gone"]);
  tree.close();
});

/** What is found of a new file of a try that the kernel copied from the workspace, by its handle. */
function ofCopied(at: string, handle: string, stampNs: string, own: Record<string, string> = {}) {
  const workspace = tempDir();
  writeFileSync(join(workspace, "still"), "x");
  const tree = new HeldTree(workspace);
  const change: FoundChange = { at, path: at, kind: "added" };
  const record = { stampNs, own: own["."] === undefined ? own : ctimesOf(workspace, [""]) };
  const ground = { workspace: tree, record, origins: new Map([[at, handle]]), written: [] };
  const found = doAtOnce(findConflicts([change], ground));
  tree.close();
  return found.map(({ path, why }) => `${path}: ${why}`);
}

const LATE = String(BigInt(Date.now()) * 1_000_000n + 10n ** 12n);

test("a file that came from the workspace and has no name there any more was removed by the user", () => {
  expect(ofCopied("a", "00ff", "0")).toEqual(["a: it was removed since the try began"]);
  const may = "its directory changed since the try began, and it may have been removed there";
  expect(ofCopied("a", "", "0")).toEqual([`a: ${may}`]);
  expect(ofCopied("gone/with/it", "", "0")).toEqual([`gone/with/it: ${may}`]);
});

test("where no directory changed since, no name was removed: the try moved or linked it", () => {
  for (const handle of ["00ff", ""])
    for (const at of ["a", "made/in/it"]) expect(ofCopied(at, handle, LATE)).toEqual([]);
  expect(ofCopied("a", "", "0", { ".": "own" })).toEqual([]);
});
