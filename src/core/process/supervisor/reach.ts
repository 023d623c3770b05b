import { supervisorLanguage } from "./supervisor-languages.ts";

/**
 * What a kill finds of what a command started: everything, or only what is still in its process tree. On Linux the kernel
 * gives a daemon back to the supervisor; elsewhere, and where its call for that is not known, a daemon gets away.
 */
export type Reach = "everything" | "process-tree";

export const reach = (): Reach => (supervisorLanguage().adopts ? "everything" : "process-tree");
