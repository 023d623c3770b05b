/** What is to become of a path inside a sandbox. */
export type Seal = {
  readonly path: string;
  /** "fixed": can be changed but not renamed or replaced. "read-only": cannot be changed. "hidden": cannot be opened. */
  readonly as: "fixed" | "read-only" | "hidden";
};

/** Every sandbox of ours has a file there that nobody can open, to be laid over others. */
export const UNREADABLE_INSIDE = "/etc/.nacre-unreadable";
