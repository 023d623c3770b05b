import { expect, test } from "vitest";
import {
  choice,
  flag,
  integer,
  object,
  optional,
  text,
  type ValueSchema,
} from "../../../src/tools/schema/input-schema.ts";

test.each<[ValueSchema<unknown>, unknown[], unknown[]]>([
  [text({ min: 1, max: 2 }), ["a", "ab", "😀😀"], ["", "abc", "😀😀😀", 1, undefined]],
  [integer({ min: 1, max: 3 }), [1, 3], [0, 4, 1.5, "1", Number.NaN]],
  [flag(), [true, false], ["true", 0, null]],
  [choice(["TERM", "KILL"]), ["TERM"], ["term", ""]],
])("a value is taken only if it is one: %#", (schema, good, bad) => {
  expect(good.filter((value) => !schema.accepts(value))).toEqual([]);
  expect(bad.filter((value) => schema.accepts(value))).toEqual([]);
});

const shell = object({ id: text({ min: 1 }), signal: optional(choice(["TERM", "KILL"])) });

test("an object has one sentence for each thing that is wrong", () => {
  expect(shell.problems({ signal: "HUP", toString: 1 })).toEqual([
    'there is no field "toString" (its value is 1); it must be one of id, signal',
    "id is missing; it must be a text of 1 or more characters",
    'signal is "HUP"; it must be one of "TERM", "KILL"',
  ]);
  expect(shell.problems([])).toEqual(["the input is []; it must be an object with id, signal"]);
});

test("an optional field may be missing or undefined, and is not inherited", () => {
  expect(shell.problems({ id: "a", signal: undefined })).toEqual([]);
  expect(shell.accepts(Object.create({ id: "a" }))).toBe(false);
});

test("the same is told as JSON Schema", () => {
  const schema = object({
    id: text({ min: 1, max: 9, description: "which" }),
    count: optional(integer({ min: 0, max: 5, fallback: 2 })),
  });
  expect(schema.json).toEqual({
    type: "object",
    properties: {
      id: { type: "string", minLength: 1, maxLength: 9, description: "which" },
      count: { type: "integer", minimum: 0, maximum: 5, default: 2 },
    },
    required: ["id"],
    additionalProperties: false,
  });
});
