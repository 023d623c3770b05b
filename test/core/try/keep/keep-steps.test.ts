import { expect, test } from "vitest";
import type { FoundChange } from "../../../../src/core/try/change.ts";
import { KEPT_RIGHTS, stepsOf } from "../../../../src/core/try/keep/keep-steps.ts";

const side = (type: "file" | "directory", mode = "0644") => ({ type, mode, bytes: 1 });
const added = (at: string, type: "file" | "directory" = "file"): FoundChange => ({
  at,
  path: at,
  kind: "added",
  after: side(type),
});

test("what goes goes first, a new directory comes whole, rights come last", () => {
  const changes: FoundChange[] = [
    { at: "m", path: "m", kind: "mode", before: side("file"), after: side("file", "4755") },
    added("n", "directory"),
    added("n/a"),
    { at: "old", path: "old", kind: "deleted", before: side("file") },
    { at: "to", path: "to", kind: "renamed", from: "from", fromAt: "from", after: side("file") },
  ];
  expect(stepsOf(changes, changes)).toEqual([
    { at: "old", act: "remove" },
    { at: "from", act: "remove" },
    { at: "n", act: "put", mode: 0o644 },
    { at: "to", act: "put", mode: 0o644 },
    { at: "m", act: "mode", mode: 0o755 },
  ]);
  expect(KEPT_RIGHTS & 0o6000).toBe(0);
});

test("a new directory of which a part was chosen comes bare", () => {
  const all = [added("n", "directory"), added("n/a"), added("n/b")];
  expect(stepsOf(all.slice(0, 2), all)).toEqual([
    { at: "n", act: "put", mode: 0o644, isBare: true },
    { at: "n/a", act: "put", mode: 0o644 },
  ]);
});
