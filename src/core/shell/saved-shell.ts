import type { StartDirectory } from "../files/working-directory.ts";

/**
 * What a bash goes on from. The directory is not part of the state: the supervisor starts bash in it, because a path
 * may lead elsewhere later.
 */
export type SavedShell = { readonly state: string; readonly place: StartDirectory };
