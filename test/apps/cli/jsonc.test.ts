import { expect, test } from "vitest";
import { parseJsonc, placeIn } from "../../../src/apps/cli/jsonc.ts";

test("comments and a comma too many are forgiven, strings are left alone", () => {
  const text = '\uFEFF{ "a": "// no, /* comment */ ,]", // yes\n "b": [1, 2, ], /* c */ }';
  expect(parseJsonc(text).value).toEqual({ a: "// no, /* comment */ ,]", b: [1, 2] });
});

test("a comment moves nothing: every field keeps its place", () => {
  const text = '{ /* one\ntwo */ "a": 1 }';
  const { places } = parseJsonc(text);
  expect(placeIn(text, places.get("a") ?? 0)).toBe("line 2, column 8");
});

test("what is no JSON is refused at its place", () => {
  expect(() => parseJsonc('{ "a": }')).toThrow("a value is expected");
  expect(() => parseJsonc("[1,,]")).toThrow();
});
