/** What a guard has to know of the sandbox around it. */
export type GuardOptions = {
  readonly workspace: string;
  /** Where things go that must not have appeared. */
  readonly quarantine: string;
  /** What the operator made readable or writable is not guarded. */
  readonly read: readonly string[];
  readonly write: readonly string[];
  /** Files that must not be changed, whatever they are called. */
  readonly guard?: readonly string[];
  /** Whether nothing ran in the sandbox since the last look: then what appears is a person's. */
  readonly isIdle: () => boolean;
  /** Whether nothing seems to run: then what looks like a secret may be a person's. */
  readonly looksIdle: () => boolean;
  /** Something has to be sealed or looked into at once. */
  readonly onChanged: () => void;
  /** Ends whatever runs: it keeps making what is taken away. */
  readonly endWork: () => void;
};
