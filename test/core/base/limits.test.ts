import { expect, test } from "vitest";
import { DEFAULT_LIMITS, limitsOf, sandboxMemory } from "../../../src/core/base/limits.ts";

test("what an operator does not set is the default", () => {
  expect(limitsOf()).toEqual(DEFAULT_LIMITS);
  const set: object = { maxShells: 3, maxSessions: undefined };
  expect(limitsOf(set)).toEqual({ ...DEFAULT_LIMITS, maxShells: 3 });
});

test("0 lifts a limit that may be lifted, and no other", () => {
  expect(limitsOf({ memoryBytes: 0 }).memoryBytes).toBe(0);
  expect(() => limitsOf({ maxShells: 0 })).toThrow(/maxShells is 0; it must be a whole number of at least 1/);
  expect(() => limitsOf({ openFiles: 255 })).toThrow(/openFiles is 255; it must be 0 or at least 256/);
  expect(() => limitsOf({ memoryBytes: -1 })).toThrow(/memoryBytes is -1; it must be a whole number of at least 0/);
});

test.each([1.5, Number.NaN, Number.POSITIVE_INFINITY])("%d is no limit that can work", (value) => {
  expect(() => limitsOf({ logBytes: value })).toThrow(expect.objectContaining({ code: "LIMIT_INVALID" }));
});

test("a limit that does not exist is answered with the one that was meant", () => {
  const mistyped: object = { maxShell: 3 };
  expect(() => limitsOf(mistyped)).toThrow(/maxShell is not a limit; did you mean maxShells\?/);
});

test("the default time must not be above the longest", () => {
  expect(limitsOf({ defaultTimeoutMs: 5000, maxTimeoutMs: 5000 }).defaultTimeoutMs).toBe(5000);
  expect(() => limitsOf({ defaultTimeoutMs: 5001, maxTimeoutMs: 5000 })).toThrow(/is above maxTimeoutMs \(5000\)/);
});

test("a text so short that only notes fit is refused", () => {
  expect(limitsOf({ visibleChars: 2000 }).visibleChars).toBe(2000);
  expect(() => limitsOf({ visibleChars: 1999 })).toThrow(
    /visibleChars is 1999; it must be a whole number of at least 2000/,
  );
});

test("a sandbox takes half of a machine's memory, and of a large one 8 GiB", () => {
  const GiB = 1024 ** 3;
  expect([2, 4, 15, 16, 64].map((size) => sandboxMemory(size * GiB) / GiB)).toEqual([1, 2, 7.5, 8, 8]);
});
