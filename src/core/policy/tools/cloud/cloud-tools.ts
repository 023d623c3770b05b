import type { Tool } from "../tool.ts";
import { INFRASTRUCTURE } from "./terraform.ts";

/** Every tool of this folder. */
export const CLOUD_TOOLS: readonly Tool[] = [...INFRASTRUCTURE];
