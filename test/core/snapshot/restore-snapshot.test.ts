import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isWhole, restoreSnapshot } from "../../../src/core/snapshot/restore-snapshot.ts";
import { takeSnapshot } from "../../../src/core/snapshot/snapshot.ts";
import { tempDir } from "../../support/temp-dir.ts";

const git = (cwd: string, ...args: string[]): string =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.org", ...args], {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: "/usr/bin:/bin", HOME: "/nonexistent" },
  });

function repository(): string {
  const workspace = tempDir();
  git(workspace, "init", "-q", "-b", "main");
  mkdirSync(join(workspace, "src"));
  for (const name of ["one", "two"]) writeFileSync(join(workspace, "src", name), `${name}\n`);
  git(workspace, "add", "-A");
  git(workspace, "commit", "-q", "-m", "first");
  writeFileSync(join(workspace, "loose"), "loose\n");
  return workspace;
}

async function idOfCopy(workspace: string, stateDir: string): Promise<string> {
  const outcome = await takeSnapshot(workspace, stateDir);
  if (outcome.kind !== "taken") throw new Error(outcome.reason);
  return outcome.snapshot.id;
}

/** Writes to every object of a repository, as a command could that owns it. */
function spoilObjects(directory: string): number {
  const objects = readdirSync(directory, { recursive: true, encoding: "utf8", withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  for (const { parentPath, name } of objects) {
    chmodSync(join(parentPath, name), 0o644);
    writeFileSync(join(parentPath, name), "garbage");
  }
  return objects.length;
}

test("what a command writes to the objects of its repository does not reach the copy", async () => {
  const [workspace, stateDir] = [repository(), tempDir()];
  const id = await idOfCopy(workspace, stateDir);
  expect(spoilObjects(join(workspace, ".git", "objects"))).toBeGreaterThan(3);
  rmSync(join(workspace, "src"), { recursive: true });
  expect(await restoreSnapshot(id, stateDir)).toMatchObject({ missing: [], kept: [] });
  expect(readFileSync(join(workspace, "src", "one"), "utf8")).toBe("one\n");
  git(workspace, "fsck", "--strict");
});

test("no file of a copy shares its bytes with the workspace", async () => {
  const [workspace, stateDir] = [repository(), tempDir()];
  git(workspace, "gc", "-q");
  const place = join(stateDir, "snapshots", await idOfCopy(workspace, stateDir));
  const files = readdirSync(place, { recursive: true, encoding: "utf8" }).map((name) => statSync(join(place, name)));
  expect(files.filter((file) => file.isFile()).map(({ nlink }) => nlink)).not.toContain(2);
});

test("a copy that was spoiled restores what it can, and names what is missing", async () => {
  const [workspace, stateDir] = [repository(), tempDir()];
  spoilObjects(join(workspace, ".git", "objects"));
  const id = await idOfCopy(workspace, stateDir);
  for (const name of ["src", "loose"]) rmSync(join(workspace, name), { recursive: true });
  expect(await restoreSnapshot(id, stateDir)).toMatchObject({ missing: ["src/one", "src/two"] });
  expect(readFileSync(join(workspace, "loose"), "utf8")).toBe("loose\n");
});

test("a copy whose index cannot be read is not called whole", async () => {
  const [workspace, stateDir] = [repository(), tempDir()];
  const id = await idOfCopy(workspace, stateDir);
  writeFileSync(join(stateDir, "snapshots", id, "index"), "garbage");
  const restored = await restoreSnapshot(id, stateDir);
  expect(restored).toMatchObject({ failure: "git cannot read the index of the copy" });
  expect(restored === undefined || isWhole(restored)).toBe(false);
});

test("a link on the way to a file is replaced: a file of that name behind it is not the one that was lost", async () => {
  const [workspace, stateDir, elsewhere] = [repository(), tempDir(), tempDir()];
  const id = await idOfCopy(workspace, stateDir);
  for (const name of ["one", "two"]) writeFileSync(join(elsewhere, name), "elsewhere\n");
  rmSync(join(workspace, "src"), { recursive: true });
  symlinkSync(elsewhere, join(workspace, "src"));
  expect(await restoreSnapshot(id, stateDir)).toMatchObject({ missing: [], kept: [] });
  expect(readFileSync(join(workspace, "src", "one"), "utf8")).toBe("one\n");
  expect(readFileSync(join(elsewhere, "one"), "utf8")).toBe("elsewhere\n");
});

test("what git leaves out of the working tree is not missing", async () => {
  const [workspace, stateDir] = [repository(), tempDir()];
  git(workspace, "update-index", "--skip-worktree", "src/two");
  rmSync(join(workspace, "src", "two"));
  const id = await idOfCopy(workspace, stateDir);
  expect(await restoreSnapshot(id, stateDir)).toMatchObject({ missing: [] });
});

test("a linked worktree whose repository is gone is not called restored", async () => {
  const [main, stateDir] = [repository(), tempDir()];
  const workspace = join(tempDir(), "tree");
  git(main, "worktree", "add", "-q", workspace, "-b", "side");
  const id = await idOfCopy(workspace, stateDir);
  for (const path of [main, join(workspace, "src")]) rmSync(path, { recursive: true });
  expect((await restoreSnapshot(id, stateDir))?.missing).toEqual(["src/one", "src/two"]);
});

test("a directory that stands in the place of a file is named, and stays", async () => {
  const [workspace, stateDir] = [tempDir(), tempDir()];
  for (const name of ["a", "b"]) writeFileSync(join(workspace, name), name);
  const id = await idOfCopy(workspace, stateDir);
  for (const name of ["a", "b"]) rmSync(join(workspace, name));
  mkdirSync(join(workspace, "a"));
  writeFileSync(join(workspace, "a", "new"), "new");
  expect(await restoreSnapshot(id, stateDir)).toMatchObject({ missing: ["a"] });
  expect(existsSync(join(workspace, "a", "new"))).toBe(true);
  expect(readFileSync(join(workspace, "b"), "utf8")).toBe("b");
});

test("a repository that is still there keeps what changed in it, and that is said", async () => {
  const [workspace, stateDir] = [repository(), tempDir()];
  const id = await idOfCopy(workspace, stateDir);
  writeFileSync(join(workspace, "src", "one"), "later\n");
  git(workspace, "commit", "-qam", "second");
  const restored = await restoreSnapshot(id, stateDir);
  expect(restored?.missing).toEqual([]);
  expect(restored?.kept).toEqual(expect.arrayContaining([".git/index", ".git/refs/heads/main", "src/one"]));
  expect(readFileSync(join(workspace, "src", "one"), "utf8")).toBe("later\n");
});
