import { expect, test } from "vitest";
import { pipeInputOf, typingProblem } from "../../../src/tools/shells/typed-text.ts";
import { WORDS } from "../../../src/tools/words.ts";

test("a pipe gets the text, then the keys, then its end", () => {
  expect(pipeInputOf({ text: "y", keys: ["Enter", "tab"], eof: true }, WORDS)).toEqual({ text: "y\n\t", isEnd: true });
  expect(pipeInputOf({ keys: ["Space", "C-d"] }, WORDS)).toEqual({ text: " ", isEnd: true });
  expect(pipeInputOf({}, WORDS)).toEqual({ text: "", isEnd: false });
});

test("a key that only a terminal has is named", () => {
  expect(pipeInputOf({ keys: ["Enter", "C-c"] }, WORDS)).toMatchObject({ problem: expect.stringContaining('"C-c"') });
  expect(pipeInputOf({ keys: ["C-d", "Enter"] }, WORDS)).toMatchObject({ problem: expect.stringContaining('"C-d"') });
});

test("a text that cannot be read as it was judged is refused in a sentence", () => {
  expect(typingProblem({ text: "a\0" })).toContain("NUL character at 1");
  expect(typingProblem({ text: "\udc00" })).toContain("surrogate");
  expect(typingProblem({ text: "\u0003\u001b[A" })).toBeUndefined();
});
