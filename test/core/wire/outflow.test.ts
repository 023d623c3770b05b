import { expect, test } from "vitest";
import { WIRE_CREDIT_BYTES, WIRE_QUEUE_BYTES } from "../../../src/core/base/limits/machine-limits.ts";
import { Intake, Outflow } from "../../../src/core/wire/outflow.ts";

test("no more is on its way than was granted, and nothing is lost or out of order", async () => {
  const sent: Buffer[] = [];
  const outflow = new Outflow((bytes) => sent.push(bytes));
  const all = Buffer.alloc(WIRE_CREDIT_BYTES * 3);
  for (let at = 0; at < all.length; at++) all[at] = at % 251;
  for (let at = 0; at < all.length; at += 10_007) outflow.push(all.subarray(at, at + 10_007));
  const length = (): number => sent.reduce((sum, { length: its }) => sum + its, 0);
  expect(length()).toBe(WIRE_CREDIT_BYTES);
  expect(outflow.isFull).toBe(true);
  const drained = outflow.drained();
  outflow.grant(WIRE_CREDIT_BYTES);
  expect(length()).toBe(2 * WIRE_CREDIT_BYTES);
  outflow.grant(WIRE_CREDIT_BYTES);
  await drained;
  expect(Buffer.concat(sent).equals(all)).toBe(true);
  expect(outflow.dropped).toBe(0);
});

test("a grant never adds up to more than the window", () => {
  const sent: Buffer[] = [];
  const outflow = new Outflow((bytes) => sent.push(bytes));
  for (let n = 0; n < 10; n++) outflow.grant(WIRE_CREDIT_BYTES);
  outflow.push(Buffer.alloc(2 * WIRE_CREDIT_BYTES));
  expect(sent.reduce((sum, { length }) => sum + length, 0)).toBe(WIRE_CREDIT_BYTES);
});

test("streams that share an order keep it", () => {
  const sent: number[] = [];
  const outflow = new Outflow((_, tag) => sent.push(tag));
  for (const tag of [0, 1, 0, 1]) outflow.push(Buffer.from("x"), tag);
  expect(sent).toEqual([0, 1, 0, 1]);
});

test("what a slow reader does not take is bounded, and what does not fit is counted", async () => {
  const outflow = new Outflow(() => undefined);
  for (let n = 0; n < 40; n++) outflow.push(Buffer.alloc(1024 * 1024));
  expect(outflow.dropped).toBeGreaterThan(0);
  expect(40 * 1024 * 1024 - outflow.dropped).toBeLessThanOrEqual(WIRE_QUEUE_BYTES + WIRE_CREDIT_BYTES);
  const drained = outflow.drained();
  outflow.end();
  await drained;
});

test("a sender that takes more than it was granted is found", () => {
  const granted: number[] = [];
  const intake = new Intake((bytes) => granted.push(bytes));
  expect(intake.came(WIRE_CREDIT_BYTES)).toBe(true);
  expect(intake.came(1)).toBe(false);
  const fair = new Intake((bytes) => granted.push(bytes));
  for (let n = 0; n < 100; n++) {
    expect(fair.came(WIRE_CREDIT_BYTES / 8)).toBe(true);
    fair.took(WIRE_CREDIT_BYTES / 8);
  }
  expect(granted.reduce((sum, bytes) => sum + bytes, 0)).toBe((100 * WIRE_CREDIT_BYTES) / 8);
});
