import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { Fault, fail, ok, type Tool, ToolCategory, ToolExecutor, ToolRegistry } from "../../src/index.ts";

const context = { workingDir: "/tmp" };

function executorWith(...tools: readonly Tool[]): ToolExecutor {
  const registry = new ToolRegistry();
  for (const tool of tools) registry.register(tool);
  return new ToolExecutor(registry);
}

const greeting: Tool<{ name: string; times?: number }> = {
  name: "Greet",
  description: "Says hello",
  category: ToolCategory.Other,
  inputSchema: {
    type: "object",
    properties: { name: { type: "string", minLength: 1 }, times: { type: "integer", minimum: 1 } },
    required: ["name"],
    additionalProperties: false,
  },
  execute: ({ name, times = 1 }, { workingDir }) => ok(`hello ${name} `.repeat(times).trim(), { workingDir }),
};

test("a tool with plain JSON Schema is checked by it", async () => {
  const executor = executorWith(greeting);
  expect(await executor.execute("Greet", context, { name: "you", times: 2 })).toEqual(
    ok("hello you hello you", { workingDir: "/tmp" }),
  );
  const refused = await executor.execute("Greet", context, { name: "", times: 0, more: 1 });
  expect(refused).toMatchObject({ success: false, metadata: { error_kind: "invalid-input" } });
  expect(refused.error).toMatch(/^Invalid input for Greet: .*name.*times.*more/s);
});

test("a tool with a zod schema is checked by it, told to providers by it, and gets what it made of the input", async () => {
  const inputSchema = z.strictObject({ count: z.number().int().default(3) });
  const registry = new ToolRegistry();
  registry.register({
    name: "Count",
    description: "Counts",
    category: "maths",
    inputSchema,
    execute: ({ count }: z.output<typeof inputSchema>) => ok(String(count + 1)),
  });
  expect(registry.getAllSchemas("json-schema")).toEqual([
    expect.objectContaining({ title: "Count", type: "object", additionalProperties: false }),
  ]);
  expect(JSON.stringify(registry.getAllSchemas("mcp"))).not.toContain("$schema");
  const executor = new ToolExecutor(registry);
  expect((await executor.execute("Count", context, {})).output).toBe("4");
  expect((await executor.execute("Count", context, { count: "x" })).error).toContain("count: ");
  expect(registry.list("maths")).toHaveLength(1);
  expect(registry.list(ToolCategory.Execution)).toEqual([]);
});

test("input that is a text is refused with the reason why it is no object", async () => {
  const executor = executorWith(greeting);
  const refused = async (input: unknown): Promise<string | undefined> =>
    (await executor.execute("Greet", context, input)).error;
  expect(await refused('{"name": "you')).toMatch(/^Invalid input for Greet: .*; the text is no JSON \(.+\)$/s);
  expect(await refused("hello")).toContain("the text is no JSON (");
  expect(await refused('{"name":"you"}')).toMatch(/; the text holds JSON; give the object itself$/);
  expect(await refused("5")).not.toContain("JSON");
  expect(await refused(5)).not.toContain("JSON");
});

test("an unknown tool is a failed result that says which there are", async () => {
  const result = await executorWith(greeting).execute("Gret", context, {});
  expect(result).toEqual(fail('Unknown tool: "Gret"; there are Greet', { error_kind: "unknown-tool" }));
  expect((await executorWith().execute("constructor", context, {})).success).toBe(false);
});

test("whatever a tool throws or answers becomes a failed result without a stack", async () => {
  const throwing = (name: string, thrown: unknown): Tool => ({
    ...greeting,
    name,
    inputSchema: { type: "object" },
    execute: () => {
      throw thrown;
    },
  });
  const odd: Tool = {
    ...greeting,
    name: "Odd",
    inputSchema: { type: "object" },
    execute: () => JSON.parse('{"text":"hi"}'),
  };
  const executor = executorWith(
    throwing("A", new Error("boom")),
    throwing("B", "just text"),
    throwing("C", new Fault("SPAWN_FAILED")),
    {
      ...throwing("D", undefined),
      execute: () => {
        readFileSync("/nonexistent/file");
        return ok("");
      },
    },
    odd,
  );
  const failed = { error_kind: "fault", fault: "TOOL_FAILED" } as const;
  expect(await executor.execute("A", context, {})).toEqual(fail("A failed: boom", failed));
  expect(await executor.execute("B", context, {})).toEqual(fail("B failed: just text", failed));
  expect((await executor.execute("C", context, {})).metadata).toEqual({ error_kind: "fault", fault: "SPAWN_FAILED" });
  expect(await executor.execute("Odd", context, {})).toEqual(
    fail('Odd answered {"text":"hi"}, which is not a ToolResult', failed),
  );
  const refused = await executor.execute("D", context, {});
  expect(refused.error).toMatch(/^D failed: the operating system refused what the call needs: ENOENT/);
  expect(refused.metadata).toEqual({ error_kind: "fault", fault: "SYSTEM_REFUSED" });
});
