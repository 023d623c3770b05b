import { setFlagsFromString } from "node:v8";

/**
 * Has the engine make machine code of a function when it first runs, instead of interpreting it for hundreds of runs: a
 * server answers some tens of calls, and most of them would be interpreted. Bun and Deno are not asked: the one has
 * another engine, the other takes its flags at its start.
 */
export function compileEarly(): void {
  if (["bun", "deno"].some((runtime) => runtime in process.versions)) return;
  setFlagsFromString("--always-sparkplug");
}
