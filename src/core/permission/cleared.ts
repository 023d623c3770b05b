declare const cleared: unique symbol;

/** A command that may run. A bare string is not one. */
export interface ClearedCommand {
  readonly text: string;
  readonly [cleared]: true;
}

/**
 * Makes a cleared command of a text that the caller vouches for: the gate for what a model sent,
 * `ShellManager.createShell` for an embedder's own.
 */
export const trust = (text: string): ClearedCommand => ({ text }) as ClearedCommand;
