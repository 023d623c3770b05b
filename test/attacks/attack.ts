import type { Decision } from "../../src/core/policy/verdict.ts";

/** One line of a table: the command, what it deserves, and why. */
export type Attack = readonly [command: string, decision: Decision, because: string];

/** Lines that share their verdict and their reason. */
export const lines = (decision: Decision, because: string, ...commands: readonly string[]): readonly Attack[] =>
  commands.map((command) => [command, decision, because]);
