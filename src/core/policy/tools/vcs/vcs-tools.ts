import type { Tool } from "../tool.ts";

/** Every tool of this folder. */
export const VCS_TOOLS: readonly Tool[] = [];
