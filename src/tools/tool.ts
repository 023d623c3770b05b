import type { LiveChunk } from "../core/output/transcript.ts";
import type { Approver } from "../core/permission/approver.ts";
import type { ToolInputSchema } from "./schema/schema.ts";

/** What kinds of tools there are; an embedder's own tool may name another. */
export const ToolCategory = { Execution: "execution", Other: "other" } as const;

/** What a caller says about one call; nothing of it comes from the model. */
export type ExecutionContext = {
  /** Where the call starts. */
  readonly workingDir: string;
  /** Judge and tell, run nothing. */
  readonly dryRun?: boolean | undefined;
  readonly sessionId?: string | undefined;
  /** Whose call it is, where one host serves several clients: what belongs to another scope does not exist for it. No slash in it. */
  readonly scope?: string | undefined;
  /** Aborting it ends the command with everything it started. */
  readonly signal?: AbortSignal | undefined;
  /** Who answers a question of this call; the toolkit's approver if not given. */
  readonly approver?: Approver | undefined;
  /** Text as it is printed. */
  readonly onOutput?: ((chunk: LiveChunk) => void) | undefined;
  readonly merge?: boolean | undefined;
  readonly raw?: boolean | undefined;
  readonly onTimeout?: "kill" | "background" | undefined;
  /** The caller's patience: a command still running then becomes a background shell, and a wait for one is over. */
  readonly backgroundAfterMs?: number | undefined;
  /** Also gives stdout, stderr and what is said besides them (`notice`) each by itself, in the metadata. */
  readonly streams?: { readonly maxChars?: number | undefined } | undefined;
};

/** What a result tells a program: the keys our tools use, and whatever another tool adds. */
export type ToolMetadata = {
  readonly [key: string]: unknown;
  readonly exit_code?: number | null;
  readonly bash_id?: string;
  readonly truncated?: boolean;
  /** Only where nothing ran that could have succeeded; a command that ran and failed has none. */
  readonly error_kind?: ErrorKind;
};

/** Why a call came to nothing. */
export type ErrorKind = "blocked" | "invalid-input" | "unknown-tool" | "unknown-shell" | "fault";

/** What a tool answers. `output` is for the model; so is `error`, when there is one. */
export type ToolResult = {
  readonly success: boolean;
  readonly output: string;
  readonly error?: string;
  readonly metadata: ToolMetadata;
};

/** A call that did what was asked. */
export const ok = (output: string, metadata: ToolMetadata = {}): ToolResult => ({ success: true, output, metadata });

/** A call that did not. `output` is what there is to show all the same. */
export const fail = (error: string, metadata: ToolMetadata = {}, output = ""): ToolResult => ({
  success: false,
  output,
  error,
  metadata,
});

/** The two ways to make a result. */
export const ToolResult: { readonly ok: typeof ok; readonly fail: typeof fail } = { ok, fail };

/** What a client may assume of a tool: hints, never promises. */
export type ToolHints = {
  readonly title: string;
  readonly readOnly: boolean;
  readonly destructive: boolean;
  readonly idempotent: boolean;
  readonly openWorld: boolean;
};

/** Something a model may ask for. The executor parses the input before `execute` sees it. */
export interface Tool<Input = unknown> {
  readonly name: string;
  readonly description: string;
  readonly category: string;
  readonly inputSchema: ToolInputSchema<Input>;
  readonly hints?: ToolHints;
  execute(input: Input, context: ExecutionContext): Promise<ToolResult> | ToolResult;
}
