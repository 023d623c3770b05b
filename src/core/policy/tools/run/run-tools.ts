import type { Tool } from "../tool-shape.ts";
import { COMMAND_RUNNERS } from "./command-runners.ts";
import { INSPECTORS } from "./inspectors.ts";
import { NACRE_COMMANDS } from "./nacre-commands.ts";
import { PRIVILEGE } from "./privilege.ts";
import { PROCESS_LIMITS } from "./process-limits.ts";
import { TERMINAL_TOOLS } from "./terminal-tools.ts";
import { TRACERS } from "./tracers.ts";
import { WRAPPERS } from "./wrappers.ts";

/** Every tool of this folder. */
export const RUN_TOOLS: readonly Tool[] = [
  ...WRAPPERS,
  ...PROCESS_LIMITS,
  ...PRIVILEGE,
  ...COMMAND_RUNNERS,
  ...TERMINAL_TOOLS,
  ...TRACERS,
  ...INSPECTORS,
  ...NACRE_COMMANDS,
];
