import type { StartDirectory } from "../files/working-directory.ts";
import type { AfterTurn } from "./bash/answer.ts";
import type { BashState } from "./bash/state.ts";

/**
 * What a bash goes on from. The directory is not part of the state: the supervisor starts bash in it, because a path
 * may lead elsewhere later.
 */
export type SavedShell = {
  /** Undefined: a bash that nothing was done in. */
  readonly state: BashState | undefined;
  /** What the last text left for the next to see. */
  readonly after: AfterTurn;
  readonly place: StartDirectory;
};
