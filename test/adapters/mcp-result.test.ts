import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { RESULT_SCHEMA, toolCallResult } from "../../src/adapters/mcp-result.ts";
import { fail, ok } from "../../src/tools/tool.ts";

test("a success is its output as text, and the whole as data", () => {
  expect(toolCallResult(ok("fine", { exit_code: 0 }))).toEqual({
    content: [{ type: "text", text: "fine" }],
    structuredContent: { success: true, output: "fine", exit_code: 0 },
  });
});

test("a command that ran and failed is data; only what came to nothing is an error", () => {
  const failed = toolCallResult(fail("exit code 1", { exit_code: 1 }, "printed"));
  expect(failed).toEqual({
    content: [{ type: "text", text: "exit code 1" }],
    structuredContent: { success: false, output: "printed", error: "exit code 1", exit_code: 1 },
  });
  expect(toolCallResult(fail("no", { error_kind: "blocked" })).isError).toBe(true);
});

test("metadata that JSON cannot say is left out, and none of it replaces the result itself", () => {
  const loop: Record<string, unknown> = {};
  loop["self"] = loop;
  const metadata = { big: 1n, loop, nothing: undefined, success: false, output: "other", kept: [1] };
  expect(toolCallResult(ok("fine", metadata)).structuredContent).toEqual({ success: true, output: "fine", kept: [1] });
});

test("the schema takes our results, and none without an output", () => {
  const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(RESULT_SCHEMA);
  expect(validate(toolCallResult(ok("fine", { exit_code: null, another: {} })).structuredContent)).toBe(true);
  expect(validate({ success: true })).toBe(false);
});
