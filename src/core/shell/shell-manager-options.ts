import type { Readable } from "node:stream";
import type { SessionId } from "../base/ids.ts";
import type { Limits } from "../base/limits.ts";
import type { Redactor } from "../output/redact/redact.ts";
import type { EnvironmentPolicy } from "../process/environment.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { ShellEvent } from "./shell-event.ts";

/** The options of a manager. Each has a default. */
export type ShellManagerOptions = {
  readonly stateDir?: string;
  readonly limits?: Partial<Limits>;
  readonly environment?: EnvironmentPolicy;
  /** Whether PATH and similar variables come from the user's login shell, asked once. True by default. */
  readonly loginShell?: boolean;
  readonly bash?: string;
  /** Built when the first shell needs it. */
  readonly sandbox?: () => Promise<Sandbox>;
  readonly redactor?: Redactor | "none";
  readonly onEvent?: (event: ShellEvent) => void;
};

/** The description of a background shell, the session that asks for it, and where it starts. */
export type ShellRequest = {
  readonly sessionId?: SessionId;
  readonly description?: string;
  readonly workingDir: string;
  /** What the command reads on its standard input; nothing by default. */
  readonly stdin?: Readable | undefined;
};
