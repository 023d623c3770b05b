import type { StartDirectory } from "../../files/working-directory.ts";
import type { ProgramDir } from "../bash/program-dir.ts";
import type { SavedShell } from "../saved-shell.ts";

/** What a connection to a session's bash starts from. */
export type LinkStart = {
  readonly runtimeDir: string;
  readonly saved: Pick<SavedShell, "state" | "after">;
  /** Where bash may start, best first. */
  readonly places: readonly [StartDirectory, ...StartDirectory[]];
  /** Takes the pid of the plan's process before any shell runs in it. */
  readonly started: (pid: number) => Promise<void>;
  readonly programs: ProgramDir;
};
