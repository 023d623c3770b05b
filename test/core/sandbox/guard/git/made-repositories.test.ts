import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { doAtOnce } from "../../../../../src/core/base/slices.ts";
import { MadeRepositories } from "../../../../../src/core/sandbox/guard/git/made-repositories.ts";
import { DirectoryChanges } from "../../../../../src/core/sandbox/guard/search/directory-changes.ts";
import { tempDir } from "../../../../support/temp-dir.ts";
import { waitUntil } from "../../../../support/wait-until.ts";

function made(isInPlace = true) {
  const git = join(tempDir(), ".git");
  mkdirSync(join(git, "hooks"), { recursive: true });
  writeFileSync(join(git, "config"), "[core]\n\tpager = evil\n\tbare = false\n");
  for (const name of ["pre-commit", "x.sample"]) writeFileSync(join(git, "hooks", name), "");
  const told: string[] = [];
  // Nothing is closed to root: the error is what another user would meet.
  let isClosed = false;
  const refuseClosed = (): void => {
    if (isClosed) throw Object.assign(new Error("closed"), { code: "EACCES" });
  };
  class Changes extends DirectoryChanges {
    override sinceAny(paths: readonly string[]): boolean {
      refuseClosed();
      return super.sinceAny(paths);
    }
  }
  const repositories = new MadeRepositories({
    changes: new Changes(),
    isInPlace: () => {
      refuseClosed();
      return isInPlace;
    },
    isGuarded: () => false,
    remove: (path) => told.push(`removed ${basename(path)}`),
    onDisarmed: (path, settings) => told.push(`${basename(path)}: ${settings.join()}`),
  });
  repositories.add(git);
  return { git, repositories, told, close: (is: boolean) => void (isClosed = is) };
}

test("hooks go, settings that run something go, and the rest stays", async () => {
  const { git, repositories, told } = made();
  await repositories.disarm();
  expect(told).toEqual(["removed pre-commit", "config: core.pager"]);
  expect(readFileSync(join(git, "config"), "utf8")).toContain("bare = false");
  expect(repositories.areArmed).toBe(false);
});

test("one that a command has closed stays armed until it can be looked into", async () => {
  const { repositories, told, close } = made();
  close(true);
  await repositories.disarm();
  expect([told, repositories.areArmed]).toEqual([[], true]);
  close(false);
  await repositories.disarm();
  expect([told.length, repositories.areArmed]).toEqual([2, false]);
  close(true);
  expect(doAtOnce(repositories.markChanged(() => true))).toBe(true); // it cannot be known
});

test("many hooks go with their directory", async () => {
  const { git, repositories, told } = made();
  for (let at = 0; at < 20; at++) writeFileSync(join(git, "hooks", `h${at}`), "");
  await repositories.disarm();
  expect(told).toEqual(["removed hooks", "config: core.pager"]);
});

test("of many configurations that only git can read the rest go whole", async () => {
  const { git, repositories, told } = made();
  for (let at = 0; at < 40; at++) {
    const other = join(git, "..", `r${at}`);
    mkdirSync(other);
    writeFileSync(join(other, "config"), '[core]\n\tpager = "evil"\n');
    repositories.add(other);
  }
  await repositories.disarm();
  expect(told.filter((line) => line === "config: core.pager").length).toBe(33);
  expect(told.filter((line) => line === "removed config").length).toBe(8);
});

test("a common directory that nobody guards goes", async () => {
  const { git, repositories, told } = made();
  writeFileSync(join(git, "commondir"), "../..\n");
  await repositories.disarm();
  expect(told).toContain("removed commondir");
});

test("one that was moved is left for the next look", async () => {
  const { git, repositories, told } = made(false);
  await repositories.disarm();
  expect([told, readdirSync(join(git, "hooks")).length]).toEqual([[], 2]);
});

test("one that changed is looked into again, if it is in scope", async () => {
  const { git, repositories } = made();
  await waitUntil("times that no later change can have", async () => {
    await repositories.disarm();
    return !doAtOnce(repositories.markChanged(() => true));
  });
  writeFileSync(join(git, "hooks", "post-commit"), "");
  const hasChanged = (isInScope: boolean) => doAtOnce(repositories.markChanged(() => isInScope));
  expect([hasChanged(false), hasChanged(true)]).toEqual([false, true]);
});
