import { expect, test } from "vitest";
import { LogBudget } from "../../../../src/core/output/store/log-budget.ts";

test("space is given up to the last byte", () => {
  const budget = new LogBudget(10);
  expect([budget.claim(4), budget.claim(6), budget.claim(1), budget.claim(0)]).toEqual([true, true, false, true]);
});

test("a claim that is refused takes nothing", () => {
  const budget = new LogBudget(10);
  expect([budget.claim(11), budget.claim(10)]).toEqual([false, true]);
});

test("what is given back can be claimed again", () => {
  const budget = new LogBudget(10);
  budget.claim(10);
  budget.release(3);
  expect([budget.claim(4), budget.claim(3)]).toEqual([false, true]);
});
