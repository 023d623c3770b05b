import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { RESULT_SCHEMA, toolCallResult, withLastLine } from "../../src/adapters/mcp-result.ts";
import { fail, ok } from "../../src/tools/tool.ts";

test("a result is its text alone; the whole is there as data for a program that asked for it", () => {
  const content = [{ type: "text", text: "fine" }];
  expect(toolCallResult(ok("fine", { exit_code: 0 }))).toEqual({ content });
  expect(toolCallResult(ok("fine", { exit_code: 0 }), { structured: true })).toEqual({
    content,
    structuredContent: { success: true, output: "fine", exit_code: 0 },
  });
});

test("a command that ran and failed is data; only what came to nothing is an error", () => {
  const failed = toolCallResult(fail("exit code 1", { exit_code: 1 }, "printed"), { structured: true });
  expect(failed).toEqual({
    content: [{ type: "text", text: "exit code 1" }],
    structuredContent: { success: false, output: "printed", error: "exit code 1", exit_code: 1 },
  });
  expect(toolCallResult(fail("no", { error_kind: "blocked" })).isError).toBe(true);
});

test("as data, an error does not repeat the output", () => {
  const data = (error: string, output: string): unknown =>
    toolCallResult(fail(error, {}, output), { structured: true }).structuredContent;
  expect(data("exit code 1\nprinted\n", "printed\n")).toEqual({
    success: false,
    output: "printed\n",
    error: "exit code 1",
  });
  expect(data("exit code 1\nprinted\n[exit code 1]", "printed\n")).toMatchObject({ error: "exit code 1" });
  expect(data("exit code 1\n1\n[exit code 1]", "1\n")).toMatchObject({ error: "exit code 1" });
  expect(data("printed", "printed")).toEqual({ success: false, output: "printed" });
  expect(data("exit code 1", "")).toEqual({ success: false, output: "", error: "exit code 1" });
});

test("metadata that JSON cannot say is left out, and none of it replaces the result itself", () => {
  const loop: Record<string, unknown> = {};
  loop["self"] = loop;
  const metadata = { big: 1n, loop, nothing: undefined, success: false, output: "other", error: "other", kept: [1] };
  const { structuredContent } = toolCallResult(ok("fine", metadata), { structured: true });
  expect(structuredContent).toEqual({ success: true, output: "fine", kept: [1] });
});

test("the schema takes our results, and none without an output", () => {
  const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(RESULT_SCHEMA);
  const { structuredContent } = toolCallResult(ok("fine", { exit_code: null, another: {} }), { structured: true });
  expect(validate(structuredContent)).toBe(true);
  expect(validate({ success: true })).toBe(false);
});

test.each([
  ["printed\n", "printed\nlast"],
  ["no newline", "no newline\nlast"],
  ["", "last"],
])("a last line stands below the text %j", (text, expected) => {
  const result = toolCallResult(ok(text));
  expect(withLastLine(result, "last")).toEqual({ ...result, content: [{ type: "text", text: expected }] });
  expect(withLastLine(result, undefined)).toBe(result);
});
