import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listPlans, placeOfKeep, writePlan } from "../../../../src/core/try/keep/keep-plan.ts";
import { keepTry } from "../../../../src/core/try/keep/keep-try.ts";
import { ctimesOf, recoverKeeps, rollBack, undoLastKeep } from "../../../../src/core/try/keep/undo-keep.ts";
import { tryGround } from "../../../support/tried.ts";

const FILES = { a: "one\n", "d/b": "two\n", f: "four\n" };
const TEXT = "echo x >> a; rm -r d; chmod 700 f; mkdir n; echo n > n/n";

function isAsBefore(workspace: string): void {
  expect(readdirSync(workspace).toSorted()).toEqual(["a", "d", "f"]);
  expect(readFileSync(join(workspace, "a"), "utf8")).toBe("one\n");
  expect(readFileSync(join(workspace, "d/b"), "utf8")).toBe("two\n");
  expect(statSync(join(workspace, "f")).mode & 0o777).not.toBe(0o700);
}

test("the last keep is undone whole", async () => {
  const { workspace, stateDir, run } = tryGround(FILES);
  const { id } = await run(TEXT);
  await keepTry(stateDir, id);
  expect(existsSync(join(workspace, "d"))).toBe(false);
  expect(undoLastKeep(stateDir, workspace)).toEqual({ workspace, paths: 4, left: [] });
  isAsBefore(workspace);
  expect(undoLastKeep(stateDir, workspace)).toMatchObject({ problem: expect.stringContaining("nothing") });
});

test("what changed since a keep is not undone, and neither is the rest", async () => {
  const { workspace, stateDir, run } = tryGround(FILES);
  await keepTry(stateDir, (await run(TEXT)).id);
  writeFileSync(join(workspace, "a"), "mine");
  expect(undoLastKeep(stateDir, workspace)).toMatchObject({ changed: ["a"] });
  expect(existsSync(join(workspace, "d"))).toBe(false);
});

test("a keep of a dead process is undone, and can be kept again", async () => {
  const { workspace, stateDir, run, told } = tryGround(FILES);
  const record = await run(`${TEXT}; mkdir .vscode; echo {} > .vscode/tasks.json`);
  await keepTry(stateDir, record.id);
  const [plan] = listPlans(stateDir);
  if (plan === undefined) throw new Error("no plan");
  writePlan(stateDir, { ...plan, state: "applying", by: { ...plan.by, startTime: "0" } });
  expect(recoverKeeps(stateDir)).toEqual([{ workspace, paths: 5, left: [] }]);
  isAsBefore(workspace);
  expect(await told(record)).toHaveLength(7);
  expect(await keepTry(stateDir, record.id)).toMatchObject({ conflicts: [], open: 1 });
  expect(readFileSync(join(workspace, "n/n"), "utf8")).toBe("n\n");
});

test("nothing is recovered while the process that keeps is there, and staging leaves no trace", async () => {
  const { workspace, stateDir, run } = tryGround(FILES);
  await keepTry(stateDir, (await run(TEXT)).id);
  const [plan] = listPlans(stateDir);
  if (plan === undefined) throw new Error("no plan");
  writePlan(stateDir, { ...plan, state: "applying" });
  expect(recoverKeeps(stateDir)).toEqual([]);
  writePlan(stateDir, { ...plan, state: "staging", by: { ...plan.by, startTime: "0" } });
  expect(recoverKeeps(stateDir)).toEqual([]);
  expect(existsSync(placeOfKeep(stateDir, plan.id))).toBe(false);
  expect(existsSync(join(workspace, "n/n"))).toBe(true);
});

test("what somebody else put in the place stays, and is named", async () => {
  const { workspace, stateDir, run } = tryGround(FILES);
  await keepTry(stateDir, (await run(TEXT)).id);
  const [plan] = listPlans(stateDir);
  if (plan === undefined) throw new Error("no plan");
  renameSync(join(workspace, "f"), join(workspace, "f2"));
  renameSync(join(workspace, "a"), join(workspace, "a2"));
  writeFileSync(join(workspace, "a"), "mine");
  expect(rollBack(stateDir, plan)).toMatchObject({ left: ["f", "a"] });
  expect(readFileSync(join(workspace, "a"), "utf8")).toBe("mine");
});

test("the ctimes of a path are those of its way and of what it holds", () => {
  const { workspace } = tryGround(FILES);
  expect(Object.keys(ctimesOf(workspace, ["d"])).toSorted()).toEqual(["", "d", "d/b"]);
});
