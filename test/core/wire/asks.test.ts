import { expect, test } from "vitest";
import { WIRE_ASKS } from "../../../src/core/base/limits/machine-limits.ts";
import { Asks } from "../../../src/core/wire/asks.ts";
import type { Wire } from "../../../src/core/wire/wire.ts";
import { type FrameKind, frameBytes, WireReader } from "../../../src/core/wire/wire-frames.ts";

/** Two sides that hear each other. */
function pair(answer: (ask: unknown) => Promise<unknown>) {
  const sides: Asks[] = [];
  const to = (other: number): Wire =>
    ({
      send: (kind: FrameKind, stream: number, body?: object) => {
        for (const cut of new WireReader(false).push(frameBytes(kind, stream, body)))
          if ("frame" in cut) sides[other]?.take(cut.frame);
      },
    }) as unknown as Wire;
  const [a, b] = [to(1), to(0)];
  sides.push(new Asks(() => a, answer), new Asks(() => b, answer));
  return { one: sides[0] as Asks, two: sides[1] as Asks };
}

test("each ask gets its own reply, in any order", async () => {
  const { one } = pair(async (ask) => {
    const { n } = ask as { n: number };
    if (n === 1) await new Promise((resolve) => setTimeout(resolve, 20));
    return n * 2;
  });
  expect(await Promise.all([1, 2, 3].map((n) => one.ask({ n })))).toEqual([2, 4, 6]);
});

test("what the other side cannot do is an error with its words", async () => {
  const { one } = pair(async () => {
    throw new Error("no");
  });
  await expect(one.ask({})).rejects.toThrow("no");
});

test("an ask that is open when the connection ends, and one after it, fail", async () => {
  const { one } = pair(() => new Promise(() => undefined));
  const open = one.ask({});
  one.end("gone");
  await expect(open).rejects.toThrow("gone");
  await expect(one.ask({})).rejects.toThrow("ended");
});

test("a reply to nothing, and too many asks at once, are refused", () => {
  const asks = new Asks(
    () => ({ send: () => undefined }) as unknown as Wire,
    () => new Promise(() => undefined),
  );
  const frame = { stream: 1, value: { is: 1 }, bytes: Buffer.alloc(0) };
  expect(asks.take({ ...frame, kind: "reply" })).toBe(false);
  for (let n = 0; n < WIRE_ASKS; n++) expect(asks.take({ ...frame, kind: "ask" })).toBe(true);
  expect(asks.take({ ...frame, kind: "ask" })).toBe(false);
});
