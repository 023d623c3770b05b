import type { SessionId } from "../../base/ids.ts";
import type { StartDirectory } from "../../files/working-directory.ts";
import type { Transcript } from "../../output/transcript.ts";
import type { SessionLogin } from "../login/session-login.ts";
import type { SavedShell } from "../saved-shell.ts";
import type { ShellSandbox } from "../shell-sandbox.ts";
import type { BashLink } from "./bash-link.ts";

/** What a session is made of. */
export type SessionSetup = {
  readonly id: SessionId;
  /** Without links. */
  readonly workingDir: string;
  /** Where bash begins, if not there: it goes on from the state of another session. */
  readonly begins?: StartDirectory;
  /**
   * Starts a supervisor with a bash for this session, in a runtime directory of its own; with a fresh state if none was
   * saved.
   */
  readonly startLink: (saved?: SavedShell) => Promise<BashLink>;
  readonly login: SessionLogin;
  readonly createTranscript: () => Transcript;
  /** Hears when a command begins and when it is over. */
  readonly sandbox: ShellSandbox;
};
