import { expect, test } from "vitest";
import { SLICE_MS } from "../../../src/core/base/limits.ts";
import { Slices } from "../../../src/core/base/slices.ts";

test("work in slices lets the host go on between two of them, and only then", async () => {
  const slices = new Slices();
  let turns = 0;
  const count = (): void => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  for (let slice = 1; slice <= 3; slice += 1) {
    const before = turns;
    const begun = performance.now();
    while (performance.now() - begun < SLICE_MS);
    expect(turns).toBe(before);
    await slices.step();
    expect(turns).toBeGreaterThan(before);
  }
  clearImmediate(next);
});
