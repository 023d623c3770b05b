import type { Tool } from "../tool.ts";

/** Every tool of this folder. */
export const NETWORK_TOOLS: readonly Tool[] = [];
