import type { WorkspaceState } from "../../containment.ts";
import type { CommandEvents, ShellDirectories } from "../../sandbox.ts";
import type { NewShellSeals } from "../crowd/new-shell-seals.ts";
import type { Freezer } from "../freezer.ts";

/** What looks after a workspace while shells run in its sandbox. */
export interface Protection extends CommandEvents {
  /** Looks at all of the workspace before the first command. A fault when not all of it can be sealed. */
  begin(): Promise<void>;
  /** What must be sealed in a shell that is about to start. */
  sealsForNewShell(directories: ShellDirectories): NewShellSeals;
  /** What of the promise the workspace leaves now. */
  readonly state: WorkspaceState;
  /** From now on this shell is watched, and ended if its work must end. */
  addShell(pid: number, freezer?: Freezer): void;
  /** This shell is about to be ended. */
  shellEnds(pid: number): void;
  /** Looks at all of the workspace, while a shell starts. */
  readonly look: () => Promise<void>;
  /** Seals in this shell what appeared while it started. */
  shellStarted(pid: number, seals: Pick<NewShellSeals, "version">): Promise<void>;
  /** Call before anything is asked of a shell. */
  wake(): void;
  close(): Promise<void>;
}
