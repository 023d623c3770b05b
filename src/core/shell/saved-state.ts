import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What the bash of this runtime directory saved last, as text that bash reads back; empty before there is one. */
export const readState = (runtimeDir: string): string =>
  runtimeDir === "" ? "" : readFileSync(join(runtimeDir, "state"), "utf8");

/** The directory a saved state leads to. Only a plain path is taken from the text; any other is learned with bash's next answer. */
export function directoryIn(state: string): string | undefined {
  const word = /^builtin cd -- (.*) 2>\/dev\/null$/m.exec(state)?.[1];
  return word !== undefined && /^[\w./+@:,-]+$/.test(word) ? word : undefined;
}
