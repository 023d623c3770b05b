import { expect, test } from "vitest";
import { hasWindowsLineEnds, withBashLineEnds } from "../../../../src/core/policy/read/line-ends.ts";

test.each([
  ["ls\r\n", "ls\n"],
  ["a\r\n\r\nb\r\n", "a\n\nb\n"],
  ["a\r\nb", "a\nb"],
  ["a\r\nb\r", "a\nb"],
  ["a\rb\r\n", "a\rb\n"],
])("%j has Windows line ends", (text, plain) => {
  expect(hasWindowsLineEnds(text)).toBe(true);
  expect(withBashLineEnds(text)).toBe(plain);
  expect(withBashLineEnds(plain)).toBe(plain);
});

test.each(["", "ls", "ls\n", "ls\r", "a\r\nb\n", "a\nb\r\n", "\na\r\n", "a\r\r\n", "a\rb"])(
  "%j stays as it is",
  (text) => {
    expect(hasWindowsLineEnds(text)).toBe(false);
    expect(withBashLineEnds(text)).toBe(text);
  },
);
