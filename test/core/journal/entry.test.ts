import { expect, test } from "vitest";
import { entryIn, isChained, lineOf } from "../../../src/core/journal/entry.ts";

const PLACE = { host: "1-a", seq: 1, time: 5, previous: "" };

test.each([
  ["a newline and a forged entry", 'x\n{"seq":2,"kind":"answer","host":"1-a","time":1}'],
  ["a forged hash", `x","hash":"${"0".repeat(64)}"}`],
  ["escape sequences", "\u001b[2K\u001b[1A\r\u009b2K"],
  ["hidden letters", "a\u202eb\u2028c\u200bd\ufeff"],
])("%s in a command is one line of plain letters, and stays what it is", (_, command) => {
  const { line } = lineOf({ kind: "verdict", command }, PLACE);
  expect(line).toMatch(/^[\x20-\x7e]*$/);
  expect(entryIn(line)).toMatchObject({ seq: 1, kind: "verdict", command });
  expect(isChained(line, "")).toBe(true);
});

test("a fact cannot bring its own place or hash", () => {
  const { line, hash } = lineOf({ kind: "note", seq: 99, host: "other", hash: "no", time: 1 }, PLACE);
  expect(entryIn(line)).toEqual({ seq: 1, time: 5, host: "1-a", kind: "note", hash });
});

test("a line is chained to one hash and no other", () => {
  const first = lineOf({ kind: "note" }, PLACE);
  const second = lineOf({ kind: "note" }, { ...PLACE, seq: 2, previous: first.hash });
  expect([isChained(second.line, first.hash), isChained(second.line, ""), isChained("hello", "")]).toEqual([
    true,
    false,
    false,
  ]);
});

test.each(["", "hello", "{}", `{"seq":1,"hash":"${"0".repeat(64)}"}`, `{bad,"hash":"${"0".repeat(64)}"}`])(
  "%j is no entry",
  (line) => expect(entryIn(line)).toBeUndefined(),
);
