import type { Tool } from "../tool.ts";
import { FIRMWARE_AND_IMAGES } from "./firmware-and-images.ts";
import { PLANNED_WORK } from "./planned-work.ts";
import { SERVERS } from "./servers.ts";

/** Every tool of this folder. */
export const MACHINE_TOOLS: readonly Tool[] = [...SERVERS, ...FIRMWARE_AND_IMAGES, ...PLANNED_WORK];
