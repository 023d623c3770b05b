import { expect, test } from "vitest";
import { WIRE_FRAME_BYTES, WIRE_NOISE_BYTES } from "../../../src/core/base/limits/machine-limits.ts";
import { type Cut, frameBytes, PREAMBLE, WireReader } from "../../../src/core/wire/wire-frames.ts";

const problems = (cuts: readonly Cut[]): string[] => cuts.flatMap((cut) => ("problem" in cut ? [cut.problem] : []));
const frames = (cuts: readonly Cut[]) => cuts.flatMap((cut) => ("frame" in cut ? [cut.frame] : []));

const WHOLE = Buffer.concat([
  frameBytes("call", 7, { tool: "Bash", text: "äöü\n\0" }),
  frameBytes("output", 2 ** 32 - 1, Buffer.from([1, 0, 255])),
  frameBytes("beat", 0),
]);

test("messages come out as they went in, however the bytes are cut", () => {
  for (const size of [1, 2, 3, 8, 9, 10, 64, WHOLE.length]) {
    const reader = new WireReader(false);
    const got = [];
    for (let at = 0; at < WHOLE.length; at += size) got.push(...frames(reader.push(WHOLE.subarray(at, at + size))));
    expect(got.map(({ kind, stream }) => [kind, stream])).toEqual([
      ["call", 7],
      ["output", 2 ** 32 - 1],
      ["beat", 0],
    ]);
    expect(got[0]?.value).toEqual({ tool: "Bash", text: "äöü\n\0" });
    expect([...(got[1]?.bytes ?? [])]).toEqual([1, 0, 255]);
  }
});

test("what a login shell prints before the worker is passed over", () => {
  const reader = new WireReader(true);
  expect(reader.push(Buffer.from("Welcome to box\nLast login: today\n"))).toEqual([]);
  expect(reader.push(PREAMBLE.subarray(0, 5))).toEqual([]);
  const cuts = reader.push(Buffer.concat([PREAMBLE.subarray(5), frameBytes("ready", 0, { a: 1 })]));
  expect(frames(cuts).map(({ kind, value }) => [kind, value])).toEqual([["ready", { a: 1 }]]);
});

test("a worker of another version is told from one of this", () => {
  expect(problems(new WireReader(true).push(Buffer.from("\0nacre worker 999\n")))).toEqual([
    expect.stringMatching(/version 999/),
  ]);
});

test("what is no worker is given up after a while, not at the end of memory", () => {
  const reader = new WireReader(true);
  expect(problems(reader.push(Buffer.alloc(WIRE_NOISE_BYTES + 1, "x")))).toEqual([
    "what answers there is no worker of nacre",
  ]);
  expect(reader.push(PREAMBLE)).toEqual([]);
});

test.each([
  ["a kind that is none", Buffer.from([99, 0, 0, 0, 0, 0, 0, 0, 0])],
  ["kind 0", Buffer.alloc(9)],
  ["a body that is no JSON", Buffer.concat([frameBytes("call", 1, Buffer.from("{nope"))])],
  ["a length beyond all", Buffer.from([3, 0, 0, 0, 1, 255, 255, 255, 255])],
])("%s ends the reading", (_, bytes) => {
  const reader = new WireReader(false);
  const cuts = reader.push(Buffer.concat([frameBytes("beat", 0), bytes, frameBytes("beat", 0)]));
  expect(frames(cuts).length).toBe(1);
  expect(problems(cuts).length).toBe(1);
  expect(reader.push(frameBytes("beat", 0))).toEqual([]);
});

test("half a message of any length waits for the rest, within the bound", () => {
  const reader = new WireReader(false);
  const half = Buffer.from([3, 0, 0, 0, 1, 0, 0, 0, 0]);
  half.writeUInt32BE(WIRE_FRAME_BYTES, 5);
  expect(reader.push(half)).toEqual([]);
  expect(reader.push(Buffer.alloc(1000))).toEqual([]);
});
