import type { Readable } from "node:stream";
import type { Transcript } from "../../output/transcript.ts";

/** How one command is run in a session. */
export type RunOptions = {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** stdout and stderr as one stream, in true order. */
  readonly merge?: boolean;
  readonly onTimeout?: "kill" | "background";
  /** The directory the caller wants; the session goes there when it differs from what the last caller wanted. */
  readonly directory?: string;
  /** What the command reads on its standard input; nothing by default. */
  readonly stdin?: Readable | undefined;
  /** Called with the command's transcript while it is still empty. */
  readonly onStart?: (transcript: Transcript) => void;
};
