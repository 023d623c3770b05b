import type { ClearedCommand } from "../../permission/cleared.ts";
import type { SessionState } from "../bash/session-state.ts";
import type { BashState } from "../bash/state.ts";
import type { SavedShell } from "../saved-shell.ts";
import type { Outcome } from "./outcome.ts";
import type { RunOptions } from "./run-options.ts";

/** What the holder of a session's turn can do. The session does nothing else until the holder gives the turn back. */
export type SessionTurn = {
  /**
   * Brings a session whose directory is gone to where its next command shall start; nothing if the caller wants another
   * directory. Call it before the command is judged: `run` stays where the session is.
   */
  readonly settle: (directory?: string) => Promise<void>;
  readonly run: (command: ClearedCommand, options: RunOptions) => Promise<Outcome>;
  /** Brings the session to a directory, wherever it is now. */
  readonly goTo: (directory: string) => Promise<void>;
  /** The present state, for a background shell to start from. */
  readonly saved: (directory?: string) => Promise<SavedShell>;
  /** What bash holds, as bash wrote it; undefined before anything was done in the session. */
  readonly bashState: () => Promise<BashState | undefined>;
  /** Makes `$?` of the next command this status, as after a text that bash could not read. */
  readonly noteStatus: (status: number) => Promise<void>;
  /**
   * Saves the state if possible: for a holder that is about to wait, so that background shells can start from it
   * meanwhile.
   */
  readonly save: () => Promise<void>;
  /** Sets and exports variables. */
  readonly export: (variables: ReadonlyMap<string, string>) => Promise<void>;
  /** The processes that the session started and that live, by the pids that its commands know. */
  readonly processes: () => Promise<readonly number[]>;
  /** What the session holds now. */
  readonly state: () => Promise<SessionState>;
};
