import { expect, test } from "vitest";
import {
  fields,
  flag,
  listOf,
  mapOf,
  matching,
  maybe,
  oneOf,
  path,
  plainData,
  text,
  whole,
} from "../../../src/core/wire/checks.ts";

const shape = fields({ name: text(3), count: whole(0, 9), on: maybe(flag), of: oneOf("a", "b"), at: path });
const RIGHT = { name: "abc", count: 3, of: "a", at: "/x" };

test("takes over what it knows, and nothing else", () => {
  expect(shape({ ...RIGHT, more: 1, __proto__: { evil: 1 } }, "it")).toEqual(RIGHT);
});

test.each([
  [{ ...RIGHT, name: "abcd" }],
  [{ ...RIGHT, name: 5 }],
  [{ ...RIGHT, count: 1.5 }],
  [{ ...RIGHT, count: 10 }],
  [{ ...RIGHT, on: "yes" }],
  [{ ...RIGHT, of: "c" }],
  [{ ...RIGHT, at: "x" }],
  [{ ...RIGHT, at: "/x\0" }],
  ["text"],
  [null],
  [[RIGHT]],
])("refuses %j", (value) => {
  expect(() => shape(value, "it")).toThrow(/^it/);
});

test("lists and pairs are bounded", () => {
  expect(() => listOf(flag, 1)([true, false], "it")).toThrow("at most 1");
  expect([...mapOf(text(9), 2)([["a", "b"]], "it")]).toEqual([["a", "b"]]);
  expect(() => mapOf(text(9), 2)([["a"]], "it")).toThrow("a pair");
  expect(() => matching(/^a$/)("b", "it")).toThrow();
});

test("plain data has a depth and no names of objects themselves", () => {
  const made: unknown = JSON.parse('{"a":[1,null,"x",{"b":true}],"__proto__":{"x":1},"toString":1}');
  expect(plainData(made, "it")).toEqual({ a: [1, null, "x", { b: true }] });
  let deep: unknown = 1;
  for (let n = 0; n < 20; n++) deep = [deep];
  expect(() => plainData(deep, "it")).toThrow("less deep");
  expect(() => plainData(undefined, "it")).toThrow("data");
  expect(() => plainData(Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [`k${n}`, 1])), "it")).toThrow(
    "at most",
  );
});
