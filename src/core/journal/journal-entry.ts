/** What happened, before it has its place in a journal. */
export type Fact = {
  readonly kind: string;
  readonly session?: string | undefined;
  readonly shell?: string | undefined;
  readonly [name: string]: unknown;
};

/** One line of a journal. `hash` is over the line before and all else of this one. */
export type JournalEntry = Fact & {
  readonly seq: number;
  readonly time: number;
  readonly host: string;
  readonly hash: string;
};
