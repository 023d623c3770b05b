import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { applyKeep, forgetOlder, type KeepWork, nothingKept } from "../../../../src/core/try/keep/apply-keep.ts";
import { HeldTree } from "../../../../src/core/try/keep/held-tree.ts";
import { listPlans, writePlan } from "../../../../src/core/try/keep/keep-plan.ts";
import { tempDir } from "../../../support/temp-dir.ts";

function work(more: Partial<KeepWork> = {}): KeepWork {
  const [workspace, stateDir, tried] = [tempDir(), tempDir(), tempDir()];
  writeFileSync(join(workspace, "a"), "old");
  for (const name of ["a", "b"]) writeFileSync(join(tried, name), "new");
  return {
    stateDir,
    tryId: "try_00000001",
    workspace,
    tree: new HeldTree(workspace),
    tried,
    steps: [
      { at: "a", act: "put", mode: 0o644 },
      { at: "b", act: "put", mode: 0o600 },
    ],
    links: new Map(),
    check: async () => undefined,
    ...more,
  };
}

test("steps are applied and remembered, until the keep before is forgotten", async () => {
  const all = work();
  const first = await applyKeep(all);
  expect(first).toMatchObject({
    state: "done",
    steps: [{ at: "a", before: {}, ctimeNs: expect.any(String) }, { at: "b" }],
  });
  expect(readFileSync(join(all.workspace, "a"), "utf8")).toBe("new");
  const second = await applyKeep({ ...all, steps: [{ at: "b", act: "remove" }] });
  expect(listPlans(all.stateDir).map(({ id }) => id)).toEqual([first.id, second.id]);
  forgetOlder(all.stateDir, second);
  expect(listPlans(all.stateDir).map(({ id }) => id)).toEqual([second.id]);
  all.tree.close();
});

test("the reason why nothing was kept is a fault where the system gave one, and itself otherwise", () => {
  const full = Object.assign(new Error("ENOSPC: no space left"), { code: "ENOSPC", syscall: "write" });
  expect(nothingKept(full)).toMatchObject({ code: "DISK_FULL", message: expect.stringContaining("nothing was kept") });
  const other = new Error("changed");
  expect(nothingKept(other)).toBe(other);
});

test("a check that fails leaves the workspace as it is, and no trace", async () => {
  const all = work({ check: () => Promise.reject(new Error("changed")) });
  await expect(applyKeep(all)).rejects.toThrow("changed");
  expect(readFileSync(join(all.workspace, "a"), "utf8")).toBe("old");
  expect(listPlans(all.stateDir)).toEqual([]);
  all.tree.close();
});

test("a step that fails in the middle takes back those before it", async () => {
  const steps: KeepWork["steps"] = [
    { at: "a", act: "put", mode: 0o644 },
    { at: "gone/b", act: "mode", mode: 0o600 },
  ];
  const all = work({ steps });
  await expect(applyKeep(all)).rejects.toMatchObject({ code: "TRY_UNAVAILABLE" });
  expect(readFileSync(join(all.workspace, "a"), "utf8")).toBe("old");
  expect(readdirSync(all.workspace)).toEqual(["a"]);
  all.tree.close();
});

test("two keeps at once in one workspace are refused", async () => {
  const all = work();
  const plan = await applyKeep(all);
  writePlan(all.stateDir, { ...plan, state: "applying" });
  await expect(applyKeep(all)).rejects.toThrow("is keeping something");
  expect(existsSync(join(all.workspace, "b"))).toBe(true);
  mkdirSync(join(all.workspace, "c"));
  all.tree.close();
});

test("a workspace on another disk is kept in, too, and nothing of nacre's stays in it", async () => {
  if (!existsSync("/dev/shm")) return;
  const stateDir = join("/dev/shm", `nacre-keep-${process.pid}`);
  mkdirSync(stateDir);
  const all = work({ stateDir });
  try {
    await applyKeep(all);
    expect(readdirSync(all.workspace).toSorted()).toEqual(["a", "b"]);
    expect(readFileSync(join(all.workspace, "a"), "utf8")).toBe("new");
  } finally {
    all.tree.close();
    (await import("node:fs")).rmSync(stateDir, { recursive: true, force: true });
  }
});
