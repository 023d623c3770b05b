import type { CallToolResult } from "@modelcontextprotocol/server";
import type { ToolResult } from "../tools/tool.ts";

const text = { type: "string" } as const;
const flag = { type: "boolean" } as const;
const count = { type: "integer" } as const;
const countOrNull = { type: ["integer", "null"] } as const;
const textOrNull = { type: ["string", "null"] } as const;
const list = { type: "array" } as const;

type ResultSchema = { readonly type: "object"; readonly [keyword: string]: unknown };

/** What `structuredContent` is, for every tool: the result with its metadata beside it. An embedder's tool may add fields. */
export const RESULT_SCHEMA: ResultSchema = {
  type: "object",
  properties: {
    success: flag,
    output: text,
    error: text,
    error_kind: text,
    exit_code: countOrNull,
    signal: text,
    duration_ms: countOrNull,
    timed_out: flag,
    cancelled: flag,
    truncated: flag,
    output_path: text,
    command: text,
    description: textOrNull,
    cwd: text,
    session_id: text,
    containment: text,
    decision: text,
    findings: list,
    bash_id: text,
    shell_id: text,
    status: text,
    is_running: flag,
    next_cursor: text,
    dropped: count,
    shells: list,
    count,
  },
  required: ["success", "output"],
  additionalProperties: true,
};

/**
 * A result in MCP's shape: what a model reads as text, the whole as data. A command that ran and failed is data; only
 * what came to nothing is an error.
 */
export function toolCallResult({ success, output, error, metadata }: ToolResult): CallToolResult {
  const facts = { success, output, ...(error === undefined ? {} : { error }) };
  return {
    content: [{ type: "text", text: error ?? output }],
    structuredContent: plain({ ...facts, ...metadata, ...facts }),
    ...(metadata.error_kind === undefined ? {} : { isError: true }),
  };
}

/** Only what JSON can hold: an embedder's tool may put any value into its metadata. */
function plain(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept = Object.entries(value).filter(([, part]) => isJson(part));
  return Object.fromEntries(kept);
}

function isJson(value: unknown): boolean {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return true;
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    return false; // a bigint, or an object that holds itself
  }
}
