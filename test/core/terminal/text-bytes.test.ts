import { expect, test } from "vitest";
import { keyInText, textBytes } from "../../../src/core/terminal/text-bytes.ts";

test.each([
  ["y", false, "y"],
  ["y\n", false, "y\r"],
  ["a\r\nb\n", false, "a\rb\r"],
  ["a\nb", true, "\x1b[200~a\rb\x1b[201~"],
  ["one line\n", true, "one line\r"],
  ["a\n\x1b[201~b", true, "\x1b[200~a\rb\x1b[201~"],
])("%j with paste %s is typed as %j", (text, bracketedPaste, bytes) => {
  expect(textBytes(text, { bracketedPaste })).toBe(bytes);
});

test.each([
  ["plain\ttext\r\n", undefined],
  ["日本 é", undefined],
  ["a\0b", "U+0000"],
  ["\x03", "U+0003"],
  ["\x1b[A", "U+001B"],
  ["\x7f", "U+007F"],
  ["\u009b", "U+009B"],
])("the key in %j is %s", (text, key) => {
  expect(keyInText(text)).toBe(key);
});
