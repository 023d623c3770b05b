import type { Readable } from "node:stream";
import type { FaultCode } from "../core/base/fault.ts";
import type { LiveBytes, LiveChunk } from "../core/output/transcript.ts";
import type { Approver } from "../core/permission/approver.ts";
import type { ShellProcess } from "../core/shell/background/shell-process.ts";
import type { ToolInputSchema } from "./schema/schema.ts";

/** Categories of tools; an embedder's own tool may name another. */
export const ToolCategory = { Execution: "execution", Other: "other" } as const;

/** A terminal that the caller has: its command gets one of this size, which `began` connects with it. */
export type GivenTerminal = {
  readonly cols: number;
  readonly rows: number;
  readonly term?: string;
  readonly began: (shell: ShellProcess) => void;
};

/** What a caller says about one call; nothing of it comes from the model. */
export type ExecutionContext = {
  /** The directory where the call starts. */
  readonly workingDir: string;
  /** Judge the command and report the verdict, without running it. */
  readonly dryRun?: boolean | undefined;
  readonly sessionId?: string | undefined;
  /** The client that calls, where one host serves several: sessions and shells of other scopes do not exist for it. It has no slash. */
  readonly scope?: string | undefined;
  /** Whether each session of this scope is a client's own: then each has a worker of its own on another machine. */
  readonly isClientsOwn?: boolean | undefined;
  /** The profile that a worker gets which this call starts, in place of the toolkit's; one that runs stays as it is. */
  readonly profile?: string | undefined;
  /** Aborting it ends the command with everything it started. */
  readonly signal?: AbortSignal | undefined;
  /** Answers the questions of this call; the toolkit's approver if not given. */
  readonly approver?: Approver | undefined;
  /** Whether the call waits for an answer as long as its question lives: where no later call could fetch the answer. */
  readonly waitsForAnswer?: boolean | undefined;
  /** The question that an earlier call put and this one has the answer to, by its id. */
  readonly question?: string | undefined;
  /** What a command reads on its standard input, where its input has no `stdin`; the policy takes it for unknown. */
  readonly stdin?: Readable | undefined;
  /** The caller's own terminal: a command in the foreground runs on it, to its end. */
  readonly terminal?: GivenTerminal | undefined;
  /** Text as it is printed. */
  readonly onOutput?: ((chunk: LiveChunk) => void) | undefined;
  /** Bytes as they are printed: secrets are redacted, nothing else is changed. */
  readonly onBytes?: ((chunk: LiveBytes) => void) | undefined;
  /** What the call waits for, when a wait begins; undefined when it ends and the call goes on. */
  readonly onWait?: ((what: string | undefined) => void) | undefined;
  readonly merge?: boolean | undefined;
  readonly raw?: boolean | undefined;
  readonly onTimeout?: "kill" | "background" | undefined;
  /** How long the caller waits: then nacre hands a running command over to a background shell, and ends a wait for a shell. */
  readonly backgroundAfterMs?: number | undefined;
  /** What the client of this call shows a model of one result, where the operator has set no `visibleChars`. */
  readonly visible?: Partial<Record<"chars" | "lines" | "bytes", number | undefined>> | undefined;
  /** Also gives stdout, stderr and the other sentences (`notice`) separately, in the metadata. */
  readonly streams?: { readonly maxChars?: number | undefined } | undefined;
};

/** What a result tells a program: the keys of nacre's tools, and those that other tools add. */
export type ToolMetadata = {
  readonly [key: string]: unknown;
  readonly exit_code?: number | null;
  readonly bash_id?: string;
  readonly truncated?: boolean;
  /** Only for a call that came to nothing; a command that ran and failed has none. */
  readonly error_kind?: ErrorKind;
};

/** Why a call came to nothing. */
export type ErrorKind = "blocked" | "invalid-input" | "unknown-tool" | "unknown-shell" | "fault";

/** The metadata of a call that came to nothing through no fault of its input: every such result has its code. */
export const faultFacts = (fault: FaultCode): { readonly error_kind: "fault"; readonly fault: FaultCode } => ({
  error_kind: "fault",
  fault,
});

/** What a tool answers. `output` is for the model; so is `error`, when there is one. */
export type ToolResult = {
  readonly success: boolean;
  readonly output: string;
  readonly error?: string;
  readonly metadata: ToolMetadata;
};

/** The result of a call that succeeded. */
export const ok = (output: string, metadata: ToolMetadata = {}): ToolResult => ({ success: true, output, metadata });

/** The result of a call that failed. `output` is what it printed. */
export const fail = (error: string, metadata: ToolMetadata = {}, output = ""): ToolResult => ({
  success: false,
  output,
  error,
  metadata,
});

/** The two ways to make a result. */
export const ToolResult: { readonly ok: typeof ok; readonly fail: typeof fail } = { ok, fail };

/** The name of a tool for models. */
export const shownName = ({ name, shownAs }: Pick<Tool, "name" | "shownAs">): string => shownAs ?? name;

/** What a client may assume of a tool: hints, never promises. */
export type ToolHints = {
  readonly title: string;
  readonly readOnly: boolean;
  readonly destructive: boolean;
  readonly idempotent: boolean;
  readonly openWorld: boolean;
};

/** A tool that a model may call. The executor parses the input before `execute` gets it. */
export interface Tool<Input = unknown> {
  readonly name: string;
  /** The name that models see and call it by, where it is another. */
  readonly shownAs?: string;
  readonly description: string;
  readonly category: string;
  readonly inputSchema: ToolInputSchema<Input>;
  readonly hints?: ToolHints;
  /** Takes known secrets out of a text. The executor redacts every string of every result of the registry with it. */
  readonly redact?: (text: string) => string;
  execute(input: Input, context: ExecutionContext): Promise<ToolResult> | ToolResult;
}
