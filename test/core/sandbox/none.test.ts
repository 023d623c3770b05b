import { expect, test } from "vitest";
import { limitsOf } from "../../../src/core/base/limits.ts";
import { limitPlan } from "../../../src/core/process/rlimits.ts";
import { createNoSandbox } from "../../../src/core/sandbox/none.ts";

const plan = { file: "/bin/true", args: ["x"], cwd: "/", env: { A: "1" } };

test("no sandbox says so, and claims to hold nothing", () => {
  const { containment } = createNoSandbox(limitsOf());
  expect(containment).toEqual({ level: "none", reasons: [expect.stringContaining("no sandbox was asked for")] });
});

test("a plan is the same without limits, and limited with them", () => {
  const limits = limitsOf({ openFiles: 256 });
  expect(createNoSandbox(limitsOf()).wrap(plan, { runtimeDir: "/" }).plan).toEqual(plan);
  const { plan: limited } = createNoSandbox(limits).wrap(plan, { runtimeDir: "/" });
  expect(limited).toEqual(limitPlan(plan, limits));
  expect(limited).not.toEqual(plan);
});

test("it has nothing to tell of a command", () => {
  const { events, explain } = createNoSandbox(limitsOf());
  expect([events.takeNotices(), explain({ failed: true, stderr: "permission denied", cwd: "/" })]).toEqual([
    [],
    undefined,
  ]);
});
