import { expect, test } from "vitest";
import { isCombining, LineWriter } from "../../../../src/core/output/text/line-writer.ts";

/** Writes text, and does what the signs stand for: `<` return, `~` backspace, `0` `1` `2` erase. */
function written(...steps: readonly string[]): string {
  const writer = new LineWriter();
  for (const step of steps) {
    if (step === "<") writer.carriageReturn();
    else if (step === "~") writer.backspace();
    else if (/^[012]$/.test(step)) writer.erase(Number(step));
    else writer.write(step);
  }
  return writer.text();
}

test.each([
  [["one\ntwo\nthree", " four"], "one\ntwo\nthree four"],
  [["12345", "<", "ab"], "ab345"],
  [["12345", "<", "ab\nc"], "ab345\nc"],
  [["line\n", "<", "x"], "line\nx"],
  [["123", "~", "x"], "12x"],
  [["1", "~", "~", "x"], "x"],
  [["one  "], "one  "],
  [["100%", "<", "    ", "<", "ok"], "ok"],
])("%j is shown as %j", (steps, text) => {
  expect(written(...steps)).toBe(text);
});

test.each([
  [["12345", "~", "~", "0"], "123"],
  [["12345", "0"], "12345"],
  [["12345", "~", "~", "~", "1"], "   45"],
  [["12345", "2"], ""],
  [["12345", "2", "x"], "     x"],
  [["12345", "<", "2", "x"], "x"],
])("erasing in %j leaves %j", (steps, text) => {
  expect(written(...steps)).toBe(text);
});

test("a mark stays with its letter, and a pair of halves is one cell", () => {
  expect(written("e\u0301x", "<", "a")).toBe("ax");
  expect(written("😀x", "<", "a")).toBe("ax");
});

test.each([
  ["\u0301", true],
  ["\u200d", true],
  ["e", false],
  ["é", false],
])("%j belongs to the one before it: %s", (character, belongs) => {
  expect(isCombining(character)).toBe(belongs);
});
