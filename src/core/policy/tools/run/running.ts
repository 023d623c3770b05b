import type { Tool } from "../tool-shape.ts";

/** What every tool has in common that runs the command behind its own options and this many words. */
export const running = (takes: string, words = 0): Pick<Tool, "takes" | "stopsAtWord" | "wraps"> => ({
  takes,
  stopsAtWord: true,
  wraps: words,
});
