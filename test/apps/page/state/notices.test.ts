import { expect, test } from "vitest";
import { noticesOf } from "../../../../src/apps/page/state/notices.ts";

const QUIET = { questions: 0, running: 2, waiting: 0 };

test("a new question, an end and a shell that waits are told, once each", () => {
  expect(noticesOf(QUIET, { questions: 1, running: 1, waiting: 1 })).toEqual([
    "A question waits for your answer.",
    "A shell waits for input.",
    "A shell ended.",
  ]);
});

test("what is less urgent than before, or as it was, is not told", () => {
  expect(noticesOf(undefined, { questions: 3, running: 0, waiting: 1 })).toEqual([]);
  expect(noticesOf(QUIET, QUIET)).toEqual([]);
  expect(noticesOf({ questions: 2, running: 1, waiting: 2 }, { questions: 1, running: 3, waiting: 0 })).toEqual([]);
});
