import { expect, test } from "vitest";
import { INPUT_WORDS } from "../../../src/tools/words/input-words.ts";

test("a text that was cut is told with how much arrived, and why the rest did not", () => {
  expect(INPUT_WORDS.inputCut({ taken: 5, wanted: 9, isOpen: true })).toBe(
    "the program does not read: it got the first 5 of 9 bytes, the rest was not written",
  );
  expect(INPUT_WORDS.inputCut({ taken: 0, wanted: 9, isOpen: false })).toContain("nobody reads this input any more");
  expect(INPUT_WORDS.inputUnread(1)).toBe("unread so far: 1 byte of the input");
});
