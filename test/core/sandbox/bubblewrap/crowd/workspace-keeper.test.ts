import { existsSync, lstatSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { WorkspaceKeeper } from "../../../../../src/core/sandbox/bubblewrap/crowd/workspace-keeper.ts";
import type { SealMounts } from "../../../../../src/core/sandbox/guard/followed-seal.ts";
import type { Seal } from "../../../../../src/core/sandbox/view/seal.ts";
import { isAlive } from "../../../../support/is-alive.ts";
import { hasBubblewrap } from "../../../../support/open-sandbox.ts";
import { tempDir } from "../../../../support/temp-dir.ts";
import { waitUntil } from "../../../../support/wait-until.ts";

const VIEW = ["--unshare-user", "--unshare-pid", "--bind", "/", "/", "--dev", "/dev", "--proc", "/proc"];

/** A keeper, directories to be sealed, and what was heard of their mounts. */
function open(
  count: number,
  givesUp = true,
): { keeper: WorkspaceKeeper; seals: readonly Seal[]; kept: readonly SealMounts[] } {
  const kept: SealMounts[] = [];
  const plan = { file: "/usr/bin/bwrap", args: [...VIEW, "/bin/cat"], cwd: "/", env: {} };
  const keeper = new WorkspaceKeeper(
    () => plan,
    (mounts) => kept.push(mounts) === 1 || givesUp,
  );
  onTestFinished(() => keeper.close());
  const place = tempDir();
  const seals = Array.from({ length: count }, (_, at): Seal => ({ path: join(place, `d${at}`), as: "read-only" }));
  for (const { path } of seals) mkdirSync(path);
  return { keeper, seals, kept };
}

describe.runIf(hasBubblewrap)("a keeper", () => {
  test("is not there for a few seals", async () => {
    const { keeper, seals } = open(32);
    await keeper.keep(seals);
    expect(keeper.kept).toBeUndefined();
  });

  test("has every seal, and later ones as well", async () => {
    const { keeper, seals } = open(50);
    await keeper.keep(seals.slice(0, 40));
    const { inside, mounts } = keeper.kept ?? {};
    expect(mounts?.size).toBe(40);
    await keeper.keep(seals);
    expect(keeper.kept?.inside).toBe(inside);
    expect([...(keeper.kept?.mounts.keys() ?? [])]).toEqual(seals.map(({ path }) => path));
  });

  test("does not claim what is gone", async () => {
    const { keeper, seals } = open(40);
    const [gone] = seals;
    rmSync(gone?.path ?? "", { recursive: true });
    await keeper.keep(seals);
    expect([...(keeper.kept?.mounts.keys() ?? [])]).toEqual(seals.slice(1).map(({ path }) => path));
  });

  test("does not claim a seal that came to lie on another file than was found", async () => {
    const { keeper, seals } = open(40);
    const found = seals.map((seal) => ({ ...seal, inode: lstatSync(seal.path).ino }));
    const [swapped] = seals;
    renameSync(swapped?.path ?? "", `${swapped?.path}-moved`);
    mkdirSync(swapped?.path ?? "");
    await keeper.keep(found);
    expect([...(keeper.kept?.mounts.keys() ?? [])]).toEqual(seals.slice(1).map(({ path }) => path));
  });

  test("says where what it sealed was moved to", async () => {
    const { keeper, seals, kept } = open(40);
    await keeper.keep(seals);
    const [moved, removed] = seals.map(({ path }) => path);
    renameSync(moved ?? "", `${moved}-moved`);
    rmSync(removed ?? "", { recursive: true });
    const { ids, paths } = kept[0] ?? { ids: new Map<string, string>(), paths: () => new Map<string, string>() };
    expect(paths().get(ids.get(moved ?? "") ?? "")).toBe(`${moved}-moved`);
    expect(paths().has(ids.get(removed ?? "") ?? "")).toBe(false);
    await keeper.close();
    expect(paths().size).toBe(0);
  });

  test("starts anew when something is sealed in it that must not be", async () => {
    const { keeper, seals } = open(40);
    await keeper.keep(seals);
    const first = keeper.kept?.inside ?? 0;
    const [moved] = seals;
    renameSync(moved?.path ?? "", `${moved?.path}-moved`);
    await keeper.keep(seals.slice(1));
    expect(keeper.kept?.inside).not.toBe(first);
    expect(keeper.kept?.mounts.size).toBe(39);
    await waitUntil("the end of the first", () => !isAlive(first));
  });

  test("stays as long as its mounts are needed", async () => {
    const { keeper, seals } = open(40, false);
    await keeper.keep(seals);
    const first = keeper.kept?.inside ?? 0;
    renameSync(seals[0]?.path ?? "", `${seals[0]?.path}-moved`);
    await keeper.keep(seals.slice(1));
    expect([keeper.kept?.inside, isAlive(first)]).toEqual([first, true]);
  });

  test("that was killed is none, until it is asked again", async () => {
    const { keeper, seals } = open(40);
    await keeper.keep(seals);
    const first = keeper.kept?.inside ?? 0;
    process.kill(first, "SIGKILL");
    await waitUntil("its end", () => keeper.kept === undefined);
    await keeper.keep(seals);
    expect(keeper.kept?.mounts.size).toBe(40);
  });

  test("that cannot start is none", async () => {
    const plan = { file: "/usr/bin/bwrap", args: ["--no-such-flag"], cwd: "/", env: {} };
    const keeper = new WorkspaceKeeper(
      () => plan,
      () => true,
    );
    await keeper.keep(open(40).seals);
    expect(keeper.kept).toBeUndefined();
    await keeper.close();
  });

  test("ends when it is closed, and leaves no dead process behind", async () => {
    const { keeper, seals } = open(40);
    await keeper.keep(seals);
    const inside = keeper.kept?.inside ?? 0;
    expect(isAlive(inside)).toBe(true);
    await keeper.close();
    await waitUntil("its end", () => !existsSync(`/proc/${inside}`));
    expect(keeper.kept).toBeUndefined();
  });
});
