import { expect, test } from "vitest";
import { renderSchema } from "../../../src/tools/schema/schema-formats.ts";
import { ok, type Tool } from "../../../src/tools/tool.ts";

const inputSchema = { type: "object", properties: { to: { type: "string" } } };
const plain: Tool = {
  name: "Greet",
  description: "Says hello",
  category: "other",
  inputSchema,
  execute: () => ok("hello"),
};
const tool: Tool = {
  ...plain,
  hints: { title: "Greet", readOnly: true, destructive: false, idempotent: true, openWorld: false },
};
const { name, description } = tool;

test("each provider is told the same in its own way", () => {
  expect(renderSchema(tool, "openai")).toEqual({
    type: "function",
    function: { name, description, parameters: inputSchema },
  });
  expect(renderSchema(tool, "openai-responses")).toEqual({
    type: "function",
    name,
    description,
    parameters: inputSchema,
    strict: false,
  });
  expect(renderSchema(tool, "anthropic")).toEqual({ name, description, input_schema: inputSchema });
  expect(renderSchema(tool, "json-schema")).toEqual({ title: name, description, ...inputSchema });
});

test("MCP is told the hints too, where a tool has any", () => {
  expect(renderSchema(tool, "mcp")).toMatchObject({
    inputSchema,
    annotations: { title: "Greet", readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  });
  expect(renderSchema(plain, "mcp")).not.toHaveProperty("annotations");
  expect(renderSchema(tool, "mcp")).not.toHaveProperty("outputSchema");
});

test("a copy is given away: what a client does to it changes nothing", () => {
  const { properties } = renderSchema(tool, "openai").function.parameters;
  expect(properties).toEqual(inputSchema.properties);
  Object.assign(Object(properties), { more: {} });
  expect(renderSchema(tool, "openai").function.parameters).toEqual({ ...inputSchema });
  expect(inputSchema.properties).not.toHaveProperty("more");
});
