import type { Tool } from "../tool.ts";

/** Every tool of this folder. */
export const MEDIA_TOOLS: readonly Tool[] = [];
