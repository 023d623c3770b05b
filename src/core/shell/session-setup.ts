import type { SessionId } from "../base/ids.ts";
import type { Transcript } from "../output/transcript.ts";
import type { BashLink } from "./bash-link.ts";

/** What a session is made of. */
export type SessionSetup = {
  readonly id: SessionId;
  readonly workingDir: string;
  /** Starts a supervisor with a bash for this session, in a runtime directory of its own. */
  readonly startLink: (state: string) => Promise<BashLink>;
  readonly createTranscript: () => Transcript;
  /** What the wall around the session has to see to before a command and when it is over; what it says of it. */
  readonly beforeCommand: () => Promise<readonly string[]>;
  readonly afterCommand: (done: { readonly command: string }) => Promise<readonly string[]>;
};
