import { expect, test } from "vitest";
import { Scope } from "../../../../src/core/policy/values/scope.ts";
import { LoopHeads } from "../../../../src/core/policy/walk/loop-heads.ts";
import { apart, originOf, outermost, wholeOf } from "../../../../src/core/policy/walk/walk-types.ts";
import { PLACE } from "../../../attacks/shared-corpus.ts";

const FRAME = outermost(new Scope(PLACE), "ls; pwd", "");
const WITHIN = { text: "eval x", span: [3, 9] } as const;

test("a node stands where its letters are", () => {
  expect(originOf({ pos: 4, end: 7 }, FRAME)).toEqual({ text: "pwd", span: [4, 7] });
  expect(wholeOf(FRAME)).toEqual({ text: "ls; pwd", span: [0, 7] });
});

test("inside a text that was put together all stands where that was", () => {
  expect(originOf({ pos: 4, end: 7 }, { ...FRAME, within: WITHIN })).toBe(WITHIN);
  expect(wholeOf({ ...FRAME, within: WITHIN })).toBe(WITHIN);
});

test("what runs later belongs to no loop", () => {
  const later = apart({ ...FRAME, depth: 3, heads: new LoopHeads() });
  expect(later).toMatchObject({ depth: 3, heads: undefined, exits: [], returned: undefined });
});
