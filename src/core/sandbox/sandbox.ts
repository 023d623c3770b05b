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

/** A plan that runs behind the wall, and what its starter has to await. */
export type WrappedPlan = {
  readonly plan: SpawnPlan;
  /** Takes the pid of the plan's process, before any command runs in it. A wall that did not come out as planned is a fault. */
  readonly started: (pid: number) => Promise<void>;
};

/** What shells tell a sandbox, in the order it happens. `core/shell/shell-sandbox.ts` is the only caller. */
export interface CommandEvents {
  /** Before each command and each background shell: files that appeared until now were made by the user. */
  beforeCommand(): Promise<void>;
  /** After each command and each background shell: seals what the command made, takes away what it must not make. */
  afterCommand(command: string): Promise<void>;
  /** Before an internal turn (save, cd) and before a session ends: files that appeared until now were made by the user. */
  beforeInternalTurn(): void;
  /** Sentences for the next result: what was taken away, switched off, ended. Each is given once. */
  takeNotices(): readonly string[];
}

/**
 * A wall around a shell and everything it starts.
 *
 * Responsibilities: turn a plan into a plan that runs behind the wall (argv in, argv out, never a string); say how much
 * holds; explain its own refusals; take back what must not have appeared.
 * Does not: start anything that outlives `close`, judge a command, or ever hold less than was asked.
 * Every implementation keeps `test/contract/sandbox.contract.ts`.
 */
export interface Sandbox {
  readonly containment: Containment;
  /** The limits that hold for what runs in it: the operator's, and its own where the operator named none. */
  readonly limits: Limits;
  readonly events: CommandEvents;
  /** Looks at everything anew at each call, because a command may have planted what lies in the workspace. Sets its own variables over the plan's. */
  wrap(plan: SpawnPlan, bind: { readonly runtimeDir: string }): WrappedPlan;
  /** What the sandbox refused and which setting would allow it. To be asked after every command: a refusal is told once. */
  explain(outcome: CommandOutcome): string | undefined;
  close(): Promise<void>;
}

/** Whether commands cannot read what is kept of their output: the state directory is never visible behind a wall. */
export const hidesLogs = ({ containment }: Sandbox): boolean => containment.level !== "none";
