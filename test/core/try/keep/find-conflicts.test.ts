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

test("a file that came from the workspace and has no name there any more was removed by the user", () => {
  const workspace = tempDir();
  writeFileSync(join(workspace, "still"), "x");
  const tree = new HeldTree(workspace);
  const change: FoundChange = { at: "a", path: "a", kind: "added" };
  const ground = { workspace: tree, record: { stampNs: "0", own: {} }, origins: new Map([["a", "00ff"]]) };
  expect(doAtOnce(findConflicts([change], { ...ground, written: [] }))).toEqual([
    { path: "a", why: "it was removed since the try began" },
  ]);
  tree.close();
});
