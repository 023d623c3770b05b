import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { SLICE_MS } from "../../../src/core/base/limits.ts";
import { onceATurn, Turnstile } from "../../../src/core/base/turnstile.ts";

const workFor = (ms: number): void => {
  const begun = performance.now();
  while (performance.now() - begun < ms);
};

test("work that many ask for at once is done in its order, and alternates with what else the host does", async () => {
  const turnstile = new Turnstile();
  const order: (number | string)[] = [];
  const other = setImmediate(function again(): void {
    order.push("other");
    if (order.filter((one) => one !== "other").length < 4) setImmediate(again);
  });
  const results = await Promise.all(
    [1, 2, 3, 4].map((number) =>
      turnstile.run(() => {
        workFor(SLICE_MS);
        order.push(number);
        return number;
      }),
    ),
  );
  clearImmediate(other);
  expect(results).toEqual([1, 2, 3, 4]);
  expect(order.filter((one) => one !== "other")).toEqual([1, 2, 3, 4]);
  for (const number of [1, 2, 3]) expect(order[order.indexOf(number) + 1]).toBe("other");
});

test("short work shares a slice, and work that fails fails alone", async () => {
  const turnstile = new Turnstile();
  const fails = (): never => {
    throw new Error("not this one");
  };
  const all = await Promise.allSettled([turnstile.run(() => 1), turnstile.run(fails), turnstile.run(() => 3)]);
  expect(all.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(await turnstile.run(() => 4)).toBe(4);
});

test("what is asked for many times in one turn is done once, in the next; and again when it is asked for again", async () => {
  let done = 0;
  const ask = onceATurn(() => {
    done += 1;
  });
  ask();
  ask();
  expect(done).toBe(0);
  await nextTurn();
  expect(done).toBe(1);
  ask();
  await nextTurn();
  expect(done).toBe(2);
});
