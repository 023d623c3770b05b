/** The public surface of nacre, every name written out. */
export { FAULTS, Fault, type FaultCode, isFault } from "./core/base/fault.ts";
export { DEFAULT_LIMITS, type LimitName, type Limits } from "./core/base/limits.ts";
export type { Cursor, LiveChunk, Reading, ReadOptions } from "./core/output/transcript.ts";
export type { Answer, Approver, Question, RefusedBy, WiderForm } from "./core/permission/approver.ts";
export { judge, type Mode, type Where } from "./core/policy/judge.ts";
export type { Decision, Finding, Part, Verdict } from "./core/policy/verdict.ts";
export type { EnvironmentPolicy } from "./core/process/environment.ts";
export type { Containment, NetworkAccess, SandboxRequest } from "./core/sandbox/sandbox.ts";
export { type KillReport, ShellProcess } from "./core/shell/background/shell-process.ts";
export { SHELL_STATUSES, ShellStatus } from "./core/shell/background/shell-status.ts";
export type { ShellEvent } from "./core/shell/shell-event.ts";
export { ShellManager } from "./core/shell/shell-manager.ts";
export type { ShellManagerOptions } from "./core/shell/shell-manager-options.ts";
export { ToolExecutor } from "./tools/executor.ts";
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
export { WORDS, type Words } from "./tools/words.ts";
