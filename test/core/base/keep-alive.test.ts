import { expect, test } from "vitest";
import { keepAlive } from "../../../src/core/base/keep-alive.ts";

test("a host is kept running while someone waits, and no longer", async () => {
  const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const before = timers();
  let done: (value: number) => void = () => undefined;
  const kept = keepAlive(
    new Promise<number>((resolve) => {
      done = resolve;
    }),
  );
  expect(timers()).toBe(before + 1);
  done(5);
  expect([await kept, timers()]).toEqual([5, before]);
});
