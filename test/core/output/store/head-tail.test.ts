import fc from "fast-check";
import { expect, test } from "vitest";
import { HeadTail } from "../../../../src/core/output/store/head-tail.ts";

const contents = (buffer: HeadTail): string[] => buffer.ranges.map((range) => buffer.slice(range).toString("latin1"));

test("what fits is all there", () => {
  const buffer = new HeadTail(10);
  buffer.append(Buffer.from("abc"));
  buffer.append(Buffer.from("defghij"));
  expect([buffer.total, ...contents(buffer)]).toEqual([10, "abcde", "fghij"]);
});

test("what the first half holds is given as a whole, and nothing else is", () => {
  const buffer = new HeadTail(10);
  expect(buffer.whole).toBe("");
  buffer.append(Buffer.from("abcd\xff", "latin1"));
  expect(buffer.whole).toBe("abcd\xff");
  buffer.append(Buffer.from("f"));
  expect(buffer.whole).toBeUndefined();
  const emptied = new HeadTail(10);
  emptied.empty();
  expect(emptied.whole).toBeUndefined();
});

test("what does not fit loses its middle", () => {
  const buffer = new HeadTail(10);
  for (const letter of "abcdefghijklmnopqrstuvwxyz") buffer.append(Buffer.from(letter));
  expect([buffer.total, ...contents(buffer)]).toEqual([26, "abcde", "vwxyz"]);
  expect(buffer.ranges).toEqual([
    { start: 0, end: 5 },
    { start: 21, end: 26 },
  ]);
});

test.each([
  [0, ["", ""]],
  [1, ["", "z"]],
  [2, ["a", "z"]],
  [3, ["a", "yz"]],
])("a budget of %i keeps what it can", (budget, expected) => {
  const buffer = new HeadTail(budget);
  buffer.append(Buffer.from("abcdefghijklmnopqrstuvwxyz"));
  expect(contents(buffer)).toEqual(expected);
});

test("little output takes little memory", () => {
  const before = process.memoryUsage().arrayBuffers;
  const buffers = Array.from({ length: 64 }, () => new HeadTail(64 * 1024 * 1024));
  for (const buffer of buffers) buffer.append(Buffer.from("ten bytes!"));
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * 1024 * 1024);
  expect(buffers.map((buffer) => buffer.total)).toEqual(buffers.map(() => 10));
});

test("both ends are exact for any budget and any chunks", () => {
  const chunk = fc.oneof(fc.uint8Array({ maxLength: 8 }), fc.uint8Array({ minLength: 20, maxLength: 60 }));
  fc.assert(
    fc.property(fc.nat(40), fc.array(chunk, { maxLength: 40 }), (budget, chunks) => {
      const buffer = new HeadTail(budget);
      for (const bytes of chunks) buffer.append(Buffer.from(bytes));
      const whole = Buffer.concat(chunks);
      expect(buffer.total).toBe(whole.length);
      for (const { start, end } of buffer.ranges) {
        expect(buffer.slice({ start, end })).toEqual(whole.subarray(start, end));
      }
      const kept = buffer.ranges.reduce((sum, { start, end }) => sum + end - start, 0);
      expect(kept).toBe(Math.min(budget, whole.length));
    }),
    { numRuns: 1000 },
  );
});
