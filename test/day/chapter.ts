/** One command of a working day. A plain string is a command that works. */
export type Row = {
  readonly run: string;
  /** What its output holds. */
  readonly shows?: RegExp;
  /** What the sandbox does not let it do: a part of the sentence in its result, which names the setting or another way. */
  readonly refused?: string;
  /** Programs it needs besides those of its chapter. */
  readonly needs?: readonly string[];
  /** A program that goes on while the rows behind it run: it starts in the background. */
  readonly background?: true;
};

/** Commands that belong together: they run in this order, in one session, beginning in `directory` of the project. */
export type Chapter = {
  readonly title: string;
  readonly needs: readonly string[];
  readonly directory?: string;
  readonly rows: readonly (string | Row)[];
};

export const rowOf = (row: string | Row): Row => (typeof row === "string" ? { run: row } : row);
