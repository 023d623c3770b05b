import { expect, test } from "vitest";
import { LONGEST_COMMAND } from "../../../../src/core/base/limits.ts";
import { Budget } from "../../../../src/core/policy/walk/budget.ts";

test("commands are taken until there are too many, repeated ones from a purse of their own", () => {
  const budget = new Budget();
  for (let i = 0; i < 2500; i++) expect(budget.spend(["a"], false)).toBe(true);
  for (let i = 0; i < 5000; i++) expect(budget.spend(["a"], true)).toBe(true);
  expect(budget.spend(["a"], false)).toBe(false);
  expect(budget.isSpent()).toBe(true);
});

test("letters are counted with commands and with values", () => {
  expect(new Budget().spend(["a".repeat(LONGEST_COMMAND)], false)).toBe(true);
  expect(new Budget().spend(["a".repeat(2 * LONGEST_COMMAND)], false)).toBe(false);
  const budget = new Budget();
  budget.spendValues(["a".repeat(2 * LONGEST_COMMAND)]);
  expect(budget.isSpent()).toBe(false);
  budget.spendValues(["a".repeat(LONGEST_COMMAND)]);
  expect(budget.isSpent()).toBe(true);
});

test("a name is guessed a few times, never inside a guess", () => {
  const budget = new Budget();
  expect(budget.guess(["a"], true)).toBeUndefined();
  for (let i = 0; i < 12; i++) expect(budget.guess(["a", "b"], false)).toEqual(["a", "b"]);
  expect(budget.guess(["a"], false)).toBeUndefined();
  expect(
    new Budget().guess(
      Array.from({ length: 500 }, () => "a"),
      false,
    ),
  ).toHaveLength(128);
});
