import { expect, test } from "vitest";
import { registerExecutionTools, ToolCategory, ToolRegistry } from "../../src/index.ts";

test("Tool Registration / All execution tools are registered", () => {
  const registry = new ToolRegistry();
  registerExecutionTools(registry);
  expect(registry.names()).toEqual(["Bash", "BashOutput", "BashInput", "KillShell", "ListShells"]);
  expect(registry.list(ToolCategory.Execution)).toEqual(registry.list());
  expect(registry.list().every(({ category }) => category === "execution")).toBe(true);
});

test("Tool Registration / Execution tools generate valid schemas", () => {
  const registry = new ToolRegistry();
  registerExecutionTools(registry);
  const required = registry.getAllSchemas("openai").map(({ type, function: { name, parameters } }) => ({
    type,
    name,
    required: parameters["required"],
  }));
  expect(required).toEqual([
    { type: "function", name: "Bash", required: ["command"] },
    { type: "function", name: "BashOutput", required: ["bash_id"] },
    { type: "function", name: "BashInput", required: ["bash_id"] },
    { type: "function", name: "KillShell", required: ["shell_id"] },
    { type: "function", name: "ListShells", required: undefined },
  ]);
});
