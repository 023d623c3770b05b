import type { Readable } from "node:stream";
import type { SessionId, ShellId } from "../base/ids.ts";
import type { Limits } from "../base/limits.ts";
import type { Stamp } from "../base/stamp.ts";
import type { Redactor } from "../output/redact/redact.ts";
import type { EnvironmentPolicy } from "../process/environment.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { NewTerminal } from "../terminal/terminal-size.ts";
import type { Backing } from "./background/shell-backing.ts";
import type { JournalMode } from "./host/host-journal.ts";
import type { LineOptions } from "./line/manager-line.ts";
import type { ShellEvent } from "./shell-event.ts";

/** The options of a manager. Each has a default. */
export type ShellManagerOptions = {
  readonly stateDir?: string;
  readonly limits?: Partial<Limits>;
  readonly environment?: EnvironmentPolicy;
  /** Whether PATH and similar variables come from the user's login shell, asked once. True by default. */
  readonly loginShell?: boolean;
  readonly bash?: string;
  /** Whether the commands of sessions read an open pipe: one that waits for input goes on as a background shell. False by default. */
  readonly interactive?: boolean;
  /** Built when the first shell needs it. */
  readonly sandbox?: () => Promise<Sandbox>;
  readonly redactor?: Redactor | "none";
  /** Whether what happens is written to the journal in the state directory; `on` by default. */
  readonly journal?: JournalMode;
  readonly onEvent?: (event: ShellEvent) => void;
} & LineOptions;

/** The description of a background shell, the session that asks for it, and where it starts. */
export type ShellRequest = {
  readonly sessionId?: SessionId;
  readonly description?: string;
  readonly workingDir: string;
  /** What the command reads on its standard input; nothing by default. */
  readonly stdin?: Readable | undefined;
  /** Its terminal, where it has one. */
  readonly terminal?: NewTerminal | undefined;
};

/** A command that runs already, and since when; with an id, where it has one elsewhere. */
export type HandedOver = { readonly backing: Backing; readonly started: Stamp; readonly id?: ShellId };
