import type { Tool } from "../tool.ts";

/** Every tool of this folder. */
export const FILE_TOOLS: readonly Tool[] = [];
