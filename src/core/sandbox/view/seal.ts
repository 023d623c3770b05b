/** What a sandbox does with a path. */
export type Seal = {
  readonly path: string;
  /** "fixed": can be changed but not renamed or replaced. "read-only": cannot be changed. "hidden": cannot be opened. */
  readonly as: "fixed" | "read-only" | "hidden";
  /** The inode of the file that was found at the path. */
  readonly inode?: number;
};

/** Inside every sandbox, a file that no command can open, to be mounted over others. */
export const UNREADABLE_INSIDE = "/etc/.nacre-unreadable";
