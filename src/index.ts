/** The public surface of nacre, every name written out. */
export { FAULTS, Fault, type FaultCode, isFault } from "./core/base/fault.ts";
export { DEFAULT_LIMITS, type LimitName, type Limits } from "./core/base/limits.ts";
export type { Cursor, LiveChunk, Reading, ReadOptions } from "./core/output/transcript.ts";
export type { Answer, Approver, Question, QuestionView, RefusedBy, WiderForm } from "./core/permission/approver.ts";
export type { Questions } from "./core/permission/questions.ts";
export { judge, type Mode, type Where } from "./core/policy/judge.ts";
export type { Decision, Finding, Part, Verdict } from "./core/policy/verdict.ts";
export type { EnvironmentPolicy } from "./core/process/environment.ts";
export type { Containment, NetworkAccess, SandboxRequest } from "./core/sandbox/sandbox.ts";
export type { KillReport } from "./core/shell/background/shell-backing.ts";
export { ShellProcess } from "./core/shell/background/shell-process.ts";
export { SHELL_STATUSES, ShellStatus } from "./core/shell/background/shell-status.ts";
export type { ShellEvent } from "./core/shell/shell-event.ts";
export { ShellManager } from "./core/shell/shell-manager.ts";
export type { ShellManagerOptions } from "./core/shell/shell-manager-options.ts";
export type { Change } from "./core/try/change.ts";
export type { Conflict } from "./core/try/keep/find-conflicts.ts";
export type { Kept } from "./core/try/keep/keep-try.ts";
export { ToolExecutor } from "./tools/executor.ts";
export type { MachineKind, MachineOptions, SlurmProfile } from "./tools/machines/machine-options.ts";
export { registerExecutionTools } from "./tools/register.ts";
export { ToolRegistry } from "./tools/registry.ts";
export type { InputSchema, JsonSchema, StandardSchema, ToolInputSchema } from "./tools/schema/schema.ts";
export {
  type AnthropicTool,
  type McpTool,
  type NamedJsonSchema,
  type OpenAiResponsesTool,
  type OpenAiTool,
  SCHEMA_FORMATS,
  type SchemaFormat,
  type SchemasOf,
} from "./tools/schema/schema-formats.ts";
export {
  type ErrorKind,
  type ExecutionContext,
  fail,
  ok,
  type Tool,
  ToolCategory,
  type ToolHints,
  type ToolMetadata,
  ToolResult,
} from "./tools/tool.ts";
export type { ToolEvent, ToolkitEvent } from "./tools/tool-event.ts";
export { type CallOptions, createToolkit, type Toolkit } from "./tools/toolkit.ts";
export type { PolicyOptions, RedactOptions, Rule, RuleLists, ToolkitOptions } from "./tools/toolkit-options.ts";
export type { TryOptions, TryRun } from "./tools/trying/run-try.ts";
export type { Tried } from "./tools/trying/trying.ts";
export { WORDS, type Words } from "./tools/words.ts";
