import fc from "fast-check";
import { expect, test } from "vitest";
import { RateLimit } from "../../../../src/apps/server/door/rate-limit.ts";

test("so many pass at once, and then as many as time brings back", () => {
  let now = 0;
  const limit = new RateLimit({ perSecond: 10, burst: 3 }, () => now);
  expect([limit.take(), limit.take(), limit.take(), limit.take()]).toEqual([true, true, true, false]);
  now = 99;
  expect(limit.take()).toBe(false);
  now = 150;
  expect([limit.take(), limit.take()]).toEqual([true, false]);
  now = 1e9;
  expect([limit.take(), limit.take(), limit.take(), limit.take()]).toEqual([true, true, true, false]);
});

test("whenever they come, no more pass than the burst and what time has brought", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(500), { maxLength: 200 }), (pauses) => {
      let now = 0;
      const limit = new RateLimit({ perSecond: 20, burst: 5 }, () => now);
      let passed = 0;
      for (const pause of pauses) {
        now += pause;
        if (limit.take()) passed += 1;
      }
      expect(passed).toBeLessThanOrEqual(5 + (now / 1000) * 20 + 1e-6);
    }),
  );
});
