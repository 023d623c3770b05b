import { describe, expect, test } from "vitest";
import { joinContents, joinLists, joinValues, joinVariables } from "../../../../src/core/policy/values/join.ts";

describe("what is joined with nothing new is the same object", () => {
  test("values, lists, variables and contents", () => {
    const values = ["a", "b"];
    expect(joinValues(values, ["b"], "exact")).toBe(values);
    const lists = [["a"], ["b", "c"]];
    expect(joinLists(lists, [["b", "c"]], "exact")).toBe(lists);
    const variable = { kind: "array", lists } as const;
    expect(joinVariables(variable, { kind: "array", lists: [["a"]] }, "exact")).toBe(variable);
    expect(joinContents("ls\nrm\n", "ls\n", "exact")).toBe("ls\nrm\n");
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

  test("contents stand behind each other, a longer one for the shorter", () => {
    expect(joinContents("a\n", "b\n", "exact")).toBe("a\n\nb\n");
    expect(joinContents("a\n", "a\nb\n", "exact")).toBe("a\nb\n");
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
    expect(joinContents("a\nb\n", "a\nb\na\nb\n", "widened")).toBe("a\nb\n");
  });
});
