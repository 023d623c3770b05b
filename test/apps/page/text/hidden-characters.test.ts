import { expect, test } from "vitest";
import { hasHidden, visiblePieces } from "../../../../src/apps/page/text/hidden-characters.ts";

const shown = (text: string): string =>
  visiblePieces(text)
    .map((piece) => ("code" in piece ? `<${piece.code}>` : piece.text))
    .join("");

test.each([
  ["plain\ttext\n", "plain\ttext\n"],
  ["", ""],
  ["sale\u202e gnihtemos", "sale<U+202E> gnihtemos"],
  ["\u0000\u0007\u001b[2J\u007f\u009b", "<U+0000><U+0007><U+001B>[2J<U+007F><U+009B>"],
  ["a\u00adb\u200bc\u200dd\ufeffe", "a<U+00AD>b<U+200B>c<U+200D>d<U+FEFF>e"],
  ["\u2066x\u2069\u200e\u061c", "<U+2066>x<U+2069><U+200E><U+061C>"],
  ["line\u2028paragraph\u2029", "line<U+2028>paragraph<U+2029>"],
  ["tag\u{e0041}\u{e007f}", "tag<U+E0041><U+E007F>"],
  ["heart ❤\ufe0f but a\ufe0f", "heart ❤\ufe0f but a<U+FE0F>"],
  ["grüße 你好 😀 <b>", "grüße 你好 😀 <b>"],
])("%j is shown as %j", (text, seen) => {
  expect(shown(text)).toBe(seen);
});

test("a text with a hidden character is known", () => {
  expect(["rm x", "rm \u202ex"].map(hasHidden)).toEqual([false, true]);
});
