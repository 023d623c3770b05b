import type { Tool } from "../tool.ts";
import { LISTENERS } from "./listeners.ts";
import { SHARING } from "./sharing.ts";

/** Every tool of this folder. */
export const NETWORK_TOOLS: readonly Tool[] = [...SHARING, ...LISTENERS];
