/**
 * What a sandbox holds, as far as the policy can rest on it: the home and the temporary directory are private to it, every
 * other place outside the workspace is hidden or read-only, no process but its own can be reached, no secret of the user
 * is there.
 */
export type Wall = {
  /** Further directories in which commands change the user's own files. */
  readonly writable: readonly string[];
  /** The host's network, none, or only hosts that the operator listed. */
  readonly network: "on" | "off" | "listed";
  /** Whether what commands change in the workspace lands elsewhere, until the user keeps it. */
  readonly isTry?: boolean;
};
