/**
 * The toolkit for Anthropic's Messages API: tools, and the API's own `bash_20250124`.
 *
 * Responsibilities: describes the tools, runs one `tool_use`, answers with its `tool_result`.
 * Does not: import the SDK (its types are matched structurally), send requests, judge.
 */

import { restartSession } from "../tools/restart-session.ts";
import { isRecord } from "../tools/schema/input-schema.ts";
import type { ToolResult } from "../tools/tool.ts";
import type { CallOptions, Toolkit } from "../tools/toolkit.ts";
import type { CallDefaults } from "./live-call.ts";

/** What the SDK's tool runner needs beside the definition. Requests carry none of it: functions are not JSON. */
export type AnthropicRunnable = {
  readonly run: (input: unknown, context?: { readonly signal?: AbortSignal | null | undefined }) => Promise<string>;
  readonly parse: (input: unknown) => unknown;
};

/** A tool for `messages.create` and for `beta.messages.toolRunner`. */
export type AnthropicTool = AnthropicRunnable & {
  name: string;
  description: string;
  input_schema: { type: "object"; [keyword: string]: unknown };
};

/** The API's own bash, run here. */
export type AnthropicBash = AnthropicRunnable & { type: "bash_20250124"; name: "bash" };

/** The toolkit's tools. */
export function anthropicTools(kit: Toolkit, defaults: CallDefaults = {}): AnthropicTool[] {
  return kit.schemas("anthropic").map((told) => ({ ...told, ...runnable(kit, told.name, defaults) }));
}

/** The tool `bash_20250124`: a model that was trained on it needs no description. `restart` gives it a fresh session. */
export function anthropicBash(kit: Toolkit, defaults: CallDefaults = {}): AnthropicBash {
  return { type: "bash_20250124", name: BASH, ...runnable(kit, BASH, defaults) };
}

/** A `tool_use` block of a message. */
export type ToolUse = {
  readonly type: "tool_use";
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
};

export type AnthropicToolResult = { type: "tool_result"; tool_use_id: string; content: string; is_error?: true };

/** Runs the call of a model and returns the block to send back. Never rejects for what a model can cause. */
export async function runAnthropicToolUse(
  kit: Toolkit,
  { id, name, input }: ToolUse,
  options: CallOptions = {},
): Promise<AnthropicToolResult> {
  const result = await resultOf(kit, { name, input }, options);
  return {
    type: "tool_result",
    tool_use_id: id,
    content: result.error ?? result.output,
    ...(isError(result) ? { is_error: true } : {}),
  };
}

const BASH = "bash";

function runnable(kit: Toolkit, name: string, defaults: CallDefaults): AnthropicRunnable {
  return {
    parse: (input) => input,
    run: async (input, context) => {
      const result = await resultOf(kit, { name, input }, { ...defaults, signal: context?.signal ?? undefined });
      const text = result.error ?? result.output;
      // Throwing is the only way to report an error to the runner; it puts the message into the tool_result.
      if (isError(result)) throw new Error(text);
      return text;
    },
  };
}

/** A command that ran and failed is data; only a call that came to nothing is an error. */
const isError = ({ metadata }: ToolResult): boolean => metadata.error_kind !== undefined;

/** Runs the API's own bash as the Bash tool, with `restart` as a fresh session, unless the embedder has registered a tool of that name. */
async function resultOf(
  kit: Toolkit,
  { name, input }: Pick<ToolUse, "name" | "input">,
  options: CallOptions,
): Promise<ToolResult> {
  if (name !== BASH || kit.registry.has(BASH)) return kit.call(name, input, options);
  if (!isRecord(input) || typeof (input["restart"] ?? false) !== "boolean") return kit.call("Bash", input, options);
  const { restart, ...rest } = input;
  return restart === true ? restartSession(kit, options) : kit.call("Bash", rest, options);
}
