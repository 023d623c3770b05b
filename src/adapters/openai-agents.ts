/**
 * The toolkit for OpenAI's Agents SDK (`@openai/agents`): function tools, and a local `Shell` for its `shellTool`.
 *
 * Responsibilities: translates the SDK's calls to those of the Responses API, which `openai.ts` answers, and back.
 * Does not: import the SDK (its types are matched structurally), judge.
 */
import { isRecord } from "../tools/schema/input-schema.ts";
import type { CallOptions, Toolkit } from "../tools/toolkit.ts";
import type { CallDefaults } from "./live-call.ts";
import { type OpenAIToolsOptions, openaiTools, runOpenAIToolCall } from "./openai.ts";
import type { ShellOutput } from "./openai-shell.ts";

/** A function tool as `new Agent({ tools })` takes it. */
export type OpenAIAgentsTool = {
  type: "function";
  name: string;
  description: string;
  parameters: OpenAIAgentsSchema;
  strict: boolean;
  invoke: (context: unknown, input: string, details?: { readonly signal?: AbortSignal | undefined }) => Promise<string>;
  /** The policy and the toolkit's approver decide, not the SDK. */
  needsApproval: () => Promise<boolean>;
  isEnabled: () => Promise<boolean>;
};

/** A schema with what the SDK's type demands of each. */
export type OpenAIAgentsSchema = {
  type: "object";
  properties: { [name: string]: { [keyword: string]: unknown } };
  required: string[];
  additionalProperties: boolean;
};

/** The toolkit's tools for an agent. Aborting the run ends them. */
export function openaiAgentsTools(
  kit: Toolkit,
  { strict = false, ...defaults }: CallDefaults & OpenAIToolsOptions = {},
): OpenAIAgentsTool[] {
  return openaiTools(kit, { strict }).map((told) => ({
    ...told,
    parameters: schemaOf(told.parameters),
    invoke: async (_context, input, details) => {
      const call = { type: "function_call", call_id: "", name: told.name, arguments: input } as const;
      return (await runOpenAIToolCall(kit, call, { ...defaults, signal: details?.signal })).output;
    },
    needsApproval: async () => false,
    isEnabled: async () => true,
  }));
}

/** What the SDK's `shellTool({ shell })` runs its calls on. */
export type OpenAIAgentsShell = {
  run: (action: {
    readonly commands: readonly string[];
    readonly timeoutMs?: number | undefined;
    readonly maxOutputLength?: number | undefined;
  }) => Promise<{ output: OpenAIAgentsShellOutput[]; maxOutputLength?: number }>;
};

export type OpenAIAgentsShellOutput = {
  stdout: string;
  stderr: string;
  outcome: { type: "exit"; exitCode: number } | { type: "timeout" };
};

/** A local shell for `shellTool`. The SDK hands no signal to a shell: one that is to end its commands is given here. */
export function openaiAgentsShell(kit: Toolkit, options: CallOptions = {}): OpenAIAgentsShell {
  return {
    run: async ({ commands, timeoutMs, maxOutputLength }) => {
      const action = { commands, timeout_ms: timeoutMs, max_output_length: maxOutputLength };
      const { output } = await runOpenAIToolCall(kit, { type: "shell_call", call_id: "", action }, options);
      return { output: output.map(camelCased), ...(maxOutputLength === undefined ? {} : { maxOutputLength }) };
    },
  };
}

const camelCased = ({ outcome, ...streams }: ShellOutput): OpenAIAgentsShellOutput => ({
  ...streams,
  outcome: outcome.type === "exit" ? { type: "exit", exitCode: outcome.exit_code } : outcome,
});

/** The same schema with every part that the SDK's type demands; where one is missing, it is what its absence means. */
function schemaOf(schema: Readonly<Record<string, unknown>>): OpenAIAgentsSchema {
  const { properties, required, additionalProperties } = schema;
  return {
    ...schema,
    type: "object",
    properties: Object.fromEntries(Object.entries(properties ?? {}).filter(isSchema)),
    required: Array.isArray(required) ? required.filter((name) => typeof name === "string") : [],
    // The type knows no schema here; the executor checks the input against the tool's own.
    additionalProperties: additionalProperties !== false,
  };
}

const isSchema = (entry: [string, unknown]): entry is [string, Record<string, unknown>] => isRecord(entry[1]);
