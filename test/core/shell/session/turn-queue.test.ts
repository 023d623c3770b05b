import { expect, test } from "vitest";
import { PresentCommand, TurnQueue } from "../../../../src/core/shell/session/turn-queue.ts";

/** A promise, and how to keep it. */
function pending(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve: () => resolve() };
}

test("turns run one after another in the order they were asked for", async () => {
  const queue = new TurnQueue();
  const seen: string[] = [];
  const first = pending();
  const turns = [
    queue.take(async () => {
      seen.push("first begins");
      await first.promise;
      seen.push("first ends");
    }),
    queue.take(async () => {
      seen.push("second");
    }),
  ];
  expect(await queue.isFreeWithin(1)).toBe(false);
  first.resolve();
  await Promise.all(turns);
  expect(seen).toEqual(["first begins", "first ends", "second"]);
  expect(await queue.isFreeWithin(10_000)).toBe(true);
});

test("a turn that fails does not keep the next from its own", async () => {
  const queue = new TurnQueue();
  const failed = queue.take(() => Promise.reject(new Error("broken")));
  const next = queue.take(async () => "ran");
  await expect(failed).rejects.toThrow("broken");
  expect(await next).toBe("ran");
});

test("a caller who gives up while it waits is answered at once, and its act never runs", async () => {
  const queue = new TurnQueue();
  const first = pending();
  const taken = queue.take(() => first.promise);
  const caller = new AbortController();
  let hasRun = false;
  const waiting = queue.takeUnlessAborted(caller.signal, async () => {
    hasRun = true;
  });
  caller.abort();
  expect(await waiting).toBeUndefined();
  first.resolve();
  await taken;
  await queue.take(async () => undefined);
  expect(hasRun).toBe(false);
});

test("a caller who gave up before the turn of a free session gets nothing, and its act never runs", async () => {
  const queue = new TurnQueue();
  await queue.take(() => Promise.reject(new Error("broken"))).catch(() => undefined);
  let hasRun = false;
  const caller = new AbortController();
  const turn = queue.takeUnlessAborted(caller.signal, async () => {
    hasRun = true;
  });
  caller.abort();
  expect(await turn).toBeUndefined();
  expect(hasRun).toBe(false);
});

test("a caller who gives up after its turn has begun gets what came of it", async () => {
  const caller = new AbortController();
  const turn = new TurnQueue().takeUnlessAborted(caller.signal, async () => {
    caller.abort();
    return "done";
  });
  expect(await turn).toBe("done");
});

test("the present command is known while it runs, and not after it, however it ends", async () => {
  const present = new PresentCommand();
  const during = pending();
  const running = present.during("make", () => during.promise);
  expect(present.now).toEqual({ command: "make", since: expect.any(Number) });
  during.resolve();
  await running;
  expect(present.now).toBeUndefined();
  await expect(present.during("make", () => Promise.reject(new TypeError("no")))).rejects.toThrow("no");
  expect(present.now).toBeUndefined();
});
