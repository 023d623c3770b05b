import { expect, test } from "vitest";
import { joinedCalls } from "../../../../src/core/base/time/joined-calls.ts";
import { waitUntil } from "../../../support/wait-until.ts";

test("calls that come while it is at work have it done once more, and no oftener", async () => {
  const ends: (() => void)[] = [];
  const call = joinedCalls(() => new Promise((resolve) => ends.push(resolve)));
  call();
  for (let at = 0; at < 5; at++) call();
  expect(ends.length).toBe(1);
  ends[0]?.();
  await waitUntil("the second time", () => ends.length === 2);
  ends[1]?.();
  await new Promise((resolve) => setImmediate(resolve));
  expect(ends.length).toBe(2);
  call();
  expect(ends.length).toBe(3);
  ends[2]?.();
});
