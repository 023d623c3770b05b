import type { Decision } from "../policy/verdict.ts";

declare const cleared: unique symbol;

/** A command that may run. A bare string is not one. */
export interface ClearedCommand {
  readonly text: string;
  /** What the policy said of it; undefined for what it did not judge. */
  readonly decision?: Decision | undefined;
  readonly [cleared]: true;
}

/**
 * Makes a cleared command of a text that the caller vouches for: the gate for what a model sent,
 * `ShellManager.createShell` for an embedder's own.
 */
export const trust = (text: string, decision?: Decision): ClearedCommand => ({ text, decision }) as ClearedCommand;
