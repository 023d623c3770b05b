/** What the kernel says of a shell at the moment of its word. */
export type Speaker = {
  /** Nobody can look into its memory; undefined when it is gone already. */
  readonly isHidden: boolean | undefined;
  /** No other process is below the supervisor. */
  readonly isAlone: boolean;
};

/** By the words of a supervisor's `a`, behind the letter. */
export const speakerOf = ([, hidden, alone]: readonly string[]): Speaker => ({
  isHidden: hidden === "-" ? undefined : hidden === "1",
  isAlone: alone === "1",
});
