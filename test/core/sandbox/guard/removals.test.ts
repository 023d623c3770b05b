import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Removals } from "../../../../src/core/sandbox/guard/removals.ts";
import { tempDir } from "../../../support/temp-dir.ts";

function removing() {
  const state = { ended: 0 };
  const workspace = tempDir();
  const removals = new Removals({ workspace, quarantine: join(tempDir(), "quarantine"), endWork: () => state.ended++ });
  const path = join(workspace, ".envrc");
  const make = (times: number): void => {
    for (let time = 0; time < times; time++) {
      writeFileSync(path, "");
      removals.take(path, "it runs");
    }
  };
  return { removals, workspace, state, make };
}

test("what keeps coming ends what runs, unless nothing ran in between", () => {
  const { removals, state, make } = removing();
  make(40);
  removals.forgive(() => true);
  make(40);
  expect(state.ended).toBe(0);
  removals.forgive(() => false);
  make(10);
  expect(state.ended).toBe(1);
  expect(removals.takeNotices().join()).toMatch(/took away .envrc \(90 times\).*ended what ran/);
});

test("what a command closed is a problem until a look finds it open", () => {
  const { removals, workspace } = removing();
  removals.noteClosed([workspace, join(workspace, "sub")]);
  expect(removals.problems).toEqual([
    "a command closed the workspace, and nacre cannot open it again to look into it",
    "a command closed sub, and nacre cannot open it again to look into it",
  ]);
  removals.noteClosed([]);
  expect([removals.problems, removals.stuck]).toEqual([[], []]);
});

test("what was switched off and opened is told once", () => {
  const { removals, workspace } = removing();
  removals.noteDisarmed(join(workspace, ".git/config"), ["core.pager"]);
  removals.noteOpened([join(workspace, "z")]);
  expect(removals.takeNotices()).toEqual([
    expect.stringContaining("switched off core.pager in .git/config"),
    expect.stringContaining("gave the owner of z all rights to it again"),
  ]);
  expect(removals.takeNotices()).toEqual([]);
});
