import { CLOUD } from "./cloud.ts";
import { CONTAINERS } from "./containers.ts";
import { DATABASES } from "./databases.ts";
import { DISKS } from "./disks.ts";
import { EDITORS } from "./editors.ts";
import type { Family } from "./effect.ts";
import { FILES } from "./files.ts";
import { VERSION_CONTROL } from "./git.ts";
import { HARDWARE } from "./hardware.ts";
import { INTERPRETERS } from "./interpreters.ts";
import { MACHINE } from "./machine.ts";
import { NETWORK } from "./network.ts";
import { PACKAGES } from "./packages.ts";
import { PROCESS_TOOLS } from "./processes.ts";
import { TEXT_TOOLS } from "./text-tools.ts";
import { WRAPPERS } from "./wrappers.ts";

/** Every family of programs; a later one wins where two know a name. */
export const FAMILIES: readonly Family[] = [
  TEXT_TOOLS,
  FILES,
  WRAPPERS,
  INTERPRETERS,
  DISKS,
  MACHINE,
  HARDWARE,
  PROCESS_TOOLS,
  NETWORK,
  VERSION_CONTROL,
  PACKAGES,
  CLOUD,
  DATABASES,
  CONTAINERS,
  EDITORS,
];
