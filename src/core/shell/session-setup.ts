import type { SessionId } from "../base/ids.ts";
import type { Transcript } from "../output/transcript.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { BashLink } from "./bash-link.ts";

/** What a session is made of. */
export type SessionSetup = {
  readonly id: SessionId;
  readonly workingDir: string;
  /** Starts a supervisor with a bash for this session, in a runtime directory of its own. */
  readonly startLink: (state: string) => Promise<BashLink>;
  readonly createTranscript: () => Transcript;
  /** The wall around the session: told when a command begins and when it is over. */
  readonly sandbox: () => Promise<Sandbox>;
};
