import type { Tool } from "../tool.ts";
import { INSPECTORS } from "./inspectors.ts";
import { LANGUAGE_RUNNERS } from "./language-runners.ts";

/** Every tool of this folder. */
export const RUN_TOOLS: readonly Tool[] = [...LANGUAGE_RUNNERS, ...INSPECTORS];
