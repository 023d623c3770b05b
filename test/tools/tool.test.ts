import { expect, test } from "vitest";
import { ToolResult } from "../../src/tools/tool.ts";

test("ToolResult makes both kinds of results", () => {
  expect(ToolResult.ok("fine", { a: 1 })).toEqual({ success: true, output: "fine", metadata: { a: 1 } });
  expect(ToolResult.fail("bad")).toEqual({ success: false, output: "", error: "bad", metadata: {} });
});

test("a failed result shows what there is to show all the same", () => {
  const result = ToolResult.fail("bad", { exit_code: 1 }, "printed");
  expect(result).toEqual({ success: false, output: "printed", error: "bad", metadata: { exit_code: 1 } });
});
