import type { CallToolResult } from "@modelcontextprotocol/server";
import type { ToolResult } from "../tools/tool.ts";

const text = { type: "string" } as const;
const flag = { type: "boolean" } as const;
const count = { type: "integer" } as const;
// Not told as a union: clients flatten or refuse those.
const countOrNull = { description: "an integer or null" } as const;
const textOrNull = { description: "a text or null" } as const;
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
 * A result in MCP's shape: the text a model reads, and the whole as data only for a client that wants it, because many
 * clients hand a model the data in place of the text. A command that ran and failed is no error; only what came to
 * nothing is.
 */
export function toolCallResult(
  result: ToolResult,
  { structured = false }: { readonly structured?: boolean } = {},
): CallToolResult {
  const { output, error, metadata } = result;
  return {
    content: [{ type: "text", text: error ?? output }],
    ...(structured ? { structuredContent: dataOf(result) } : {}),
    ...(metadata.error_kind === undefined ? {} : { isError: true }),
  };
}

function dataOf({ success, output, error, metadata }: ToolResult): Record<string, unknown> {
  return plain({ ...metadata, success, output, error: sentenceOf(error, output) });
}

/** The sentence of an error without the output that follows it: as data, `output` has it. */
function sentenceOf(error: string | undefined, output: string): string | undefined {
  if (error === undefined || output === "") return error;
  const at = `\n${error}`.indexOf(`\n${output}`);
  return at === -1 ? error : error.slice(0, at).trimEnd() || undefined;
}

/** The same result with one more line at the end of its text. */
export const withLastLine = (result: CallToolResult, line: string | undefined): CallToolResult =>
  line === undefined
    ? result
    : {
        ...result,
        content: result.content.map((part) =>
          part.type === "text" ? { ...part, text: below(part.text, line) } : part,
        ),
      };

const below = (text: string, line: string): string =>
  text === "" || text.endsWith("\n") ? text + line : `${text}\n${line}`;

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
