import { expect, test } from "vitest";
import { LastingWait } from "../../../src/tools/worker/lasting-wait.ts";
import { waitUntil } from "../../support/wait-until.ts";

test("a wait that is over at once is not told, one that lasts is told with its end", async () => {
  const told: (string | undefined)[] = [];
  const wait = new LastingWait((what) => told.push(what));
  wait.is("its turn");
  wait.is(undefined);
  wait.is("its turn");
  wait.is("an answer");
  await waitUntil("it to be told", () => told.length > 0);
  wait.is(undefined);
  wait.is(undefined);
  expect(told).toEqual(["an answer", undefined]);
});
