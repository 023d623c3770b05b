import type { Transcript } from "../../output/transcript.ts";
import type { Ending } from "../../process/ending.ts";
import type { InputReader } from "../asked-input.ts";
import type { Backing } from "../background/shell-backing.ts";
import type { Relocation } from "./session-place.ts";

/** A process that a command left running. `pid` is the one that the command itself would use. */
export type BackgroundChild = { readonly pid: number; readonly command: string };

/**
 * What the session lost with its bash: nothing, or what was set since the last save. The command ended its bash, or
 * left it `unfit`: alive, but unable to take another command; or bash was lost `between` two commands; or it was replaced
 * because nacre's directory was deleted under it (`moved`).
 */
export type Restored = {
  readonly lost: "nothing" | "since-last-save";
  readonly cause: "ended" | "unfit" | "between" | "moved";
};

/** The command still runs, from now on as a background shell: its time was over, or it waits for input (`reader`). */
export type HandedOver = {
  readonly kind: "handed-over";
  readonly afterMs: number;
  readonly backing: Backing;
  readonly reader?: InputReader;
};

/** How one command in a session ended, and everything a result tells of it. */
export type Outcome = {
  readonly ending: Ending | HandedOver;
  readonly transcript: Transcript;
  readonly cwd: string;
  readonly previousCwd: string;
  /** One status per stage; empty where the text did not allow nacre to note them. */
  readonly pipeStatus: readonly number[];
  readonly backgroundChildren: readonly BackgroundChild[];
  /** What the sandbox did after the command, in its own sentences. */
  readonly notices: readonly string[];
  readonly durationMs: number;
  /** Whether the kernel vouches that what is said here of the command is what bash said. */
  readonly isAttested: boolean;
  /** What jobs of earlier commands printed since the last outcome. */
  readonly late?: Transcript | undefined;
  /** Whether a process that the command left running still holds its stdout or stderr. */
  readonly printsLater?: boolean;
  /** Whether the command had redirected the whole shell (`exec >log`), which ended with it. */
  readonly movedStreams?: boolean;
  readonly restored?: Restored;
  /** Names of what the session had and has not any more, or not as it was. */
  readonly notKept?: readonly string[];
  /** How the session's directory changed before the command. */
  readonly relocation?: Relocation;
  /** The session's directory, when it is gone after the command. */
  readonly missingDirectory?: string;
};

/** What an outcome tells as long as nothing was found. */
export const NOTHING_FOUND = { pipeStatus: [], backgroundChildren: [], notices: [] } as const;

/** What is known of a command when it is over. */
export type Concluded = Omit<Outcome, "transcript" | "previousCwd" | "notices" | "durationMs" | "isAttested">;

/** The outcome of a command whose caller gave up before it began. That nothing ran is nacre's own word. */
export function neverBegun(transcript: Transcript, cwd: string): Outcome {
  const ending = { kind: "cancelled" } as const;
  return { ...NOTHING_FOUND, transcript, ending, cwd, previousCwd: cwd, durationMs: 0, isAttested: true };
}
