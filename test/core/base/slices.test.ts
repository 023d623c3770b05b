import { expect, test } from "vitest";
import { SLICE_MS } from "../../../src/core/base/limits.ts";
import { doAtOnce, doInSlices, Slices, type Steps } from "../../../src/core/base/slices.ts";

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

test("work in steps is done at once or in slices, and one caller finishes what another began", async () => {
  const done: number[] = [];
  function* work(): Steps<string> {
    for (let step = 1; step <= 4; step += 1) {
      done.push(step);
      yield;
    }
    return "all";
  }
  expect([doAtOnce(work()), done.splice(0)]).toEqual(["all", [1, 2, 3, 4]]);
  expect([await doInSlices(work()), done.splice(0)]).toEqual(["all", [1, 2, 3, 4]]);
  const shared = work();
  const begun = doInSlices(shared);
  doAtOnce(shared);
  await begun;
  expect(done).toEqual([1, 2, 3, 4]);
});
