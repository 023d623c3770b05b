import { expect, test } from "vitest";
import { Fault } from "../../src/core/base/fault.ts";
import { ToolRegistry } from "../../src/tools/registry.ts";
import type { StandardSchema } from "../../src/tools/schema/schema.ts";
import { ok, type Tool, ToolCategory } from "../../src/tools/tool.ts";

const greeting: Tool = {
  name: "Greet",
  description: "Says hello",
  category: ToolCategory.Other,
  inputSchema: { type: "object" },
  execute: () => ok("hello"),
};

function registryWith(...tools: readonly Tool[]): ToolRegistry {
  const registry = new ToolRegistry();
  for (const tool of tools) registry.register(tool);
  return registry;
}

test("tools are found by name and listed in the order they came, or by category", () => {
  const run = { ...greeting, name: "Run", category: ToolCategory.Execution };
  const registry = registryWith(run, greeting);
  expect(registry.names()).toEqual(["Run", "Greet"]);
  expect([registry.get("Greet"), registry.get("toString"), registry.has("Run")]).toEqual([greeting, undefined, true]);
  expect([registry.list(), registry.list(ToolCategory.Other)]).toEqual([[run, greeting], [greeting]]);
});

test("a name is taken once, and must be a name", () => {
  expect(() => registryWith(greeting, greeting)).toThrow(new Fault("TOOL_EXISTS", "Greet"));
  expect(() => registryWith({ ...greeting, name: "two words" })).toThrow('"two words" is no name for a tool');
});

test("a schema that cannot be told to a provider is refused when the tool is registered", () => {
  const mute: StandardSchema<string> = {
    "~standard": { version: 1, vendor: "mute", validate: (value) => ({ value: String(value) }) },
  };
  expect(() => registryWith({ ...greeting, inputSchema: mute })).toThrow(
    "a schema of mute cannot be told as JSON Schema",
  );
  const nothing = JSON.parse("null");
  expect(() => registryWith({ ...greeting, inputSchema: nothing })).toThrow("has no inputSchema");
});

test("an unknown format is refused by name", () => {
  const format = JSON.parse('"yaml"');
  expect(() => registryWith(greeting).getAllSchemas(format)).toThrow('"yaml" is no schema format');
});
