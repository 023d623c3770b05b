import type { SessionId } from "../base/ids.ts";
import type { Limits } from "../base/limits.ts";
import type { Redactor } from "../output/redact/redact.ts";
import type { EnvironmentPolicy } from "../process/environment.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { ShellEvent } from "./shell-event.ts";

/** What a manager is made with. Everything has a default. */
export type ShellManagerOptions = {
  readonly stateDir?: string;
  readonly limits?: Partial<Limits>;
  readonly environment?: EnvironmentPolicy;
  /** Take PATH and its like from the user's login shell, asked once. On unless said otherwise. */
  readonly loginShell?: boolean;
  readonly bash?: string;
  /** Built when the first shell needs it. */
  readonly sandbox?: () => Promise<Sandbox>;
  readonly redactor?: Redactor | "none";
  readonly onEvent?: (event: ShellEvent) => void;
};

/** What a background shell is called, by whom, and where it starts. */
export type ShellRequest = {
  readonly sessionId?: SessionId;
  readonly description?: string;
  readonly workingDir: string;
};
