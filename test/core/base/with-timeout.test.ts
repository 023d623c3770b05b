import { expect, test } from "vitest";
import { LATE, within } from "../../../src/core/base/with-timeout.ts";

const never = new Promise<number>(() => undefined);

test("a result that is there in time is the answer, with a limit and without", async () => {
  expect([await within(60_000, Promise.resolve(5)), await within(undefined, Promise.resolve(6))]).toEqual([5, 6]);
});

test("a result that never comes is late", async () => {
  expect(await within(1, never)).toBe(LATE);
});

test("work that fails fails for the caller, and leaves no timer behind", async () => {
  const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const before = timers();
  await expect(within(60_000, Promise.reject(new Error("on purpose")))).rejects.toThrow("on purpose");
  expect(timers()).toBe(before);
});
