import { type Program, runs } from "../effect.ts";
import type { Tool } from "../tool-shape.ts";

/** What every tool has in common that runs the command behind its own options and this many words. */
export const running = (takes: string, words = 0): Pick<Tool, "takes" | "stopsAtWord" | "wraps"> => ({
  takes,
  stopsAtWord: true,
  wraps: words,
});

/** The command behind `--` is run. */
export const behindDashes: Program = ({ args }) =>
  args.includes("--") ? [runs(args.slice(args.indexOf("--") + 1))] : [];
