import type { Tool } from "../tool.ts";
import { FIRMWARE_AND_IMAGES } from "./firmware-and-images.ts";
import { KERNEL } from "./kernel.ts";
import { PROCESS_TOOLS } from "./processes/processes.ts";
import { SCHEDULES } from "./processes/schedules.ts";
import { SERVICES } from "./processes/services.ts";
import { SERVERS } from "./servers.ts";
import { BACKUPS } from "./storage/backups.ts";
import { DISKS } from "./storage/disks.ts";
import { VOLUMES } from "./storage/volumes.ts";
import { VIRTUAL_MACHINES } from "./virtual-machines.ts";

/** Every tool of this folder. */
export const MACHINE_TOOLS: readonly Tool[] = [
  ...KERNEL,
  ...DISKS,
  ...VOLUMES,
  ...BACKUPS,
  ...VIRTUAL_MACHINES,
  ...SERVERS,
  ...FIRMWARE_AND_IMAGES,
  ...PROCESS_TOOLS,
  ...SCHEDULES,
  ...SERVICES,
];
