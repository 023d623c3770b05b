import { describe, expect, test } from "vitest";
import { ANY } from "../../../../src/core/policy/values/abstract-text.ts";
import { joinContents, joinLists, joinValues, joinVariables } from "../../../../src/core/policy/values/join.ts";

describe("what is joined with nothing new is the same object", () => {
  test("values, lists, variables and contents", () => {
    const values = ["a", "b"];
    expect(joinValues(values, ["b"], "exact")).toBe(values);
    const lists = [["a"], ["b", "c"]];
    expect(joinLists(lists, [["b", "c"]], "exact")).toBe(lists);
    const variable = { kind: "array", lists } as const;
    expect(joinVariables(variable, { kind: "array", lists: [["a"]] }, "exact")).toBe(variable);
    const contents = ["ls\n", "rm\n"];
    expect(joinContents(contents, ["rm\n"], "exact")).toBe(contents);
  });

  test("however many values there are", () => {
    const many = joinValues(
      ["x"],
      Array.from({ length: 40 }, (_, i) => `${i}`),
      "exact",
    );
    expect(many).toHaveLength(24);
    const again = joinValues(many, ["another"], "exact");
    expect(joinValues(again, ["and another"], "exact")).toBe(again);
  });
});

describe("joined exactly", () => {
  test("a scalar and an array are lists", () => {
    const joined = joinVariables({ kind: "scalar", values: ["a"] }, { kind: "array", lists: [["b", "c"]] }, "exact");
    expect(joined).toEqual({ kind: "array", lists: [["a"], ["b", "c"]] });
  });

  test("contents stay apart, up to eight of them", () => {
    expect(joinContents(["a\n"], ["b\n", "a\n"], "exact")).toEqual(["a\n", "b\n"]);
    const eight = Array.from({ length: 8 }, (_, index) => `${index}\n`);
    const more = joinContents(eight, ["x\n", "7\n\nx\ny\n", "y\n"], "exact");
    expect(more).toEqual([...eight.slice(0, 7), "7\n\nx\ny\n"]);
    expect(joinContents(more, ["y\n"], "exact")).toBe(more);
  });
});

describe("widened", () => {
  test("a list that loses its first word loses all", () => {
    expect(joinLists([["a", "b", "c"]], [["b", "c"]], "widened")).toEqual([["a", "b", "c"], ["b", "c"], ["c"], []]);
  });

  test("a list that grows has each word once", () => {
    expect(joinLists([["a"]], [["a", "b"]], "widened")).toEqual([["a", "b"]]);
    expect(joinLists([["a", "b"]], [["a", "b", "b"]], "widened")).toEqual([["a", "b"]]);
  });

  test("a short list is widened word by word", () => {
    const known = [["a", "b"]];
    expect(joinLists(known, [["b", "c"]], "widened")).toEqual([
      ["a", "b"],
      ["b", "b"],
      ["a", "c"],
    ]);
  });

  test("lines that a file has already are not news", () => {
    const contents = ["a\nb\n"];
    expect(joinContents(contents, ["a\nb\na\nb\n"], "widened")).toBe(contents);
    expect(joinContents(contents, ["c\n"], "widened")).toEqual(["a\nb\n\nc\n"]);
  });

  test("a line of a file that grows has an end that is not known", () => {
    const grown = joinContents(["a\nx"], ["a\nxx"], "widened");
    expect(grown).toEqual([`a\nx${ANY}`]);
    expect(joinContents(grown, ["a\nxxx"], "widened")).toBe(grown);
  });
});
