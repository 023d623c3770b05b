import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { Arrivals } from "../../../src/apps/server/arrivals.ts";

/** Lets one come each turn, until it is told to stop. */
function crowd(arrivals: Arrivals): { readonly stop: () => void } {
  let isOver = false;
  const come = async (): Promise<void> => {
    while (!isOver) {
      arrivals.add();
      await nextTurn();
    }
  };
  void come();
  return {
    stop: () => {
      isOver = true;
    },
  };
}

test("there is a lull where nobody comes", async () => {
  await new Arrivals(60_000).lull();
});

test("where nobody came since the last lull, the next is at once", async () => {
  const arrivals = new Arrivals(60_000);
  const isAtOnce = async (): Promise<boolean> => {
    const turn = nextTurn("a turn");
    return (await Promise.race([arrivals.lull(), turn])) !== "a turn";
  };
  arrivals.add();
  expect([await isAtOnce(), await isAtOnce()]).toEqual([false, false]);
  await arrivals.lull();
  expect(await isAtOnce()).toBe(true);
  arrivals.add();
  expect(await isAtOnce()).toBe(false);
});

test("as long as one comes each turn there is none, and then there is", async () => {
  const arrivals = new Arrivals(60_000);
  const coming = crowd(arrivals);
  let isLull = false;
  const lull = arrivals.lull().then(() => {
    isLull = true;
  });
  for (let turn = 0; turn < 50; turn++) await nextTurn();
  expect(isLull).toBe(false);
  coming.stop();
  await lull;
});

test("a crowd without an end is waited for only so long", async () => {
  const arrivals = new Arrivals(20);
  const coming = crowd(arrivals);
  await arrivals.lull();
  coming.stop();
});
