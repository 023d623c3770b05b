import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { LookSchedule } from "../../../../../src/core/sandbox/guard/search/look-schedule.ts";
import { waitUntil } from "../../../../support/wait-until.ts";

function scheduled({ lookMs = 0, isBusy = false } = {}) {
  const seen = { looks: 0, atOnce: 0, most: 0 };
  const schedule = new LookSchedule({
    look: async () => {
      seen.atOnce++;
      seen.most = Math.max(seen.most, seen.atOnce);
      await sleep(lookMs);
      seen.atOnce--;
      seen.looks++;
    },
    isBusy: () => isBusy,
  });
  onTestFinished(() => schedule.close());
  return { schedule, seen };
}

test("a command waits for a look that costs little beside it", async () => {
  const { schedule, seen } = scheduled();
  await schedule.whenDue(1000);
  expect(seen.looks).toBe(1);
});

test("a short command does not wait for a long look, which comes soon", async () => {
  const { schedule, seen } = scheduled({ lookMs: 20 });
  await schedule.now();
  await schedule.whenDue(1);
  await schedule.whenDue(1);
  expect(seen.looks).toBe(1);
  await waitUntil("the look", () => seen.looks === 2);
});

test("a look that fails is told to who waits for it, and keeps neither the next nor the end from coming", async () => {
  let looks = 0;
  const schedule = new LookSchedule({
    look: () => Promise.reject(new Error(`look ${(looks += 1)}`)),
    isBusy: () => true,
  });
  await expect(schedule.now()).rejects.toThrow("look 1");
  await waitUntil("looks that nobody waits for", () => looks >= 3);
  await expect(schedule.now()).rejects.toThrow("look");
  await schedule.close();
});

test("while something runs, the looks go on; none runs beside another, and none after the end", async () => {
  const { schedule, seen } = scheduled({ lookMs: 5, isBusy: true });
  await Promise.all([schedule.now(), schedule.now()]);
  await schedule.whenDue(0);
  await waitUntil("more looks", () => seen.looks >= 4);
  await schedule.close();
  const { looks } = seen;
  await schedule.whenDue(0);
  expect([seen.looks, seen.most]).toEqual([looks, 1]);
});
