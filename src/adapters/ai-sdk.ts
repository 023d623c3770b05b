/**
 * The toolkit as tools of the AI SDK (`ai` 6 and 7).
 *
 * Responsibilities: names the tools, passes each call on, converts the result to the SDK's type.
 * Does not: import the SDK (its types are matched structurally), check input (the executor does, with better messages), judge.
 */
import { inspect } from "node:util";
import { isRecord } from "../tools/schema/input-schema.ts";
import type { ToolResult } from "../tools/tool.ts";
import type { Toolkit } from "../tools/toolkit.ts";
import { WORDS } from "../tools/words.ts";
import { type CallDefaults, callLive, type LiveCall, type Running } from "./live-call.ts";

/** What a tool gives: preliminary results with the end of the output, and at last its result. */
export type AiToolOutput = Running | AiToolEnd;
export type AiToolEnd = { readonly kind: "ended" } & ToolResult;

/** A tool as `generateText`, `streamText` and agents take it. */
export type AiTool<Given = AsyncGenerator<AiToolOutput, void>> = {
  readonly description: string;
  readonly inputSchema: AiInputSchema;
  readonly execute: (input: unknown, options: { readonly abortSignal?: AbortSignal | undefined }) => Given;
  /** Takes `{ output }`, as the AI SDK hands it over, or the output itself, and survives any other value. */
  readonly toModelOutput: (given: unknown) => AiModelOutput;
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

/**
 * The toolkit's tools by name. Aborting the generation ends a tool. What it prints is streamed while it runs; with
 * `live: false` a tool gives a plain promise of its result, for hosts that await what `execute` returns.
 */
export function aiTools(
  kit: Toolkit,
  options: CallDefaults & { readonly live: false },
): Record<string, AiTool<Promise<AiToolEnd>>>;
export function aiTools(kit: Toolkit, options?: CallDefaults & { readonly live?: true }): Record<string, AiTool>;
export function aiTools(
  kit: Toolkit,
  { live = true, ...defaults }: CallDefaults & { readonly live?: boolean } = {},
): Record<string, AiTool<AsyncGenerator<AiToolOutput, void> | Promise<AiToolEnd>>> {
  const give = live ? outputsOf : endOf;
  const entries = kit.schemas("mcp").map(
    ({ name, description, inputSchema }) =>
      [
        name,
        {
          description,
          inputSchema: schemaOf(inputSchema),
          execute: (input: unknown, { abortSignal: signal }: { readonly abortSignal?: AbortSignal | undefined }) =>
            give(kit, { name, input, signal, defaults }),
          toModelOutput: modelOutputOf,
        },
      ] as const,
  );
  return Object.fromEntries(entries);
}

async function* outputsOf(kit: Toolkit, call: LiveCall): AsyncGenerator<AiToolOutput, void> {
  const result = yield* callLive(kit, call);
  yield { kind: "ended", ...result };
}

async function endOf(kit: Toolkit, { name, input, signal, defaults }: LiveCall): Promise<AiToolEnd> {
  return { kind: "ended", ...(await kit.call(name, input, { ...defaults, signal })) };
}

/** A command that ran and failed is data; only a call that came to nothing is an error. */
function modelOutputOf(given: unknown): AiModelOutput {
  const output = !isOutput(given) && isRecord(given) && "output" in given ? given["output"] : given;
  if (isOutput(output)) {
    const isError = isRecord(output.metadata) && output.metadata["error_kind"] !== undefined;
    return { type: isError ? "error-text" : "text", value: output.error ?? output.output };
  }
  if (isRecord(output) && Symbol.asyncIterator in output) return { type: "error-text", value: WORDS.streamNotRead() };
  return { type: "text", value: textOf(output) };
}

/** What `modelOutputOf` reads of an output of ours, also after a host has kept it as JSON. */
type KnownOutput = { readonly output: string; readonly error?: string; readonly metadata?: unknown };

const isOutput = (value: unknown): value is KnownOutput =>
  isRecord(value) &&
  (value["kind"] === "running" || value["kind"] === "ended") &&
  typeof value["output"] === "string" &&
  (value["error"] === undefined || typeof value["error"] === "string");

/** Any value as text. */
function textOf(value: unknown): string {
  if (value === undefined) return "";
  if (typeof value === "string") return value;
  try {
    return JSON.stringify(value) ?? inspect(value);
  } catch {
    return inspect(value); // a bigint, or an object that holds itself
  }
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
