import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { SealRegistry } from "../../../../src/core/sandbox/guard/seal-registry.ts";
import { tempDir } from "../../../support/temp-dir.ts";

/** A registry with `a/.git` fixed and `a/.git/config` read-only. */
function sealed() {
  const workspace = tempDir();
  const at = (path: string): string => join(workspace, path);
  mkdirSync(at("a/.git"), { recursive: true });
  writeFileSync(at("a/.git/config"), "");
  const registry = new SealRegistry(workspace);
  onTestFinished(() => registry.close());
  registry.add(at("a/.git/config"), "read-only");
  registry.add(at("a/.git"), "fixed");
  const list = (): string[] => registry.list().map(({ as, path }) => `${as} ${relative(workspace, path)}`);
  return { registry, at, list };
}

test("seals are listed with outer directories first; what is not there is not sealed", () => {
  const { registry, at, list } = sealed();
  registry.add(at("none"), "hidden");
  expect(list()).toEqual(["fixed a/.git", "read-only a/.git/config"]);
  expect([registry.has(at("a/.git")), registry.has(at("none"))]).toEqual([true, false]);
});

test("a change is told once, and sealing the same again is none", () => {
  const { registry, at } = sealed();
  expect([registry.takeChanged(), registry.takeChanged()]).toEqual([true, false]);
  registry.add(at("a/.git"), "fixed");
  expect(registry.takeChanged()).toBe(false);
  registry.markChanged();
  expect(registry.takeChanged()).toBe(true);
});

test("what is deleted is forgotten, and what is replaced is sealed again", () => {
  const { registry, at, list } = sealed();
  registry.takeChanged();
  writeFileSync(at("new"), "");
  renameSync(at("new"), at("a/.git/config"));
  expect([registry.refresh(), registry.takeReplaced(), registry.takeReplaced(), registry.takeChanged()]).toEqual([
    [],
    [at("a/.git/config")],
    [],
    true,
  ]);
  rmSync(at("a/.git/config"));
  registry.refresh();
  expect(list()).toEqual(["fixed a/.git"]);
});

test("a link in the place of a seal is not sealed", () => {
  const { registry, at, list } = sealed();
  rmSync(at("a/.git/config"));
  symlinkSync("/etc/passwd", at("a/.git/config"));
  registry.refresh();
  expect(list()).toEqual(["fixed a/.git"]);
});

test("what is moved with its directory is sealed where it went, and what has its old name is told", () => {
  const { registry, at, list } = sealed();
  renameSync(at("a"), at("b"));
  mkdirSync(at("a/.git"), { recursive: true });
  expect(registry.refresh()).toEqual([at("a/.git")]);
  expect(list()).toEqual(["fixed b/.git", "read-only b/.git/config"]);
});

test("what leaves the workspace is forgotten", () => {
  const { registry, at, list } = sealed();
  renameSync(at("a"), join(tempDir(), "a"));
  registry.refresh();
  expect([list(), registry.lost]).toEqual([[], undefined]);
});
