import type { Transcript } from "../../output/transcript.ts";
import type { Ending } from "../../process/ending.ts";
import type { Backing } from "../background/shell-backing.ts";

/** A process that a command left running. `pid` is the one the command itself would use. */
export type BackgroundChild = { readonly pid: number; readonly command: string };

/**
 * What was lost of the session's state with its bash: nothing, or what was set since it was last saved. The command
 * ended its bash, or left it `unfit`: alive, but with no way to take another command.
 */
export type Restored = { readonly lost: "nothing" | "since-last-save"; readonly cause: "ended" | "unfit" };

/** How one command in a session ended, and all that is worth telling of it. */
export type Outcome = {
  /** `handed-over`: it still runs, as a background shell from now on. */
  readonly ending: Ending | { readonly kind: "handed-over"; readonly afterMs: number; readonly backing: Backing };
  readonly transcript: Transcript;
  readonly cwd: string;
  readonly previousCwd: string;
  /** One status per stage; empty where the text did not allow taking it. */
  readonly pipeStatus: readonly number[];
  readonly backgroundChildren: readonly BackgroundChild[];
  /** What the sandbox had to see to afterwards, in its own sentences. */
  readonly notices: readonly string[];
  readonly durationMs: number;
  readonly restored?: Restored;
  /** The session's directory was gone when the command began. */
  readonly missingDirectory?: string;
};
