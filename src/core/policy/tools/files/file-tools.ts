import type { Tool } from "../tool-shape.ts";
import { ACCESS } from "./access.ts";
import { ARCHIVES } from "./archives.ts";
import { COPYING } from "./copying.ts";
import { EDITORS } from "./editors.ts";
import { FOUND_FILES } from "./found-files.ts";
import { MAKING_AND_REMOVING } from "./making-and-removing.ts";
import { MANY_FILES } from "./many-files.ts";
import { OPENERS } from "./openers.ts";
import { SETTINGS_EDITORS } from "./settings-editors.ts";

/** Every tool of this folder: what is done to files. */
export const FILE_TOOLS: readonly Tool[] = [
  ...MAKING_AND_REMOVING,
  ...COPYING,
  ...ACCESS,
  ...ARCHIVES,
  ...EDITORS,
  ...FOUND_FILES,
  ...MANY_FILES,
  ...OPENERS,
  ...SETTINGS_EDITORS,
];
