import type { Tool } from "../tool.ts";

/** Every tool of this folder. */
export const RUN_TOOLS: readonly Tool[] = [];
