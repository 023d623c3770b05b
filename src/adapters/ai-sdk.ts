/**
 * The toolkit as tools of the AI SDK (`ai` 6 and 7).
 *
 * Responsibilities: names the tools, passes each call on, converts the result to the SDK's type.
 * Does not: import the SDK (its types are matched structurally), check input (the executor does, with better messages), judge.
 */
import type { ToolResult } from "../tools/tool.ts";
import type { Toolkit } from "../tools/toolkit.ts";
import { type CallDefaults, callLive, type LiveCall, type Running } from "./live-call.ts";

/** What `execute` yields: preliminary results with the end of the output, and at last the tool's result. */
export type AiToolOutput = Running | ({ readonly kind: "ended" } & ToolResult);

/** A tool as `generateText`, `streamText` and agents take it. */
export type AiTool = {
  readonly description: string;
  readonly inputSchema: AiInputSchema;
  readonly execute: (
    input: unknown,
    options: { readonly abortSignal?: AbortSignal | undefined },
  ) => AsyncGenerator<AiToolOutput, void>;
  readonly toModelOutput: (options: { readonly output: AiToolOutput }) => AiModelOutput;
};

/** What the model reads of an output. */
export type AiModelOutput = { type: "text" | "error-text"; value: string };

/** Standard Schema with its JSON Schema extension (https://standardschema.dev): the schema both majors take as plain data. */
export type AiInputSchema = {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "nacre";
    readonly validate: (value: unknown) => { readonly value: unknown };
    readonly jsonSchema: {
      readonly input: () => Record<string, unknown>;
      readonly output: () => Record<string, unknown>;
    };
  };
};

/** The toolkit's tools by name. Output is streamed while a tool runs, and aborting the generation ends it. */
export function aiTools(kit: Toolkit, defaults: CallDefaults = {}): Record<string, AiTool> {
  const entries = kit.schemas("mcp").map(({ name, description, inputSchema }): [string, AiTool] => [
    name,
    {
      description,
      inputSchema: schemaOf(inputSchema),
      execute: (input, { abortSignal: signal }) => outputsOf(kit, { name, input, signal, defaults }),
      toModelOutput: ({ output }) => modelOutputOf(output),
    },
  ]);
  return Object.fromEntries(entries);
}

async function* outputsOf(kit: Toolkit, call: LiveCall): AsyncGenerator<AiToolOutput, void> {
  const result = yield* callLive(kit, call);
  yield { kind: "ended", ...result };
}

/** A command that ran and failed is data; only a call that came to nothing is an error. */
function modelOutputOf(output: AiToolOutput): AiModelOutput {
  if (output.kind === "running") return { type: "text", value: output.output };
  const value = output.error ?? output.output;
  return { type: output.metadata.error_kind === undefined ? "text" : "error-text", value };
}

/** Accepts every input: the executor refuses a wrong one, and names the field, the value and what is allowed. */
function schemaOf(json: Readonly<Record<string, unknown>>): AiInputSchema {
  const copy = (): Record<string, unknown> => structuredClone({ ...json });
  return {
    "~standard": {
      version: 1,
      vendor: "nacre",
      validate: (value) => ({ value }),
      jsonSchema: { input: copy, output: copy },
    },
  };
}
