import type { Tool } from "../tool.ts";
import { SMALL_SERVICES } from "./small-services.ts";
import { INFRASTRUCTURE } from "./terraform.ts";

/** Every tool of this folder. */
export const CLOUD_TOOLS: readonly Tool[] = [...INFRASTRUCTURE, ...SMALL_SERVICES];
