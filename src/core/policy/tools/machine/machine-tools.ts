import type { Tool } from "../tool.ts";

/** Every tool of this folder. */
export const MACHINE_TOOLS: readonly Tool[] = [];
