import { expect, test } from "vitest";
import { keyBytes } from "../../../src/core/terminal/key-bytes.ts";
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
  ["a\0b", "U+0000 C-Space"],
  ["\x03", "U+0003 C-c"],
  ["\x1b[A", "U+001B Escape"],
  ["\x1c", "U+001C C-\\"],
  ["\x7f", "U+007F Backspace"],
  ["\u009b", "U+009B"],
])("the key in %j is %s", (text, told) => {
  const found = keyInText(text);
  expect(found && [found.letter, found.key].join(" ").trimEnd()).toBe(told);
  const sent = found?.key === undefined ? undefined : keyBytes(found.key, { applicationCursor: false });
  expect(sent === undefined || text.includes(sent)).toBe(true);
});
