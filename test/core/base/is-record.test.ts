import { expect, test } from "vitest";
import { isRecord } from "../../../src/core/base/is-record.ts";

test.each([[{}], [{ a: 1 }], [Object.create(null)]])("%j has fields", (value) => {
  expect(isRecord(value)).toBe(true);
});

test.each([[null], [undefined], [[1]], ["text"], [3], [() => undefined]])("%j has none", (value) => {
  expect(isRecord(value)).toBe(false);
});
