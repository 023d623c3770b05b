import { expect, test } from "vitest";
import { classesOf, PLAIN, sequenceOf, styleAfter } from "../../../../src/apps/page/text/text-style.ts";

test.each([
  ["", ""],
  ["0", ""],
  ["1", "bold"],
  ["1;31", "bold ink1"],
  ["92;44", "ink2 paper4"],
  ["107", "paper7"],
  ["2;3;4;7;9", "faint italic under inverse struck"],
  ["4:3", "under"],
  ["38;5;9", "ink1"],
  ["48;5;196", "paper1"],
  ["38;5;232", "ink0"],
  ["38;5;255", "ink7"],
  ["38;5;22", "ink2"],
  ["38;5;240", "ink0"],
  ["38;5;999", ""],
  ["38;2;255;0;0", "ink1"],
  ["38:2::255:0:0", "ink1"],
  ["38:2:0:128:0;1", "bold ink2"],
  ["38:5:12", "ink4"],
  ["48;2;0;0;0;31", "ink1 paper0"],
  ["38", ""],
  ["38;9;1", ""],
  ["5;200", ""],
])("%j is drawn as %j", (parameters, classes) => {
  expect(classesOf(styleAfter(PLAIN, parameters))).toBe(classes);
});

test.each([
  ["1;2", "22", ""],
  ["3;4;7;9", "23;24;27;29", ""],
  ["4", "4:0", ""],
  ["31;42", "39", "paper2"],
  ["31;42", "49", "ink1"],
  ["31;1", "0", ""],
  ["31", "32", "ink2"],
])("after %j, %j leaves %j", (first, second, classes) => {
  expect(classesOf(styleAfter(styleAfter(PLAIN, first), second))).toBe(classes);
});

test("a style can be written as a sequence and read back", () => {
  for (const parameters of ["", "1;31", "92;44", "2;3;4;7;9;97;107", "36"]) {
    const style = styleAfter(PLAIN, parameters);
    expect(styleAfter(styleAfter(PLAIN, "1;35;45"), sequenceOf(style).slice(2, -1))).toBe(style);
  }
});
