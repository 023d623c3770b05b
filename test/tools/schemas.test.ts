import type Anthropic from "@anthropic-ai/sdk";
import type { Tool as McpSdkTool } from "@modelcontextprotocol/server";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import type OpenAI from "openai";
import { expect, test } from "vitest";
import { createToolkit, SCHEMA_FORMATS, type ToolkitOptions } from "../../src/index.ts";
import { parseInput } from "../../src/tools/schema/schema.ts";
import { unionsIn } from "../support/unions-in.ts";

const schemas = (options: ToolkitOptions = {}) => createToolkit(options);

test("each provider's own types take our schemas", () => {
  const kit = schemas();
  // These lines are checked by the compiler: an SDK that changes its mind fails the build.
  const openai: OpenAI.Chat.Completions.ChatCompletionTool[] = kit.schemas("openai");
  const responses: OpenAI.Responses.Tool[] = kit.schemas("openai-responses");
  const anthropic: Anthropic.Tool[] = kit.schemas("anthropic");
  const mcp: McpSdkTool[] = kit.schemas("mcp");
  for (const tools of [openai, responses, anthropic, mcp]) expect(tools).toHaveLength(5);
});

test("the five schemas with their descriptions stay below 1,450 tokens in every format", () => {
  const tokens = SCHEMA_FORMATS.map((format) => JSON.stringify(schemas().schemas(format)).length / 4);
  for (const count of tokens) expect(count).toBeLessThan(1450);
});

test("every schema is valid JSON Schema, by a strict validator", () => {
  const ajv = new Ajv2020({ strict: true });
  for (const { inputSchema, ...tool } of schemas().schemas("mcp")) {
    expect(ajv.validateSchema(inputSchema)).toBe(true);
    expect(tool).not.toHaveProperty("outputSchema");
    expect(() => ajv.compile(inputSchema)).not.toThrow();
  }
});

test("no schema in any format has a union: clients flatten or refuse them", () => {
  expect(unionsIn([{ anyOf: [{}] }, { items: { type: ["string", "null"] } }])).toHaveLength(2);
  for (const format of SCHEMA_FORMATS) {
    expect({ format, unions: unionsIn(schemas().schemas(format)) }).toEqual({ format, unions: [] });
  }
});

test("limits that an operator changes show up in the schema and in the description", async () => {
  const kit = schemas({ limits: { defaultTimeoutMs: 5000, maxTimeoutMs: 1_800_000 } });
  const [bash] = kit.schemas("anthropic");
  expect(bash?.input_schema["properties"]).toMatchObject({
    timeout: { default: 5000, minimum: 1000, maximum: 1_800_000 },
  });
  expect(bash?.description).toContain("1800000");
  const refused = await kit.call("Bash", { command: "true", timeout: 1_800_001 });
  expect(refused.error).toContain("timeout is 1800001; it must be a whole number from 1000 to 1800000");
});

const value = fc.oneof(
  fc.constantFrom<unknown>("output", "exit", "TERM", "INT", "running", "lost", 0, 1, 999, 1000, 600_000, 600_001, null),
  fc.string({ maxLength: 70, unit: "binary" }),
  fc.integer({ min: -10, max: 700_000 }),
  fc.double(),
  fc.boolean(),
  fc.record({ pattern: fc.string() }),
  fc.record({ port: fc.integer({ min: -1, max: 70_000 }), host: fc.string() }, { requiredKeys: ["port"] }),
  fc.array(fc.string(), { maxLength: 2 }),
);
const fields = [
  "command",
  "description",
  "timeout",
  "run_in_background",
  "session_id",
  "bash_id",
  "filter",
  "since",
  "wait_ms",
  "wait_for",
  "head",
  "tail",
  "shell_id",
  "signal",
  "status",
  "extra",
];
const input = fc.oneof(
  fc.dictionary(fc.constantFrom(...fields), value, { maxKeys: 4 }),
  fc.record({ command: value, timeout: value }, { requiredKeys: [] }),
  fc.record({ bash_id: value, wait_for: value, since: value }, { requiredKeys: [] }),
  fc.record({ shell_id: value, signal: value }, { requiredKeys: [] }),
  fc.record({ status: value }, { requiredKeys: [] }),
  value,
);

test("what the schema promises and what the executor accepts are the same, by an independent validator", async () => {
  const kit = schemas();
  const ajv = new Ajv2020({ strict: true });
  const tools = kit.registry.list().map((tool, index) => ({
    tool,
    validate: ajv.compile(kit.schemas("mcp")[index]?.inputSchema ?? false),
  }));
  await fc.assert(
    fc.asyncProperty(input, async (given) => {
      for (const { tool, validate } of tools) {
        const { kind } = await parseInput(tool.inputSchema, given);
        expect({ tool: tool.name, given, accepted: kind === "valid" }).toEqual({
          tool: tool.name,
          given,
          accepted: validate(given),
        });
      }
    }),
    { numRuns: 1500 },
  );
});
