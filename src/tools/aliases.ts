import { isRecord } from "../core/base/is-record.ts";
import { shown } from "../core/base/show-value.ts";
import { flatWaitFor } from "./shells/parse-wait-for.ts";

/** Other names that clients and models use for nacre's tools. A call by one is answered; no list shows them. */
const TOOL_ALIASES: Readonly<Record<string, string>> = {
  KillBash: "KillShell",
  TaskOutput: "BashOutput",
  TaskStop: "KillShell",
  TaskInput: "BashInput",
  write_stdin: "BashInput",
};

/** The field with which each tool names a shell, and its other names. */
const ID_FIELDS: Readonly<Record<string, string>> = {
  BashOutput: "bash_id",
  BashInput: "bash_id",
  KillShell: "shell_id",
};
const ID_NAMES = ["bash_id", "shell_id", "task_id", "shellId"] as const;

/** Fields whose schema is a text, and what makes a text of the values that they took before or that models write. */
const FLAT_FIELDS: Readonly<Record<string, Readonly<Record<string, (value: unknown) => unknown>>>> = {
  BashOutput: { wait_for: flatWaitFor, since: (value) => (value === 0 ? "0" : value) },
  BashInput: { wait_for: flatWaitFor, keys: (value) => (typeof value === "string" ? [value] : value) },
};

/** The name a tool is registered under. */
export const resolveToolName = (name: string): string =>
  Object.hasOwn(TOOL_ALIASES, name) ? (TOOL_ALIASES[name] ?? name) : name;

export type ResolvedInput =
  | { readonly kind: "resolved"; readonly input: unknown }
  | { readonly kind: "disagreement"; readonly problem: string };

/** The input with nacre's field names and forms. `calledAs` is the name that the model used; some fields depend on it. */
export function resolveInput(tool: string, calledAs: string, input: unknown): ResolvedInput {
  const field = Object.hasOwn(ID_FIELDS, tool) ? ID_FIELDS[tool] : undefined;
  if (field === undefined || !isRecord(input)) return { kind: "resolved", input };
  const resolved = withOneId(input, field);
  if (resolved.kind === "disagreement") return resolved;
  const named = calledAs === "TaskOutput" ? fromTaskOutput(resolved.input) : resolved.input;
  return { kind: "resolved", input: flattened(tool, named) };
}

type Fields = Readonly<Record<string, unknown>>;

function withOneId(
  input: Fields,
  field: string,
): { readonly kind: "resolved"; readonly input: Fields } | Extract<ResolvedInput, { kind: "disagreement" }> {
  const given = ID_NAMES.filter((name) => Object.hasOwn(input, name) && input[name] !== undefined);
  const [first, ...others] = given;
  if (first === undefined) return { kind: "resolved", input };
  if (others.some((name) => input[name] !== input[first])) {
    const values = given.map((name) => `${name} is ${shown(input[name])}`).join(" and ");
    return {
      kind: "disagreement",
      problem: `${values}; they mean the same shell and must be equal, so give one of them`,
    };
  }
  const rest = Object.entries(input).filter(([name]) => !ID_NAMES.some((known) => known === name));
  return { kind: "resolved", input: { [field]: input[first], ...Object.fromEntries(rest) } };
}

function flattened(tool: string, input: Fields): Fields {
  const given = Object.entries(FLAT_FIELDS[tool] ?? {}).filter(([name]) => Object.hasOwn(input, name));
  return { ...input, ...Object.fromEntries(given.map(([name, flat]) => [name, flat(input[name])])) };
}

const TASK_OUTPUT_WAIT_MS = 30_000;

/** TaskOutput waits for the end with `block` and `timeout`; here that is `wait_for` and `wait_ms`. */
function fromTaskOutput(input: Fields): Fields {
  const { block, timeout, ...rest } = input;
  if (block === undefined && timeout === undefined) return input;
  if (typeof (block ?? true) !== "boolean") return input;
  return block === false ? rest : { wait_for: "exit", wait_ms: timeout ?? TASK_OUTPUT_WAIT_MS, ...rest };
}
