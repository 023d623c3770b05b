/**
 * The toolkit for OpenAI's APIs: function tools for Responses and for chat completions, and Responses' own shell calls.
 *
 * Responsibilities: describes the tools (on request for strict mode), runs one call, answers in the API's format.
 * Does not: import the SDK (its types are matched structurally), send requests, judge.
 */
import type { JsonSchema } from "../tools/schema/input-schema.ts";
import type { CallOptions, Toolkit } from "../tools/toolkit.ts";
import {
  type LocalShellCall,
  type LocalShellCallOutput,
  runLocalShellCall,
  runShellCall,
  type ShellCall,
  type ShellCallOutput,
} from "./openai-shell.ts";
import { strictSchemaOf, withoutNulls } from "./openai-strict.ts";

export type {
  LocalShellCall,
  LocalShellCallOutput,
  ShellCall,
  ShellCallOutput,
  ShellOutcome,
  ShellOutput,
} from "./openai-shell.ts";

/** A function in the format of the Responses API. */
export type OpenAIFunctionTool = {
  type: "function";
  name: string;
  description: string;
  parameters: { [keyword: string]: unknown };
  strict: boolean;
};

/** A function in the format of chat completions. */
export type OpenAIChatTool = { type: "function"; function: Omit<OpenAIFunctionTool, "type"> };

export type OpenAIToolsOptions = {
  /** Strict mode for every tool whose schema it can express; the others keep their schema, with `strict: false`. */
  readonly strict?: boolean;
};

/** Responses' own shell tool, run here: a model calls it with `shell_call` items. */
export const openaiShellTool: { type: "shell"; environment: { type: "local" } } = {
  type: "shell",
  environment: { type: "local" },
};

/** The toolkit's tools for `responses.create`. */
export function openaiTools(kit: Toolkit, { strict = false }: OpenAIToolsOptions = {}): OpenAIFunctionTool[] {
  return kit.schemas("openai-responses").map(({ type, name, description, parameters }) => {
    const rewritten = strict && parameters["type"] === "object" ? strictSchemaOf(parameters) : undefined;
    return { type, name, description, parameters: rewritten ?? parameters, strict: rewritten !== undefined };
  });
}

/** The toolkit's tools for `chat.completions.create`. */
export function openaiChatTools(kit: Toolkit, options: OpenAIToolsOptions = {}): OpenAIChatTool[] {
  return openaiTools(kit, options).map(({ type, ...told }) => ({ type, function: told }));
}

/** A `function_call` item of a response. */
export type FunctionCall = {
  readonly type: "function_call";
  readonly call_id: string;
  readonly name: string;
  readonly arguments: string;
};

export type FunctionCallOutput = { type: "function_call_output"; call_id: string; output: string };

/** A tool call of a chat completion's message. */
export type ChatToolCall = {
  readonly type: "function";
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
};

export type ChatToolMessage = { role: "tool"; tool_call_id: string; content: string };

export type OpenAICall = FunctionCall | ChatToolCall | ShellCall | LocalShellCall;
export type OpenAICallOutput = FunctionCallOutput | ChatToolMessage | ShellCallOutput | LocalShellCallOutput;

/** The type of the answer to a call: an item for an item, a message for a call of a chat. */
export type OpenAIOutputOf<Call extends OpenAICall> = Call extends ShellCall
  ? ShellCallOutput
  : Call extends LocalShellCall
    ? LocalShellCallOutput
    : Call extends FunctionCall
      ? FunctionCallOutput
      : ChatToolMessage;

/** Runs the call of a model and returns the item, or message, to send back. Never rejects for what a model can cause. */
export function runOpenAIToolCall<Call extends OpenAICall>(
  kit: Toolkit,
  call: Call,
  options?: CallOptions,
): Promise<OpenAIOutputOf<Call>>;
export async function runOpenAIToolCall(
  kit: Toolkit,
  call: OpenAICall,
  options: CallOptions = {},
): Promise<OpenAICallOutput> {
  if (call.type === "shell_call") return runShellCall(kit, call, options);
  if (call.type === "local_shell_call") return runLocalShellCall(kit, call, options);
  if (call.type === "function_call") {
    return { type: "function_call_output", call_id: call.call_id, output: await answerTo(kit, call, options) };
  }
  return { role: "tool", tool_call_id: call.id, content: await answerTo(kit, call.function, options) };
}

async function answerTo(
  kit: Toolkit,
  { name, arguments: json }: Pick<FunctionCall, "name" | "arguments">,
  options: CallOptions,
): Promise<string> {
  const { error, output } = await kit.call(name, inputOf(kit, name, json), options);
  return error ?? output;
}

/** No text at all means no arguments. A text that is not JSON goes to the executor as it is, which reports the mistake. */
function inputOf(kit: Toolkit, name: string, json: string): unknown {
  const told: readonly JsonSchema[] = kit.schemas("json-schema").filter(({ title }) => title === name);
  try {
    return withoutNulls(json.trim() === "" ? {} : JSON.parse(json), told);
  } catch {
    return json; // the executor refuses the text and shows it
  }
}
