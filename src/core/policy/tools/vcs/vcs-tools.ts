import type { Tool } from "../tool-shape.ts";
import { FORGES } from "./forges.ts";
import { GIT } from "./git.ts";
import { HOOK_MANAGERS } from "./hook-managers.ts";
import { OTHER_SOURCES } from "./other-sources.ts";
import { OTHER_VCS } from "./other-vcs.ts";

/** Every tool of this folder. */
export const VCS_TOOLS: readonly Tool[] = [...GIT, ...OTHER_VCS, ...FORGES, ...HOOK_MANAGERS, ...OTHER_SOURCES];
