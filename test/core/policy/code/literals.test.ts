import { expect, test } from "vitest";
import { argumentsAt, completed, literalRuns, literalsOf } from "../../../../src/core/policy/code/literals.ts";
import { ANY } from "../../../../src/core/policy/values/abstract-text.ts";

test.each([
  [`f('a', "b", \`c\`)`, ["a", "b", "c"]],
  [`"""a "b" c"""`, [`a "b" c`]],
  [String.raw`'a\'b\x41'`, ["a'bA"]],
  ["`a\nb`", ["a\nb"]],
  ["don't\n'a'", ["a"]],
  ["f()", []],
])("the literals of %j are %j", (code, values) => {
  expect(literalsOf(code).map(({ value }) => value)).toEqual(values);
});

test("a literal says where it stands, its quotes included", () => {
  expect(literalsOf("f('a')")).toEqual([{ value: "a", start: 2, end: 5, quote: "'" }]);
});

test.each([
  [`f("a " + x)`, `a ${ANY}`],
  [`f("a " + os.environ["HOME"])`, "a ~"],
  [`f("a %s b" % x)`, `a ${ANY} b`],
  [`f("a {} b".format(x))`, `a ${ANY} b`],
  [`f(sprintf("a %s", home_dir()))`, "a ~"],
  [`f(paste0("a ", x))`, `a ${ANY}`],
  [`f("a", x)`, "a"],
])("the first literal of %j makes the text %j", (code, text) => {
  const [first] = literalsOf(code, "python");
  expect(first === undefined ? undefined : completed(first, code)).toBe(text);
});

test("literals with nothing but commas and brackets between them are one list", () => {
  const code = "f('a', ['b'], 'c'); g('d')";
  expect(literalRuns(code, literalsOf(code)).map((run) => run.map(({ value }) => value))).toEqual([
    ["a", "b", "c"],
    ["d"],
  ]);
  expect(literalRuns("", [])).toEqual([]);
});

test.each([
  ["f(a, (b), c); d", "(a, (b), c)"],
  ["f a, b; c", " a, b"],
  ["f (a", "(a"],
])("the arguments in %j are %j", (code, given) => {
  const { start, end } = argumentsAt(code, 1);
  expect(code.slice(start, end)).toBe(given);
});
