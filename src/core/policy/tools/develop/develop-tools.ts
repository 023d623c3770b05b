import type { Tool } from "../tool.ts";
import { BUNDLERS } from "./bundlers.ts";
import { LINTERS } from "./linters.ts";
import { TASK_FILES } from "./task-files.ts";
import { TEST_RUNNERS } from "./test-runners.ts";
import { WATCHERS } from "./watchers.ts";

/** Every tool of this folder. */
export const DEVELOP_TOOLS: readonly Tool[] = [...LINTERS, ...BUNDLERS, ...TEST_RUNNERS, ...TASK_FILES, ...WATCHERS];
