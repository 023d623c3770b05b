import type { ClearedCommand } from "../../permission/cleared.ts";
import type { SavedShell } from "../saved-shell.ts";
import type { Outcome } from "./outcome.ts";
import type { RunOptions } from "./run-options.ts";

/** What the holder of a session's turn can do. Nothing else of the session runs until the holder gives the turn back. */
export type SessionTurn = {
  readonly run: (command: ClearedCommand, options: RunOptions) => Promise<Outcome>;
  /** Brings the session to a directory, wherever it has gone. */
  readonly goTo: (directory: string) => Promise<void>;
  /** What a background shell starts from, as of now. */
  readonly saved: (directory?: string) => Promise<SavedShell>;
  /** Saves the state if it can be saved: for a holder who is about to wait, so that background shells start from it meanwhile. */
  readonly save: () => Promise<void>;
};
