import type { Tool } from "../tool-shape.ts";
import { BUILD_TOOLS } from "./build-tools.ts";
import { BUNDLERS } from "./bundlers.ts";
import { COMPILERS } from "./compilers.ts";
import { FRAMEWORKS } from "./frameworks.ts";
import { LINTERS } from "./linters.ts";
import { TASK_FILES } from "./task-files.ts";
import { TASK_RUNNERS } from "./task-runners.ts";
import { TEST_RUNNERS } from "./test-runners.ts";
import { WATCHERS } from "./watchers.ts";

/** Every tool of this folder. */
export const DEVELOP_TOOLS: readonly Tool[] = [
  ...BUILD_TOOLS,
  ...TASK_RUNNERS,
  ...TASK_FILES,
  ...FRAMEWORKS,
  ...COMPILERS,
  ...LINTERS,
  ...BUNDLERS,
  ...TEST_RUNNERS,
  ...WATCHERS,
];
