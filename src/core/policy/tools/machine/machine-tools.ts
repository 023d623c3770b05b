import type { Tool } from "../tool-shape.ts";
import { ACCOUNTS } from "./accounts.ts";
import { REMOTE_SHELLS } from "./back-doors.ts";
import { CLOCK_AND_NAME } from "./clock-and-name.ts";
import { CREDENTIAL_MANAGERS, KEY_TOOLS } from "./credential-managers.ts";
import { DESKTOP_SETTINGS } from "./desktop-settings.ts";
import { FIRMWARE_AND_IMAGES } from "./firmware-and-images.ts";
import { GUARDS } from "./guards.ts";
import { HARDWARE } from "./hardware.ts";
import { KERNEL } from "./kernel.ts";
import { MESSAGES } from "./messages.ts";
import { NAME_LOOKUPS } from "./name-services.ts";
import { NETWORK_SETTINGS } from "./network-settings.ts";
import { POWER } from "./power.ts";
import { PROCESS_TOOLS } from "./processes/processes.ts";
import { SCHEDULES } from "./processes/schedules.ts";
import { SERVICES } from "./processes/services.ts";
import { SCREEN_AND_CLIPBOARD } from "./screen-and-clipboard.ts";
import { SECRET_FINDERS } from "./secret-finders.ts";
import { SERVERS } from "./servers.ts";
import { BACKUPS } from "./storage/backups.ts";
import { DISKS } from "./storage/disks.ts";
import { VOLUMES } from "./storage/volumes.ts";
import { SYSTEM_PACKAGES } from "./system-packages.ts";
import { USER_AND_HOST } from "./user-and-host.ts";
import { VIRTUAL_MACHINES } from "./virtual-machines.ts";

/** Every tool of this folder. */
export const MACHINE_TOOLS: readonly Tool[] = [
  ...POWER,
  ...SERVICES,
  ...NETWORK_SETTINGS,
  ...NAME_LOOKUPS,
  ...ACCOUNTS,
  ...CLOCK_AND_NAME,
  ...SYSTEM_PACKAGES,
  ...KERNEL,
  ...HARDWARE,
  ...DISKS,
  ...VOLUMES,
  ...BACKUPS,
  ...VIRTUAL_MACHINES,
  ...GUARDS,
  ...PROCESS_TOOLS,
  ...SCHEDULES,
  ...DESKTOP_SETTINGS,
  ...REMOTE_SHELLS,
  ...SECRET_FINDERS,
  ...MESSAGES,
  ...SERVERS,
  ...FIRMWARE_AND_IMAGES,
  ...CREDENTIAL_MANAGERS,
  ...KEY_TOOLS,
  ...SCREEN_AND_CLIPBOARD,
  ...USER_AND_HOST,
];
