import type { Limits } from "../base/limits.ts";
import type { DiskSpace } from "../files/disk-space.ts";
import type { SpawnPlan } from "../process/spawn-plan.ts";

/** What a sandboxed command may reach: the host's network, nothing, or these hosts through our own proxy. */
export type NetworkAccess = "on" | "off" | { readonly allow: readonly string[] };

export type SandboxProfileName = "workspace" | "readonly";

/** What an operator asks for. `read` and `write` name further absolute paths. */
export type SandboxRequest =
  | "none"
  | SandboxProfileName
  | {
      readonly profile: SandboxProfileName;
      readonly network?: NetworkAccess;
      readonly read?: readonly string[];
      readonly write?: readonly string[];
    };

/** How much of what was promised holds here, and why it is not all of it. */
export type Containment = {
  readonly level: "full" | "partial" | "none";
  readonly reasons: readonly string[];
};

/** Where a sandbox lives. */
export type SandboxContext = {
  /** What a command may change. Absolute; links in it are resolved. */
  readonly workspace: string;
  readonly home: string;
  /** Logs, records and token: never visible inside, wherever it lies. */
  readonly stateDir: string;
  readonly limits: Limits;
  /** Files that say what commands may do: those in the workspace cannot be changed by commands. */
  readonly guard?: readonly string[];
  /** Where toolchains are looked for; the PATH commands will run with. */
  readonly path?: string;
  /** What is left on the disk of a directory; the system is asked if this is not given. */
  readonly spaceOf?: (directory: string) => Promise<DiskSpace>;
};

/** A host that a command asked the proxy for and did not reach. */
export type HostRefusal = {
  readonly host: string;
  readonly port: number;
  readonly reason: "unlisted" | "unresolved" | "private";
};

/** What is known of a command when it is over, as far as a sandbox can use it. */
export type CommandOutcome = {
  /** Whether it, or a part of it that its exit code hides, failed. */
  readonly failed: boolean;
  /** Everything it printed that may hold a complaint. */
  readonly stderr: string;
  /** The directory it ended in. */
  readonly cwd: string;
};

/**
 * A wall around a shell and everything it starts.
 *
 * Responsibilities: turn a plan into a plan that runs behind the wall (argv in, argv out, never a string); say how much
 * holds; explain its own refusals; take back what must not have appeared.
 * Does not: start anything that outlives `close`, judge a command, or ever hold less than was asked.
 */
export interface Sandbox {
  readonly containment: Containment;
  /** The limits that hold for what runs in it: the operator's, and its own where the operator named none. */
  readonly limits: Limits;
  /** The directory inside that is each command's TMPDIR and HOME; undefined where they are the host's. */
  readonly environment: Readonly<Record<string, string>>;
  /** Everything is looked at anew at each call: what lies in the workspace may have been planted there. */
  wrap(plan: SpawnPlan, bind: { readonly runtimeDir: string }): SpawnPlan;
  /** To be awaited when a wrapped plan has become a process: a wall that did not come out as planned is a fault. */
  started(pid: number, plan: SpawnPlan): Promise<void>;
  /** Whether nothing runs in any shell, and nothing has run since they came to rest: what appears now is a person's. */
  readonly isAtRest: boolean;
  /** Before a shell does something for us between commands: what is new until then is a person's. */
  stir(): void;
  /** Before each command, and before a background shell: looks after what people changed. */
  beforeCommand(): Promise<void>;
  /** After each command, and when a background shell is over: seals what it made, takes away what it must not make. */
  afterCommand(done: { readonly command: string }): Promise<void>;
  /** Sentences for the next result that somebody reads: what was taken away, switched off, ended. */
  takeNotices(): readonly string[];
  /** What the sandbox refused and which setting would allow it. Of every command, or a refusal would be told of a later one. */
  explain(outcome: CommandOutcome): string | undefined;
  close(): Promise<void>;
}

/** Whether commands cannot read what is kept of their output: the state directory is never visible behind a wall. */
export const hidesLogs = ({ containment }: Sandbox): boolean => containment.level !== "none";
