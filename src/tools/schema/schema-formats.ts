import { shownName, type Tool } from "../tool.ts";
import { jsonSchemaOf } from "./schema.ts";

/** The formats in which providers take a tool. */
export const SCHEMA_FORMATS = ["openai", "openai-responses", "anthropic", "mcp", "json-schema"] as const;

export type SchemaFormat = (typeof SCHEMA_FORMATS)[number];

export type OpenAiTool = {
  readonly type: "function";
  readonly function: { readonly name: string; readonly description: string; readonly parameters: Parameters };
};

export type OpenAiResponsesTool = {
  readonly type: "function";
  readonly name: string;
  readonly description: string;
  readonly parameters: Parameters;
  /** Strict mode has no optional fields, and nacre's tools have some. */
  readonly strict: false;
};

export type AnthropicTool = {
  readonly name: string;
  readonly description: string;
  readonly input_schema: Parameters & { readonly type: "object" };
};

export type McpTool = {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Parameters & { readonly type: "object" };
  readonly annotations?: {
    readonly title: string;
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
};

export type NamedJsonSchema = {
  readonly title: string;
  readonly description: string;
  readonly [keyword: string]: unknown;
};

type Parameters = { [keyword: string]: unknown };

export type SchemasOf = {
  readonly openai: OpenAiTool;
  readonly "openai-responses": OpenAiResponsesTool;
  readonly anthropic: AnthropicTool;
  readonly mcp: McpTool;
  readonly "json-schema": NamedJsonSchema;
};

const RENDER: { readonly [F in SchemaFormat]: (tool: Tool) => SchemasOf[F] } = {
  openai: ({ description, inputSchema, ...tool }) => ({
    type: "function",
    function: { name: shownName(tool), description, parameters: copyOf(inputSchema) },
  }),
  "openai-responses": ({ description, inputSchema, ...tool }) => ({
    type: "function",
    name: shownName(tool),
    description,
    parameters: copyOf(inputSchema),
    strict: false,
  }),
  anthropic: ({ description, inputSchema, ...tool }) => ({
    name: shownName(tool),
    description,
    input_schema: objectOf(inputSchema),
  }),
  mcp: ({ description, inputSchema, hints, ...tool }) => ({
    name: shownName(tool),
    description,
    inputSchema: objectOf(inputSchema),
    ...(hints === undefined
      ? {}
      : {
          annotations: {
            title: hints.title,
            readOnlyHint: hints.readOnly,
            destructiveHint: hints.destructive,
            idempotentHint: hints.idempotent,
            openWorldHint: hints.openWorld,
          },
        }),
  }),
  "json-schema": ({ description, inputSchema, ...tool }) => ({
    title: shownName(tool),
    description,
    ...copyOf(inputSchema),
  }),
};

/** A tool in the format of a provider. */
export const renderSchema = <F extends SchemaFormat>(tool: Tool, format: F): SchemasOf[F] => RENDER[format](tool);

/** A copy, because a provider's SDK may change it. */
const copyOf = (schema: Tool["inputSchema"]): Parameters => structuredClone({ ...jsonSchemaOf(schema) });

const objectOf = (schema: Tool["inputSchema"]): Parameters & { readonly type: "object" } => ({
  ...copyOf(schema),
  type: "object",
});
