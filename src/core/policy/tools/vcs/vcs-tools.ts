import type { Tool } from "../tool.ts";
import { FORGES } from "./forges.ts";
import { HOOK_MANAGERS } from "./hook-managers.ts";
import { OTHER_SOURCES } from "./other-sources.ts";

/** Every tool of this folder. */
export const VCS_TOOLS: readonly Tool[] = [...FORGES, ...HOOK_MANAGERS, ...OTHER_SOURCES];
