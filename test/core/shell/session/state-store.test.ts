import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { StateStore } from "../../../../src/core/shell/session/state-store.ts";
import { tempDir } from "../../../support/temp-dir.ts";

const BEGIN = { path: "/begin", name: "/begin" };
const LATER = { path: "/later", name: "/link" };

function openStore(): { readonly store: StateStore; readonly dir: string; readonly written: string } {
  const dir = tempDir();
  mkdirSync(join(dir, "kept"));
  return {
    store: new StateStore(join(dir, "kept", "run"), { state: "A=1\n", place: BEGIN }),
    dir: join(dir, "kept"),
    written: join(dir, "written"),
  };
}

test("what was kept last counts, and what was kept before is deleted", () => {
  const { store, dir, written } = openStore();
  expect(store.saved()).toEqual({ state: "A=1\n", place: BEGIN });
  for (const state of ["A=2\n", "A=3\n"]) {
    writeFileSync(written, state);
    store.keep(written, LATER);
  }
  expect(store.saved()).toEqual({ state: "A=3\n", place: LATER });
  expect(store.place).toEqual(LATER);
  expect([existsSync(written), readdirSync(dir)]).toEqual([false, ["run.state-2"]]);
  store.remove();
  expect(readdirSync(dir)).toEqual([]);
});

test("a state file that a command took away leaves what was saved before", () => {
  const { store, written } = openStore();
  store.keep(written, LATER);
  expect(store.saved()).toEqual({ state: "A=1\n", place: BEGIN });
});

test("a link in place of the state file is not followed", () => {
  const { store, dir, written } = openStore();
  writeFileSync(join(dir, "other"), "A=other\n");
  symlinkSync(join(dir, "other"), written);
  store.keep(written, LATER);
  expect(store.saved()).toEqual({ state: "A=1\n", place: BEGIN });
});
