import type { Limits } from "../core/base/limits.ts";
import type { Approver } from "../core/permission/approver.ts";
import type { AskMode } from "../core/permission/questions.ts";
import type { Mode } from "../core/policy/judge.ts";
import type { EnvironmentPolicy } from "../core/process/environment.ts";
import type { OnPartial, SandboxRequest } from "../core/sandbox/sandbox.ts";
import type { JournalMode } from "../core/shell/host/host-journal.ts";
import type { ShellManager } from "../core/shell/shell-manager.ts";
import type { MachineOptions } from "./machines/machine-options.ts";
import type { ToolkitEvent } from "./tool-event.ts";
import type { ToolNames } from "./tool-names.ts";
import type { Words } from "./words.ts";

/** The types of an approver, for adapters. */
export type { Answer, Approver, Question } from "../core/permission/approver.ts";

/** What an embedder may decide. Everything has a default. */
export type ToolkitOptions = {
  /** Where commands start and what they may change; the process's own directory if not given. */
  readonly workingDir?: string;
  /** `"none"` by default. If nacre cannot build the sandbox on this machine, it refuses every call with the reason. */
  readonly sandbox?: SandboxRequest;
  /** Whether further commands run when one did to the workspace what nacre could not undo; `"refuse"` by default. */
  readonly onPartial?: OnPartial;
  readonly policy?: PolicyOptions;
  /** Files that decide what commands may do, such as settings of the embedder: in a sandbox commands cannot change them. A `rulesFile` is always one. */
  readonly guard?: readonly string[];
  /** Answers an `ask`. Without an approver, and without a user who watches this host, nacre refuses the command. */
  readonly approver?: Approver;
  /** `"wait"`: questions are put also where no user is known to look; `"refuse"`: none is put at all. */
  readonly ask?: AskMode;
  /** The directory of the user's own rules, for this workspace and for all: an answer `always` is kept there. Without it, in memory. */
  readonly userRules?: string;
  readonly environment?: EnvironmentPolicy;
  readonly limits?: Partial<Limits>;
  readonly stateDir?: string;
  /** What this program is called where its shells are listed (`nacre watch`); `library` if not given. */
  readonly app?: string;
  /** The name of the client that the tools serve, as far as it is known yet; shown beside it. */
  readonly clientName?: () => string | undefined;
  readonly redact?: RedactOptions;
  /** Whether verdicts, answers, starts and ends are written to the journal in the state directory; `"strict"` runs no command without its line on the disk. `"on"` by default. */
  readonly journal?: JournalMode;
  readonly onEvent?: (event: ToolkitEvent) => void;
  /** The embedder's own manager; then the options of a manager (sandbox, environment, …) are set there. */
  readonly shells?: ShellManager;
  /** Directories in which calls may start; the working directory if not given. */
  readonly roots?: readonly string[];
  /** stdout and stderr interleaved in true order, without a `[stderr]` section. */
  readonly merge?: boolean;
  /** Escape sequences and binary output as they are. */
  readonly raw?: boolean;
  readonly onTimeout?: "kill" | "background";
  /** A command that waits for input goes on as a background shell, which BashInput types into, instead of being ended. False by default. */
  readonly interactive?: boolean;
  readonly autoQuote?: boolean;
  /** Moves a session that has left the roots back to the directory of its call. */
  readonly confine?: boolean;
  /** Keeps a copy of the workspace before a command that may wipe it. */
  readonly snapshot?: boolean;
  /** Other names for the tools, such as `{ Bash: "nacre_bash" }`, where a client has a tool of that name itself. Calls by the usual names are still answered. */
  readonly toolNames?: Partial<ToolNames>;
  /** Where sessions run: a name of `machines`, or a function that gives one for a session; on this machine without it. Never a tool's parameter. */
  readonly machine?: string | ((sessionId: string) => string | undefined);
  readonly machines?: Readonly<Record<string, MachineOptions>>;
  /** Which profile of a Slurm machine its jobs get. */
  readonly profile?: string;
  /** So many workers run on other machines at once; 64 if not given. */
  readonly maxWorkers?: number;
  /** Other sentences for the model. */
  readonly words?: Partial<Words>;
  /** Whether PATH and its like are taken from the user's login shell. */
  readonly loginShell?: boolean;
};

/** How commands are judged. */
export type PolicyOptions = {
  readonly mode?: Mode;
  /** The embedder's own rules, as in a rules file: objects, or strings such as `Bash(npm run *)` by decision. */
  readonly rules?: readonly Rule[] | RuleLists;
  readonly rulesFile?: string;
};

/** One rule in code. It is proven by its examples when the toolkit is made. */
export type Rule = {
  readonly id: string;
  readonly decision: "allow" | "ask" | "deny";
  readonly reason: string;
  readonly suggestion?: string;
  readonly match: string | readonly string[];
  /** Built-in rules that an `allow` overrules even where they deny. */
  readonly loosens?: readonly string[];
  readonly examples?: { readonly caught?: readonly string[]; readonly fine?: readonly string[] };
};

/** A rules file as a value. */
export type RuleLists = {
  readonly allow?: readonly string[];
  readonly ask?: readonly string[];
  readonly deny?: readonly string[];
  readonly rules?: readonly Rule[];
  readonly hosts?: readonly string[];
};

/** What is redacted: by default the values of variables with secret names, and keys of known form. */
export type RedactOptions =
  | boolean
  | {
      /** More variables of the host whose values are secret. */
      readonly names?: readonly string[];
      readonly values?: readonly string[];
      /** Whether keys of known form are redacted; on by default. */
      readonly patterns?: boolean;
    };
