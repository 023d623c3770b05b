import { commandText } from "../tools/argument-list.ts";
import { joined } from "../tools/bash/render-outcome.ts";
import { isRecord } from "../tools/schema/input-schema.ts";
import { fail, type ToolResult } from "../tools/tool.ts";
import type { CallOptions, Toolkit } from "../tools/toolkit.ts";

/** A `shell_call` item: commands that are run one after another. */
export type ShellCall = {
  readonly type: "shell_call";
  readonly call_id: string;
  readonly action: {
    readonly commands: readonly string[];
    readonly timeout_ms?: number | null | undefined;
    readonly max_output_length?: number | null | undefined;
  };
};

export type ShellOutcome = { type: "exit"; exit_code: number } | { type: "timeout" };

/** The result of one command. */
export type ShellOutput = { stdout: string; stderr: string; outcome: ShellOutcome };

export type ShellCallOutput = {
  type: "shell_call_output";
  call_id: string;
  max_output_length: number | null;
  output: ShellOutput[];
};

/** Runs every command in order, in one session, and answers with one entry for each. */
export async function runShellCall(
  kit: Toolkit,
  { call_id, action }: ShellCall,
  options: CallOptions,
): Promise<ShellCallOutput> {
  const { commands, timeout_ms: timeoutMs, max_output_length: maxChars = null } = action ?? {};
  const output: ShellOutput[] = [];
  // The tool itself refuses a command that is missing or no text.
  for (const command of Array.isArray(commands) ? commands : [undefined])
    output.push(await runCommand(kit, { command, timeoutMs, maxChars }, options));
  return { type: "shell_call_output", call_id, max_output_length: maxChars, output };
}

/** A `local_shell_call` item: one program with its arguments. */
export type LocalShellCall = {
  readonly type: "local_shell_call";
  readonly call_id: string;
  readonly action: {
    readonly command: readonly string[];
    readonly env: Readonly<Record<string, string>>;
    readonly timeout_ms?: number | null | undefined;
    readonly working_directory?: string | null | undefined;
    readonly user?: string | null | undefined;
  };
};

/** `output` is JSON: stdout, stderr and outcome as in a `ShellOutput`. */
export type LocalShellCallOutput = { type: "local_shell_call_output"; id: string; output: string };

/** Runs the older form of a shell call: one program, whose variables and directory hold only for it. */
export async function runLocalShellCall(
  kit: Toolkit,
  { call_id, action }: LocalShellCall,
  options: CallOptions,
): Promise<LocalShellCallOutput> {
  const { user, timeout_ms: timeoutMs } = action ?? {};
  const ran =
    typeof user === "string" && user !== ""
      ? outputOf(fail(`Not run: it asks for the user ${user}, and commands run as the user of this host.`, REFUSED))
      : await runCommand(kit, { command: textOf(action ?? {}), timeoutMs, maxChars: null }, options);
  return { type: "local_shell_call_output", id: call_id, output: JSON.stringify(ran) };
}

const REFUSED = { error_kind: "invalid-input" } as const;

type Command = {
  readonly command: unknown;
  readonly timeoutMs: number | null | undefined;
  readonly maxChars: number | null;
};

async function runCommand(
  kit: Toolkit,
  { command, timeoutMs, maxChars }: Command,
  options: CallOptions,
): Promise<ShellOutput> {
  const timeout = typeof timeoutMs === "number" ? { timeout: inRange(kit, timeoutMs) } : {};
  const streams = { maxChars: maxChars ?? undefined };
  return outputOf(await kit.call(SHELL, { command, ...timeout }, { ...options, streams }));
}

/** The tool behind a provider's own shell. */
const SHELL = "Bash";

/** The API has no bounds for a timeout, the tool has: a value outside of them becomes the nearest. */
function inRange(kit: Toolkit, timeoutMs: number): number {
  const told = kit.schemas("json-schema").find(({ title }) => title === SHELL)?.["properties"];
  const { minimum, maximum } = isRecord(told) && isRecord(told["timeout"]) ? told["timeout"] : {};
  return Math.round(Math.min(Math.max(timeoutMs, Number(minimum)), Number(maximum)));
}

/** Exit codes of shells for a command that did not run, and for one that was interrupted. */
const NOT_RUN = 126;
const INTERRUPTED = 130;

function outputOf({ output, error, metadata }: ToolResult): ShellOutput {
  const { stdout, stderr, notice } = metadata;
  const outcome = outcomeOf(metadata);
  if (typeof stdout !== "string" || typeof stderr !== "string" || typeof notice !== "string") {
    return { stdout: "", stderr: error ?? output, outcome };
  }
  return { stdout, stderr: joined([stderr, notice]), outcome };
}

function outcomeOf({ timed_out, exit_code, error_kind }: ToolResult["metadata"]): ShellOutcome {
  if (timed_out === true) return { type: "timeout" };
  return { type: "exit", exit_code: exit_code ?? (error_kind === undefined ? INTERRUPTED : NOT_RUN) };
}

/** The program as command text: each word is quoted, and variables and directory hold only for it. */
function textOf({ command, env, working_directory: directory }: Partial<LocalShellCall["action"]>): string | undefined {
  if (!isWords(command) || command.length === 0) return undefined;
  const settings = Object.entries(env ?? {}).map(([name, value]) => `${name}=${value}`);
  const words = settings.length === 0 ? command : ["env", ...settings, ...command];
  const text = commandText(words);
  return typeof directory === "string" && directory !== ""
    ? `(${commandText(["cd", "--", directory])} && ${text})`
    : text;
}

const isWords = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((word) => typeof word === "string");
