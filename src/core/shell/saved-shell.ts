import type { StartDirectory } from "../files/working-directory.ts";

/** What a bash goes on from. The directory is not part of the state: a bash is put there, and does not go by a path. */
export type SavedShell = { readonly state: string; readonly place: StartDirectory };
