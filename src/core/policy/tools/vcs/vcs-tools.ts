import type { Tool } from "../tool.ts";
import { HOOK_MANAGERS } from "./hook-managers.ts";
import { OTHER_SOURCES } from "./other-sources.ts";

/** Every tool of this folder. */
export const VCS_TOOLS: readonly Tool[] = [...HOOK_MANAGERS, ...OTHER_SOURCES];
