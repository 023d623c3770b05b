import type { Tool } from "../tool.ts";
import { MANY_FILES } from "./many-files.ts";
import { OPENERS } from "./openers.ts";
import { SETTINGS_EDITORS } from "./settings-editors.ts";

/** Every tool of this folder. */
export const FILE_TOOLS: readonly Tool[] = [...MANY_FILES, ...OPENERS, ...SETTINGS_EDITORS];
