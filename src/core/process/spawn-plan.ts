/** A process to start, as data. A sandbox turns one plan into another. */
export type SpawnPlan = {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /**
   * Bytes that the process finds on a descriptor of its own (3 + index), written and closed at once: secrets and long
   * argument lists stay out of argv.
   */
  readonly descriptors?: readonly Buffer[];
  /** `NAME=value` in the environment of everything that the plan starts, and of nothing else. */
  readonly mark?: string;
};
