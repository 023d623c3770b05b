import { expect, test } from "vitest";
import { family, tool } from "../../../../src/core/policy/tools/tool-shape.ts";

test("a tool has every name it is written with, the first one first", () => {
  expect(tool("terraform tofu", { works: true, examples: {} })).toEqual({
    names: ["terraform", "tofu"],
    works: true,
    examples: {},
  });
});

test("a family knows equally much of its tools, unless one says otherwise", () => {
  const tools = family("verbs", [tool("a", { examples: {} }), tool("b", { knows: "everything", examples: {} })]);
  expect(tools.map(({ knows }) => knows)).toEqual(["verbs", "everything"]);
});
