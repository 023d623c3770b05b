import { mkdirSync, readdirSync, readlinkSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
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

test("the version changes with the seals, and with nothing else", () => {
  const { registry, at } = sealed();
  const { version } = registry;
  registry.add(at("a/.git"), "fixed");
  registry.refresh();
  expect(registry.version).toBe(version);
  rmSync(at("a/.git/config"));
  registry.refresh();
  expect(registry.version).not.toBe(version);
});

/** How many descriptors of this process lead to somewhere in a directory. */
const descriptorsIn = (directory: string): number =>
  readdirSync("/proc/self/fd").filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(directory);
    } catch {
      return false; // closed while we looked
    }
  }).length;

test("what a mount follows needs no descriptor, and is sealed where the mount went", () => {
  const { registry, at, list } = sealed();
  expect(descriptorsIn(at(""))).toBe(2);
  const now = new Map([["1", at("b/.git")]]);
  registry.follow({ ids: new Map([[at("a/.git"), "1"]]), paths: () => now });
  expect(descriptorsIn(at(""))).toBe(1);
  renameSync(at("a"), at("b"));
  registry.refresh();
  expect(list()).toEqual(["fixed b/.git", "read-only b/.git/config"]);
});

test("a registry may begin to follow later: by mounts, or by descriptors where there are none", () => {
  const workspace = tempDir();
  mkdirSync(join(workspace, ".git"));
  const registry = new SealRegistry(workspace, false);
  onTestFinished(() => registry.close());
  registry.add(join(workspace, ".git"), "fixed");
  expect(descriptorsIn(workspace)).toBe(0);
  registry.follow({ ids: new Map([[join(workspace, ".git"), "1"]]), paths: () => new Map() });
  expect(descriptorsIn(workspace)).toBe(0);
  registry.follow();
  expect(descriptorsIn(workspace)).toBe(1);
});

test("files that only a keeper's mounts lead to keep that keeper", () => {
  const { registry, at } = sealed();
  const [first, second] = [() => new Map([["1", `${at("")}/${"deep/".repeat(1000)}.git`]]), () => new Map()];
  registry.follow({ ids: new Map([[at("a/.git"), "1"]]), paths: first });
  rmSync(at("a"), { recursive: true });
  expect([registry.isFollowedBy({ ids: new Map(), paths: first }), registry.isFollowedBy(undefined)]).toEqual([
    true,
    false,
  ]);
  registry.refresh();
  expect(registry.lost).toBe(at("a/.git"));
  expect(registry.follow({ ids: new Map(), paths: second })).toBe(false);
  registry.refresh();
  expect(registry.lost).toBe(at("a/.git"));
});

test("a mount that is not where it was is followed on by the same keeper, and none of another's", () => {
  const { registry, at } = sealed();
  const where = new Map([["1", at("a/.git")]]);
  const paths = (): Map<string, string> => where;
  registry.follow({ ids: new Map([[at("a/.git"), "1"]]), paths });
  registry.follow({ ids: new Map(), paths });
  expect(descriptorsIn(at(""))).toBe(1);
  registry.follow({ ids: new Map(), paths: () => where });
  expect(descriptorsIn(at(""))).toBe(2);
});

test("of what commands make only a bounded number is followed by descriptor, and the user's always is", () => {
  const workspace = tempDir();
  const registry = new SealRegistry(workspace);
  onTestFinished(() => registry.close());
  const make = (name: string): string => {
    writeFileSync(join(workspace, name), "");
    return join(workspace, name);
  };
  for (let at = 0; at < 300; at++) registry.add(make(`made${at}`), "read-only", "commands");
  const made = descriptorsIn(workspace);
  expect([registry.list().length, made > 0, made < 100]).toEqual([300, true, true]);
  for (let at = 0; at < 10; at++) registry.add(make(`mine${at}`), "read-only");
  expect(descriptorsIn(workspace)).toBe(made + 10);
  registry.lift(registry.made().map(({ path }) => path));
  expect(descriptorsIn(workspace)).toBe(made + 10);
  for (let at = 0; at < 300; at++) rmSync(join(workspace, `made${at}`));
  registry.refresh();
  expect([registry.list().length, descriptorsIn(workspace)]).toEqual([10, 10]);
});
