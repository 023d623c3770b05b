import { expect, test } from "vitest";
import { Usage } from "../../../src/apps/server/usage.ts";

test("what is used is not idle, however long; a use ends once", () => {
  const usage = new Usage();
  const [one, two] = [usage.begin(), usage.begin()];
  one();
  one();
  expect(usage.isIdleFor(0)).toBe(false);
  two();
  expect([usage.isIdleFor(0), usage.isIdleFor(60_000)]).toEqual([true, false]);
});
