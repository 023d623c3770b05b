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

/** First and last of each stretch: Unicode's list of them, as it was when this was written, and what lies beside it. */
const STRETCHES = [
  [0x00, 0x08],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff],
] as const;

test("every character that cannot be seen is shown, and none beside them", () => {
  const listed = (code: number): boolean => STRETCHES.some(([first, last]) => code >= first && code <= last);
  const wrong = Array.from({ length: 0x110000 }, (_, code) => code).filter(
    (code) => (code < 0xd800 || code > 0xdfff) && hasHidden(String.fromCodePoint(code)) !== listed(code),
  );
  expect(wrong).toEqual([]);
});

test("a text with a hidden character is known", () => {
  expect(["rm x", "rm \u202ex"].map(hasHidden)).toEqual([false, true]);
});
