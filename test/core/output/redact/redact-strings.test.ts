import { expect, test } from "vitest";
import { redactStrings } from "../../../../src/core/output/redact/redact-strings.ts";

const redact = (text: string): string => text.replaceAll("secret", "[redacted:x]");

test("a value without a secret is returned as it is", () => {
  const value = { a: ["b", { c: null, d: 1 }], e: undefined };
  expect(redactStrings(value, redact)).toBe(value);
  expect(redactStrings("plain", redact)).toBe("plain");
});

test("strings are redacted at any depth, names of records too; what is no plain data stays", () => {
  const made = new Date(0);
  const bare: Record<string, unknown> = Object.assign(Object.create(null), { at: "secret" });
  expect(redactStrings({ a: ["secret", { secret: "my secret", made }], bare, n: 1, no: null }, redact)).toEqual({
    a: ["[redacted:x]", { "[redacted:x]": "my [redacted:x]", made }],
    bare: { at: "[redacted:x]" },
    n: 1,
    no: null,
  });
});

test("what stands in itself is copied once", () => {
  const circle: Record<string, unknown> = { word: "secret" };
  circle["self"] = circle;
  circle["list"] = [circle];
  const copy = redactStrings(circle, redact);
  expect(copy["word"]).toBe("[redacted:x]");
  expect(copy["self"]).toBe(copy);
  expect(copy["list"]).toEqual([copy]);
  expect(circle["word"]).toBe("secret");
});
