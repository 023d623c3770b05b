import type { Transcript } from "../../output/transcript.ts";

/** How one command is run in a session. */
export type RunOptions = {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** stdout and stderr as one stream, in true order. */
  readonly merge?: boolean;
  readonly onTimeout?: "kill" | "background";
  /** Where the caller means to be; the session goes there when it is another place than the caller meant last time. */
  readonly directory?: string;
  /** Called with the command's transcript before anything is in it. */
  readonly onStart?: (transcript: Transcript) => void;
};
