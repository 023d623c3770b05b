import { isFault } from "../core/base/fault.ts";
import { isRecord } from "../core/base/is-record.ts";
import { shown } from "../core/base/show-value.ts";
import { isSystemError, messageOf } from "../core/base/system-error.ts";
import { systemFault } from "../core/base/system-fault.ts";
import { redactStrings } from "../core/output/redact/redact-strings.ts";
import { resolveInput, resolveToolName } from "./aliases.ts";
import type { ToolRegistry } from "./registry.ts";
import { parseInput } from "./schema/schema.ts";
import {
  type ErrorKind,
  type ExecutionContext,
  fail,
  faultFacts,
  shownName,
  type Tool,
  type ToolResult,
} from "./tool.ts";

/**
 * Finds the tool, parses the input, runs it, and redacts the result: no string leaves by another way. Every error becomes
 * a failed result: this is the only catch-all of nacre.
 */
export class ToolExecutor {
  readonly #registry: ToolRegistry;

  constructor(registry: ToolRegistry) {
    this.#registry = registry;
  }

  async execute(name: string, context: ExecutionContext, input: unknown): Promise<ToolResult> {
    const result = await this.#answer(name, context, input);
    const redact = this.#registry.list().find((tool) => tool.redact !== undefined)?.redact;
    return redact === undefined ? result : redactStrings(result, redact);
  }

  async #answer(name: string, context: ExecutionContext, input: unknown): Promise<ToolResult> {
    const tool = this.#registry.get(name) ?? this.#registry.get(resolveToolName(name));
    if (tool === undefined) {
      return refusal("unknown-tool", `Unknown tool: ${shown(name)}; there are ${this.#registry.names().join(", ")}`);
    }
    try {
      const resolved = resolveInput(tool.name, name, input);
      if (resolved.kind === "disagreement") return invalid(tool, [resolved.problem]);
      const parsed = await parseInput(tool.inputSchema, resolved.input);
      if (parsed.kind === "invalid") return invalid(tool, [...parsed.problems, ...textProblems(resolved.input)]);
      return resultOf(tool, await tool.execute(parsed.value, context));
    } catch (error) {
      return broken(tool, error);
    }
  }
}

const invalid = (tool: Tool, problems: readonly string[]): ToolResult =>
  refusal("invalid-input", `Invalid input for ${shownName(tool)}: ${problems.join("; ")}`);

/** Why a text that came in place of an object is none: models break JSON off, or wrap it twice. */
function textProblems(input: unknown): readonly string[] {
  if (typeof input !== "string") return [];
  try {
    return isRecord(JSON.parse(input)) ? ["the text holds JSON; give the object itself"] : [];
  } catch (error) {
    return [`the text is no JSON (${messageOf(error)})`];
  }
}

const refusal = (kind: Exclude<ErrorKind, "fault">, sentence: string): ToolResult =>
  fail(sentence, { error_kind: kind });

/** A tool of an embedder may return any value. */
function resultOf(tool: Tool, result: unknown): ToolResult {
  if (isResult(result)) return result;
  return fail(`${shownName(tool)} answered ${shown(result)}, which is not a ToolResult`, faultFacts("TOOL_FAILED"));
}

const isResult = (value: unknown): value is ToolResult =>
  isRecord(value) &&
  typeof value["success"] === "boolean" &&
  typeof value["output"] === "string" &&
  isRecord(value["metadata"]);

function broken(tool: Tool, error: unknown): ToolResult {
  const fault = isFault(error) || isSystemError(error) ? systemFault(error) : undefined;
  return fail(`${shownName(tool)} failed: ${messageOf(fault ?? error)}`, faultFacts(fault?.code ?? "TOOL_FAILED"));
}
