import type { Tool } from "../tool-shape.ts";
import { LANGUAGES } from "./interpreted-languages.ts";
import { LANGUAGE_RUNNERS } from "./language-runners.ts";

/** Every tool of this folder. */
export const LANGUAGE_TOOLS: readonly Tool[] = [...LANGUAGES, ...LANGUAGE_RUNNERS];
