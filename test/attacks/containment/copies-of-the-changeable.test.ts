import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { isWhole, type Restored, restoreSnapshot } from "../../../src/core/snapshot/restore-snapshot.ts";
import { takeSnapshot } from "../../../src/core/snapshot/snapshot.ts";
import { tempDir } from "../../support/temp-dir.ts";

/*
 * What git leaves alone by custom a command can change: objects, packs, the index and its flags, times. A copy of a
 * workspace rests on none of it, or the restore says what it lacks.
 */

type Scene = {
  readonly workspace: string;
  readonly sh: (script: string) => string;
  readonly text: (name: string) => string | undefined;
  /** Takes a copy, does something, and restores it. */
  readonly around: (script: string) => Promise<Restored>;
};

function scene(): Scene {
  const root = tempDir();
  const [workspace, stateDir] = [join(root, "workspace"), join(root, "state")];
  mkdirSync(workspace);
  const env = {
    PATH: "/usr/bin:/bin",
    HOME: "/nonexistent",
    GIT_CONFIG_COUNT: "3",
    GIT_CONFIG_KEY_0: "user.name",
    GIT_CONFIG_VALUE_0: "t",
    GIT_CONFIG_KEY_1: "user.email",
    GIT_CONFIG_VALUE_1: "t@example.org",
    GIT_CONFIG_KEY_2: "protocol.file.allow",
    GIT_CONFIG_VALUE_2: "always",
  };
  const sh = (script: string): string =>
    execFileSync("bash", ["-ec", script], { cwd: workspace, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  sh("git init -q -b main; echo one > one; echo two > two; git add -A; git commit -qm first");
  const around = async (script: string): Promise<Restored> => {
    const outcome = await takeSnapshot(workspace, stateDir);
    if (outcome.kind !== "taken") throw new Error(outcome.reason);
    sh(script);
    const restored = await restoreSnapshot(outcome.snapshot.id, stateDir);
    if (restored === undefined) throw new Error("no such copy");
    return restored;
  };
  const text = (name: string): string | undefined =>
    existsSync(join(workspace, name)) ? readFileSync(join(workspace, name), "utf8") : undefined;
  return { workspace, sh, text, around };
}

const WIPE = "find . -mindepth 1 -maxdepth 1 -exec rm -rf {} +";

test.each([
  ["assumed to be unchanged", "git update-index --assume-unchanged one"],
  ["left out of the working tree by its flag", "git update-index --skip-worktree one"],
])("a changed file that is %s is in the copy", async (_, flag) => {
  const { sh, text, around } = scene();
  sh(`${flag}; echo mine > one`);
  expect(isWhole(await around(WIPE))).toBe(true);
  expect([text("one"), text("two")]).toEqual(["mine\n", "two\n"]);
});

test("a pack that is written to after the copy is not the copy's", async () => {
  const { sh, text, around } = scene();
  sh("git gc -q");
  const spoil = "chmod u+w .git/objects/pack/*; for f in .git/objects/pack/*; do echo garbage > $f; done; rm one two";
  expect(isWhole(await around(spoil))).toBe(true);
  expect([text("one"), text("two")]).toEqual(["one\n", "two\n"]);
  sh("git fsck --strict");
});

test("an object that holds something else before the copy is not told as the file that was there", async () => {
  const { workspace, sh, text, around } = scene();
  const id = sh("git rev-parse HEAD:one").trim();
  const object = join(workspace, ".git", "objects", id.slice(0, 2), id.slice(2));
  rmSync(object);
  writeFileSync(object, deflateSync(Buffer.from("blob 4\0bad\n")));
  const restored = await around(WIPE);
  expect(restored).toMatchObject({ missing: ["one"], failure: "git's objects do not hold what they name" });
  expect(text("two")).toBe("two\n");
});

test("a file that changed without its size or its time is named as changed", async () => {
  const { around } = scene();
  const restored = await around("touch -r one mark; echo ONE > one; touch -r mark one; rm mark");
  expect(restored.kept).toEqual(["one"]);
});

test("what was changed in a submodule is in the copy", async () => {
  const { sh, text, around } = scene();
  sh("git init -q ../lib; cd ../lib; echo lib > lib; git add -A; git commit -qm lib");
  sh("git submodule add -q ../lib sub; git commit -qm sub; echo changed > sub/lib; echo new > sub/new");
  expect(isWhole(await around(WIPE))).toBe(true);
  expect([text("sub/lib"), text("sub/new")]).toEqual(["changed\n", "new\n"]);
  expect(sh("git -C sub status --short")).toBe(" M lib\n?? new\n");
});

test("a branch that is moved and a reflog that is rewritten afterwards are named", async () => {
  const { around, sh } = scene();
  const restored = await around("git commit -q --amend -m other; echo > .git/logs/HEAD; git rev-parse HEAD > head");
  expect(restored.kept).toEqual(expect.arrayContaining([".git/logs/HEAD", ".git/refs/heads/main"]));
  expect(sh("git rev-parse HEAD")).toBe(sh("cat head"));
});
