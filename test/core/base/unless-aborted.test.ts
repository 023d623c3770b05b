import { expect, test } from "vitest";
import { unlessAborted } from "../../../src/core/base/unless-aborted.ts";

const never = new Promise<number>(() => undefined);

test("work that ends first is the answer, with a signal and without", async () => {
  const { signal } = new AbortController();
  expect([await unlessAborted(signal, Promise.resolve(5)), await unlessAborted(undefined, Promise.resolve(6))]).toEqual(
    [5, 6],
  );
});

test("a caller that gives up gets undefined, before the call or after", async () => {
  const controller = new AbortController();
  const answer = unlessAborted(controller.signal, never);
  controller.abort();
  expect(await answer).toBeUndefined();
  expect(await unlessAborted(AbortSignal.abort(), never)).toBeUndefined();
});

test("giving up that does not count leaves the answer to the work", async () => {
  expect(await unlessAborted(AbortSignal.abort(), Promise.resolve(7), () => false)).toBe(7);
});

test("work that fails fails for the caller", async () => {
  const work = Promise.reject(new Error("on purpose"));
  await expect(unlessAborted(new AbortController().signal, work)).rejects.toThrow("on purpose");
});
