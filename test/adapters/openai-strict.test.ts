import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { toStrictJsonSchema } from "openai/lib/transform";
import { expect, test } from "vitest";
import { openaiChatTools, openaiTools, runOpenAIToolCall } from "../../src/adapters/openai.ts";
import { strictSchemaOf, withoutNulls } from "../../src/adapters/openai-strict.ts";
import { ok } from "../../src/index.ts";
import { openToolkit } from "../support/open-toolkit.ts";

test("without strict mode the tools are told as the registry tells them", () => {
  const kit = openToolkit();
  expect(openaiTools(kit)).toEqual(kit.schemas("openai-responses"));
});

test("strict mode makes every field required and what was optional nullable, all the way down", () => {
  const kit = openToolkit();
  const tools = openaiTools(kit, { strict: true });
  expect(tools.map(({ strict }) => strict)).toEqual([true, true, true, true, true]);
  const [, output] = tools;
  expect(output?.parameters).toMatchObject({
    additionalProperties: false,
    required: ["bash_id", "filter", "since", "wait_ms", "wait_for", "head", "tail", "view"],
    properties: {
      bash_id: { type: "string" },
      filter: { anyOf: [{ type: "string" }, { type: "null" }] },
      wait_for: { anyOf: [{ type: "string" }, { type: "null" }] },
    },
  });
});

test("the SDK's own strict check has nothing to add to what we tell", () => {
  const kit = openToolkit();
  for (const { parameters } of openaiTools(kit, { strict: true })) {
    expect(toStrictJsonSchema(structuredClone(parameters))).toEqual(parameters);
  }
});

test("chat completions are told the same, one level down", () => {
  const kit = openToolkit();
  const flat = openaiTools(kit, { strict: true }).map(({ type, ...told }) => ({ type, function: told }));
  expect(openaiChatTools(kit, { strict: true })).toEqual(flat);
});

test("a model in strict mode sends null for what it leaves out, and is understood", async () => {
  const kit = openToolkit();
  const nothing = { description: null, timeout: null, run_in_background: null, session_id: null };
  const call = (name: string, input: object) =>
    runOpenAIToolCall(kit, { type: "function_call", call_id: "c", name, arguments: JSON.stringify(input) });
  expect((await call("Bash", { command: "echo hi", ...nothing })).output).toBe("hi\n");
  const id = await kit.start("echo ready");
  const rest = { filter: null, since: null, wait_ms: 5000, head: null, tail: null };
  const read = await call("BashOutput", { bash_id: id, ...rest, wait_for: { port: 1, host: null } });
  expect(read.output).toContain("ready");
});

test("a tool that strict mode cannot tell is told as it is", () => {
  const kit = openToolkit();
  const inputSchema = { type: "object", patternProperties: { "^x": { type: "string" } } };
  kit.registry.register({ name: "Free", description: "", category: "other", inputSchema, execute: () => ok("") });
  expect(openaiTools(kit, { strict: true }).at(-1)).toMatchObject({ parameters: inputSchema, strict: false });
});

test.each([
  ["no type", {}],
  ["an unknown keyword", { type: "string", contentEncoding: "base64" }],
  ["an open object", { type: "object", properties: {}, additionalProperties: { type: "string" } }],
  ["a required field that is not declared", { type: "object", properties: {}, required: ["a"] }],
  ["required that is no list", { type: "object", properties: {}, required: "a" }],
  ["properties that are no object", { type: "object", properties: [] }],
  ["a field that cannot be told", { type: "object", properties: { a: {} } }],
  ["a field that is no schema", { type: "object", properties: { a: true } }],
  ["a list of anything", { type: "array" }],
  ["a list of what cannot be told", { type: "array", items: {} }],
  ["a list or an object", { type: ["array", "object"], items: { type: "string" } }],
  ["a choice with a type beside it", { type: "string", anyOf: [{ type: "string" }] }],
  ["a choice that cannot be told", { anyOf: [{}] }],
])("%s has no strict form", (_what, schema) => {
  expect(strictSchemaOf(schema)).toBeUndefined();
});

test("what is nullable already stays as it is, and bounds that not every model takes are left to the executor", () => {
  const schema = {
    type: "object",
    properties: {
      a: { type: ["string", "null"], maxLength: 5 },
      b: { anyOf: [{ type: "string" }, { type: "null" }] },
      c: { type: "array", items: { type: "string", minLength: 1 } },
      d: { type: "string", enum: ["x"], description: "one", default: "x" },
    },
    required: ["c"],
  };
  expect(strictSchemaOf(schema)).toEqual({
    type: "object",
    properties: {
      a: { type: ["string", "null"] },
      b: { anyOf: [{ type: "string" }, { type: "null" }] },
      c: { type: "array", items: { type: "string" } },
      d: { description: "one", anyOf: [{ type: "string", enum: ["x"] }, { type: "null" }] },
    },
    required: ["a", "b", "c", "d"],
    additionalProperties: false,
  });
});

test("a null that means something is kept", () => {
  const schema = {
    type: "object",
    properties: { a: { type: ["string", "null"] }, b: {}, c: { type: "string" }, d: { const: null } },
    required: ["c"],
  };
  const value = { a: null, b: null, c: null, d: null, unknown: null };
  expect(withoutNulls(value, [schema])).toEqual(value);
});

test("nulls are found in lists too", () => {
  const item = { type: "object", properties: { a: { type: "string" } } };
  const schema = { type: "object", properties: { list: { type: "array", items: item } } };
  expect(withoutNulls({ list: [{ a: null }, { a: "x" }] }, [schema])).toEqual({ list: [{}, { a: "x" }] });
});

const leaf = fc.constantFrom(
  { type: "string" },
  { type: "integer" },
  { type: "boolean" },
  { type: ["string", "null"] },
);
const { object: closed } = fc.letrec<{ node: object; object: object }>((tie) => ({
  node: fc.oneof({ depthSize: "small" }, leaf, tie("object"), fc.record({ type: fc.constant("array"), items: leaf })),
  object: fc
    .dictionary(fc.constantFrom("a", "b", "c"), fc.tuple(tie("node"), fc.boolean()), { noNullPrototype: true })
    .map((fields) => ({
      type: "object",
      properties: Object.fromEntries(Object.entries(fields).map(([name, [schema]]) => [name, schema])),
      required: Object.keys(fields).filter((name) => fields[name]?.[1]),
      additionalProperties: false,
    })),
}));

test("whatever fits the strict form fits the tool's own schema once its nulls are gone", () => {
  const ajv = new Ajv2020({ allowUnionTypes: true });
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: "small" },
      fc.constantFrom<unknown>(null, "x", 1, true, [], ["x", null]),
      fc.dictionary(fc.constantFrom("a", "b", "c"), tie("any"), { noNullPrototype: true }),
    ),
  })).any;
  let accepted = 0;
  fc.assert(
    fc.property(closed, value, (schema, candidate) => {
      const rewritten = strictSchemaOf({ ...schema });
      expect(rewritten).toBeDefined();
      if (!ajv.validate(rewritten ?? {}, candidate)) return;
      accepted += 1;
      expect(ajv.validate(schema, withoutNulls(candidate, [{ ...schema }]))).toBe(true);
    }),
    { numRuns: 600 },
  );
  expect(accepted).toBeGreaterThan(0);
  // The validator compiles each of the schemas: on a busy machine that takes long.
}, 300_000);
