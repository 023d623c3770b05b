import type { Tool } from "../tool.ts";

/** Every tool of this folder. */
export const PACKAGE_TOOLS: readonly Tool[] = [];
