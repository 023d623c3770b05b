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
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { restoreSnapshot } from "../../../src/core/snapshot/restore-snapshot.ts";
import { listSnapshots, takeSnapshot } from "../../../src/core/snapshot/snapshot.ts";
import { tempDir } from "../../support/temp-dir.ts";

const git = (cwd: string, ...args: string[]): string =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.org", ...args], {
    cwd,
    encoding: "utf8",
    env: { PATH: "/usr/bin:/bin", HOME: "/nonexistent" },
  });

function put(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

const wipe = (workspace: string): void => {
  for (const name of readdirSync(workspace)) rmSync(join(workspace, name), { recursive: true, force: true });
};

async function taken(workspace: string, stateDir: string) {
  const outcome = await takeSnapshot(workspace, stateDir);
  if (outcome.kind !== "taken") throw new Error(outcome.reason);
  return outcome;
}

function repository(): string {
  const workspace = tempDir();
  git(workspace, "init", "-q", "-b", "main");
  put(workspace, { "kept.txt": "kept", "changed.txt": "before", ".gitignore": "secret.env\nnode_modules\n" });
  git(workspace, "add", "-A");
  git(workspace, "commit", "-q", "-m", "first");
  put(workspace, {
    "changed.txt": "after",
    "new/file.txt": "new",
    "secret.env": "A=1",
    "staged.txt": "staged",
    "node_modules/x/index.js": "made again",
  });
  chmodSync(join(workspace, "secret.env"), 0o600);
  git(workspace, "add", "staged.txt");
  git(workspace, "stash", "list");
  return workspace;
}

describe("a wiped repository", () => {
  test("comes back whole: history, index, changes, new and ignored files, modes", async () => {
    const [workspace, stateDir] = [repository(), tempDir()];
    const before = {
      status: git(workspace, "status", "--porcelain=v2", "--branch"),
      log: git(workspace, "log", "--format=%H"),
    };
    const { snapshot, restoreCommand } = await taken(workspace, stateDir);
    expect(restoreCommand).toBe(`nacre restore ${snapshot.id}`);
    wipe(workspace);
    expect(await restoreSnapshot(snapshot.id, stateDir)).toEqual({ snapshot, missing: [], kept: [] });
    expect({
      status: git(workspace, "status", "--porcelain=v2", "--branch"),
      log: git(workspace, "log", "--format=%H"),
    }).toEqual(before);
    expect(readFileSync(join(workspace, "secret.env"), "utf8")).toBe("A=1");
    expect(statSync(join(workspace, "secret.env")).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(workspace, "kept.txt"), "utf8")).toBe("kept");
    expect(existsSync(join(workspace, "node_modules"))).toBe(false);
    git(workspace, "fsck", "--strict");
  });

  test("is not touched by the copy: neither index, nor refs, nor objects", async () => {
    const workspace = repository();
    const look = () => ({
      index: readFileSync(join(workspace, ".git", "index")),
      refs: git(workspace, "for-each-ref"),
      objects: git(workspace, "count-objects", "-v"),
    });
    const before = look();
    await taken(workspace, tempDir());
    expect(look()).toEqual(before);
  });

  test("that only lost its ignored and new files gets those back", async () => {
    const [workspace, stateDir] = [repository(), tempDir()];
    const { snapshot } = await taken(workspace, stateDir);
    git(workspace, "clean", "-fdxq");
    put(workspace, { "later.txt": "made later" });
    await restoreSnapshot(snapshot.id, stateDir);
    expect(readFileSync(join(workspace, "new/file.txt"), "utf8")).toBe("new");
    expect(readFileSync(join(workspace, "later.txt"), "utf8")).toBe("made later");
  });

  test("with another repository in it gets that one back too", async () => {
    const [workspace, stateDir] = [repository(), tempDir()];
    mkdirSync(join(workspace, "inner"));
    git(join(workspace, "inner"), "init", "-q");
    put(workspace, { "inner/work.txt": "work" });
    const { snapshot } = await taken(workspace, stateDir);
    wipe(workspace);
    await restoreSnapshot(snapshot.id, stateDir);
    expect(readFileSync(join(workspace, "inner/work.txt"), "utf8")).toBe("work");
    expect(existsSync(join(workspace, "inner/.git/HEAD"))).toBe(true);
  });

  test("that is a linked worktree comes back from the repository it belongs to", async () => {
    const [main, stateDir] = [repository(), tempDir()];
    const workspace = join(tempDir(), "tree");
    git(main, "worktree", "add", "-q", workspace, "-b", "side");
    put(workspace, { "mine.txt": "mine" });
    const { snapshot } = await taken(workspace, stateDir);
    wipe(workspace);
    await restoreSnapshot(snapshot.id, stateDir);
    expect(readFileSync(join(workspace, "mine.txt"), "utf8")).toBe("mine");
    expect(readFileSync(join(workspace, "kept.txt"), "utf8")).toBe("kept");
  });
});

describe("a wiped directory that is no repository", () => {
  test("comes back with links and modes, without what is made again", async () => {
    const [workspace, stateDir] = [tempDir(), tempDir()];
    put(workspace, { "a/b.txt": "b", "run.sh": "x", "node_modules/y": "y", "sub/__pycache__/z": "z" });
    chmodSync(join(workspace, "run.sh"), 0o755);
    symlinkSync("a/b.txt", join(workspace, "link"));
    symlinkSync("/nowhere", join(workspace, "dangling"));
    execFileSync("mkfifo", [join(workspace, "pipe")]);
    const { snapshot } = await taken(workspace, stateDir);
    expect(snapshot).toMatchObject({ files: 2, isRepository: false });
    rmSync(workspace, { recursive: true });
    await restoreSnapshot(snapshot.id, stateDir);
    expect(readFileSync(join(workspace, "link"), "utf8")).toBe("b");
    expect(statSync(join(workspace, "run.sh")).mode & 0o777).toBe(0o755);
    expect(readdirSync(workspace).sort()).toEqual(["a", "dangling", "link", "run.sh", "sub"]);
    expect(readdirSync(join(workspace, "sub"))).toEqual([]);
  });

  test("a .git that is none does not keep it from being copied", async () => {
    const [workspace, stateDir] = [tempDir(), tempDir()];
    put(workspace, { ".git/nonsense": "x", "file.txt": "text" });
    const { snapshot } = await taken(workspace, stateDir);
    wipe(workspace);
    await restoreSnapshot(snapshot.id, stateDir);
    expect(readFileSync(join(workspace, "file.txt"), "utf8")).toBe("text");
  });
});

test("what is too large is not copied, and that is said", async () => {
  const [workspace, stateDir] = [tempDir(), tempDir()];
  put(workspace, { "a.txt": "12345", "b.txt": "12345" });
  expect(await takeSnapshot(workspace, stateDir, { maxBytes: 9, maxFiles: 100 })).toMatchObject({ kind: "too-large" });
  expect(await takeSnapshot(workspace, stateDir, { maxBytes: 100, maxFiles: 1 })).toMatchObject({
    kind: "too-large",
    reason: expect.stringContaining("more than 1 files"),
  });
  expect(listSnapshots(stateDir)).toEqual([]);
});

test("the git directory counts as well: it is copied, not linked", async () => {
  expect(await takeSnapshot(repository(), tempDir(), { maxBytes: 100_000, maxFiles: 10 })).toMatchObject({
    kind: "too-large",
  });
});

test("a state directory that cannot be made is a fault, and nothing waits for it", async () => {
  await expect(takeSnapshot(tempDir(), "/proc/nacre-state")).rejects.toThrow(
    /^the state directory cannot be used: \/proc\/nacre-state\/snapshots\/\S+ cannot be made/,
  );
});

test("copies are listed newest first, the oldest go, unfinished ones do not count", async () => {
  const [workspace, stateDir] = [tempDir(), tempDir()];
  put(workspace, { "a.txt": "1" });
  const ids: string[] = [];
  for (let index = 0; index < 12; index++) ids.push((await taken(workspace, stateDir)).snapshot.id);
  mkdirSync(join(stateDir, "snapshots", "99990101000000-unfinished"));
  put(stateDir, { "snapshots/99990101000001-broken/snapshot.json": "{}" });
  const listed = listSnapshots(stateDir).map(({ id }) => id);
  expect(listed).toHaveLength(10);
  expect(listed).toEqual([...listed].sort().reverse());
  expect(await restoreSnapshot("nonsense", stateDir)).toBeUndefined();
});

test("the copy that was just taken is the newest, also when the clock was put back", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const [workspace, stateDir] = [tempDir(), tempDir()];
  for (let hour = 0; hour < 12; hour += 1) {
    vi.setSystemTime(Date.UTC(2026, 0, 2) - hour * 3_600_000);
    const { snapshot } = await taken(workspace, stateDir);
    expect(listSnapshots(stateDir)[0]).toEqual(snapshot);
    expect(snapshot.takenAt).toBe(new Date().toISOString());
  }
  expect(listSnapshots(stateDir)).toHaveLength(10);
});
