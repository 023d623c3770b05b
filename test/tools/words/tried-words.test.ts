import { expect, test } from "vitest";
import type { Change } from "../../../src/core/try/change.ts";
import { TRIED_WORDS as words } from "../../../src/tools/words/tried-words.ts";

const added = (path: string): Change =>
  ({ kind: "added", path, after: { type: "file", mode: "644", bytes: 2 } }) as Change;
const tried = { id: "try_1", changes: [added("a"), added("b"), added("c")], escapes: [], differs: [] };
const ROOM = { lines: 40, chars: 4000 };

test("changes are told a line each, and counted where there is no room", () => {
  expect(words.triedChanges(tried, ROOM)).toContain("in the try 3 changes:\n");
  expect(words.triedFacts(tried, ROOM)).toHaveLength(3);
  expect(words.triedFacts(tried, { lines: 1, chars: 4000 }).at(-1)).toBe("… and 2 more changes");
  expect(words.triedFacts(tried, { lines: 40, chars: 0 })).toEqual(["… and 3 more changes"]);
  expect(words.triedChanges({ ...tried, changes: [] }, ROOM)).toContain("nothing is changed");
});

test("what left the try and what differs is told, the latter up to five times", () => {
  const differs = Array.from({ length: 7 }, (_, at) => `d${at}`);
  const lines = words.triedFacts({ ...tried, changes: [], escapes: ["e"], differs }, ROOM);
  expect(lines).toEqual([
    "left the try: e",
    ...differs.slice(0, 5).map((one) => `differs: ${one}`),
    "differs: and 2 more",
  ]);
});

test("what was kept, left and in the way is told apart", () => {
  const kept = { kept: [added("a")], guarded: [".envrc"], conflicts: [], unknown: [], open: 2 };
  expect(words.triedKept(kept, "try_1")).toBe(
    "[the user kept 1 change in the workspace; not kept, because tools run or obey it by themselves: .envrc; 2 left in try_1]",
  );
  expect(words.triedKept({ ...kept, guarded: [], open: 0 }, "try_1")).toBe("[the user kept 1 change in the workspace]");
  expect(words.triedConflict("try_1", [{ path: "a", why: "it is gone" }])).toContain(
    "a (it is gone); try_1 stays open",
  );
  expect(words.triedLeft("try_1", "no")).toContain("said no: no; try_1 stays open");
  expect(words.triedLeft("try_1", "")).toContain("said no; try_1");
  expect(words.triedOpen("try_1", 0)).toBe("");
  expect(words.triedOpen("try_1", 1)).toContain("nacre try --keep try_1");
});

test("how a trial ended stands before what it would change", () => {
  expect(words.triedEnd(3, false)).toBe("Tried (exit code 3); it would change:");
  expect(words.triedEnd(null, false)).toBe("Tried; it would change:");
  expect(words.triedEnd(null, true)).toContain("ended before it was done");
});
