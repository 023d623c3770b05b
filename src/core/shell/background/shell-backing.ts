import type { Transcript } from "../../output/transcript.ts";
import type { Exit } from "../../process/ending.ts";
import type { Identity } from "../../process/identity.ts";

/** What runs behind a background shell: a bash of its own, or a session's bash that was handed over. */
export interface Backing {
  readonly transcript: Transcript;
  /** The host's child process that everything hangs on. */
  readonly supervisor: Identity;
  /** The bash that runs the command; undefined once it has ended. */
  readonly shell: Identity | undefined;
  /** Settles when the command itself has ended; what it left running may still print. */
  readonly ended: Promise<Exit>;
  /** Everything alive that belongs to it, and nothing else. */
  processes(): readonly Identity[];
  /** Lets go of descriptors and of the supervisor: at once, with whatever runs below it, or only if nobody else's processes hang on it. */
  close(how: "now" | "if-alone"): Promise<void>;
}
