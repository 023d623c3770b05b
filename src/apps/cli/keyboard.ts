import type { Readable } from "node:stream";

/** The user's keyboard, of which every key can be read. */
export type Keyboard = {
  readonly stream: Readable;
  /** From now on keys come as they are typed. Returns how to go back to lines. */
  raw(): () => void;
};

/** Undefined where this is no terminal. */
export function keyboardOf(stream: Readable): Keyboard | undefined {
  const terminal = stream as Readable & { setRawMode?: (on: boolean) => void };
  if (terminal.setRawMode === undefined) return undefined;
  return {
    stream,
    raw: () => {
      terminal.setRawMode?.(true);
      return () => terminal.setRawMode?.(false);
    },
  };
}
