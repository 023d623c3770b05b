import type { Tool } from "../tool.ts";

/** Every tool of this folder. */
export const DEVELOP_TOOLS: readonly Tool[] = [];
