import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { identityOf } from "../../../../src/core/process/identity.ts";
import {
  createKeepId,
  isAtWork,
  type KeepPlan,
  listPlans,
  placeOfKeep,
  removePlan,
  writePlan,
} from "../../../../src/core/try/keep/keep-plan.ts";
import { tempDir } from "../../../support/temp-dir.ts";

test("a plan is found until it is removed, and tells whether its process works at it", () => {
  const stateDir = tempDir();
  const by = identityOf(process.pid) ?? { pid: 0, startTime: "" };
  const id = createKeepId();
  const area = placeOfKeep(stateDir, id);
  const plan: KeepPlan = { id, tryId: "try_1", workspace: "/w", keptAt: 1, by, state: "applying", area, steps: [] };
  writePlan(stateDir, plan);
  expect(listPlans(stateDir)).toEqual([plan]);
  expect([
    isAtWork(plan),
    isAtWork({ ...plan, state: "done" }),
    isAtWork({ ...plan, by: { ...by, startTime: "0" } }),
  ]).toEqual([true, false, false]);
  removePlan(stateDir, plan);
  expect(existsSync(area)).toBe(false);
  expect(listPlans(stateDir)).toEqual([]);
});
