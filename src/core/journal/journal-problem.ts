/** Why a host's journal is not written. */
export type JournalProblem = {
  /** When the first of the entries that are missing was noted. */
  readonly since: number;
  readonly reason: string;
  /** What the user can do, as a command: "free space on …". */
  readonly advice: string;
  /** How many entries are missing so far. */
  readonly missed: number;
  /** No command runs meanwhile. */
  readonly stopsCommands: boolean;
};
