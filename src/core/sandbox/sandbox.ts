import type { Limits } from "../base/limits.ts";
import type { Wall } from "../base/wall.ts";
import type { DiskSpace } from "../files/disk-space.ts";
import type { SpawnPlan } from "../process/spawn-plan.ts";

/** What a sandboxed command may reach: the host's network, nothing, or these hosts through nacre's proxy. */
export type NetworkAccess = "on" | "off" | { readonly allow: readonly string[] };

/**
 * Where package managers find what they downloaded before: one place for each workspace, one for all workspaces of the
 * user, or none. Commands of one workspace can spoil what is shared for the others.
 */
export type CacheMode = "private" | "shared" | "none";

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
      /** "private" if not given. */
      readonly cache?: CacheMode;
    };

/** How much of the promise holds now, and a sentence for each part that does not, or holds less than elsewhere. */
export type Containment = {
  readonly level: "full" | "partial" | "none";
  readonly reasons: readonly string[];
  /** Those of the reasons for which commands are refused until they are resolved. */
  readonly unresolved?: readonly string[];
};

/** What happens to further commands when one has done what nacre could not undo. */
export type OnPartial = "refuse" | "run";

/**
 * A workspace of which commands see something else: what they change lands there, and not in the workspace. Only
 * `core/try` makes one.
 */
export type TriedWorkspace = {
  /** What is shown at the path of the workspace, as the plans find it that `enter` made. */
  readonly source: string;
  /** The same plan, started where `source` is to be found. */
  readonly enter: (plan: SpawnPlan) => SpawnPlan;
  /** Where the changes land, and what they may take. */
  readonly holds: { readonly directory: string; readonly bytes: number; readonly files: number };
};

/** Where a sandbox lives. */
export type SandboxContext = {
  /** What a command may change. Absolute; links in it are resolved. */
  readonly workspace: string;
  readonly home: string;
  /** Logs, records and token: never visible inside, wherever it lies. */
  readonly stateDir: string;
  readonly limits: Limits;
  /** Files that say what commands may do: commands cannot change those that lie in the workspace. */
  readonly guard?: readonly string[];
  /** The PATH that commands will run with; toolchains are looked for there. */
  readonly path?: string;
  /** Refuses by default. */
  readonly onPartial?: OnPartial;
  /** Shown in the place of the workspace, in a try. */
  readonly tried?: TriedWorkspace | undefined;
  /** The free space on the disk of a directory; asks the system by default. */
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
  /** Whether the command failed, or a part of it that its exit code hides. */
  readonly failed: boolean;
  /** Everything the command printed that may hold a complaint. */
  readonly stderr: string;
  /** The directory in which the command ended. */
  readonly cwd: string;
};

/** A plan that runs behind the wall, and what the caller that starts it must await. */
export type WrappedPlan = {
  readonly plan: SpawnPlan;
  /**
   * Takes the pid of the plan's process, before any command runs in it. Throws a fault when the wall did not come out
   * as planned.
   */
  readonly started: (pid: number) => Promise<void>;
  /** Call before anything is asked of the plan's process: it may be frozen. */
  readonly wake: () => void;
  /** Call before the plan's process is ended, and when its command is over: what goes on in it is never frozen. */
  readonly ending: () => void;
  /** Call when the plan's process is gone, with everything that ran below it, or could not be started. */
  readonly ended: () => void;
};

/** What shells tell a sandbox, in the order it happens. `core/shell/shell-sandbox.ts` is the only caller. */
export interface CommandEvents {
  /**
   * Before each command and each background shell: files that appeared until now were made by the user. What commands
   * made can be removed by a command that names it.
   */
  beforeCommand(command: string): Promise<void>;
  /** After each command and each background shell: seals what the command made, takes away what it must not make. */
  afterCommand(command: string): Promise<void>;
  /** Before an internal turn (save, cd) and before a session ends: files that appeared until now were made by the user. */
  beforeInternalTurn(): void;
  /** Sentences for the next result: what was taken away, switched off, ended. Each is given once. */
  takeNotices(): readonly string[];
}

/** What of nacre's own a shell sees: the directory of its FIFOs, and the program it runs, read-only. */
export type ShellDirectories = { readonly runtimeDir: string; readonly programDir?: string | undefined };

/**
 * A wall around a shell and everything it starts.
 *
 * Responsibilities: turn a plan into a plan that runs behind the wall (argv in, argv out, never a string); say how much
 * holds; explain its own refusals; take away what commands must not make.
 * Does not: start anything that outlives `close`, judge a command, or ever hold less than was asked.
 * Every implementation keeps `test/contract/sandbox.contract.ts`.
 */
export interface Sandbox {
  /** Measured anew at each call. */
  readonly containment: Containment;
  /** What the policy can rest on; undefined where nothing is held. */
  readonly wall: Wall | undefined;
  /**
   * The limits that hold for what runs in it: the operator's, and the sandbox's own where the operator named none. All
   * hold for a wrapped plan but `fileBytes`, which each shell sets itself (`shell/bash/script-lines.ts`).
   */
  readonly limits: Limits;
  readonly events: CommandEvents;
  /**
   * Looks at the workspace anew at each call, because a command may have changed it. Sets its own variables over the
   * plan's.
   */
  wrap(plan: SpawnPlan, directories: ShellDirectories): WrappedPlan;
  /**
   * Whether commands surely see what the host has at this path: where they may not, nacre must not look for them. False
   * where a link leads elsewhere, and where inside something else may stand.
   */
  shows(path: string): boolean;
  /** What the sandbox refused and which setting would allow it. Call after every command: each refusal is told once. */
  explain(outcome: CommandOutcome): string | undefined;
  close(): Promise<void>;
}

/** Whether commands cannot read the logs of their output: a sandbox never shows the state directory. */
export const hidesLogs = ({ containment }: Sandbox): boolean => containment.level !== "none";

/** The wall of a sandbox with this network and these writable directories. */
export const wallOf = ({ network = "on", write = [] }: WallRequest): Wall => ({
  writable: write,
  network: typeof network === "string" ? network : "listed",
});

type WallRequest = { readonly network?: "on" | "off" | object; readonly write?: readonly string[] };
