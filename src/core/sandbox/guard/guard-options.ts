/** What a guard has to know of its sandbox. */
export type GuardOptions = {
  readonly workspace: string;
  /** The quarantine directory. */
  readonly quarantine: string;
  /** Paths that the operator made readable or writable: not guarded. */
  readonly read: readonly string[];
  readonly write: readonly string[];
  /** Further files that commands must not change, whatever their names. */
  readonly guard?: readonly string[];
  /** Whether no process of the sandbox could run since the last look: then the user made what appears. */
  readonly isIdle: () => boolean;
  /** Whether nothing seems to run: then the user may have made what looks like a secret. */
  readonly looksIdle: () => boolean;
  /** Whether files are followed only once `follow` was called: no command runs before. */
  readonly followsLater?: boolean;
  /** Called when something must be sealed or looked into at once. */
  readonly onChanged: () => void;
  /** Ends what runs, because it keeps making what the guard takes away. */
  readonly endWork: () => void;
};
