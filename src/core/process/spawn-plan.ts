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
  /** The control groups that the process is started in, with no descriptors but its own; if not given, neither matters. */
  readonly groups?: readonly string[];
  /** `NAME=value` in the environment of everything that the plan starts, and of nothing else. */
  readonly mark?: string;
};
