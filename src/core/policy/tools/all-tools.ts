import { CLOUD } from "./cloud/cloud.ts";
import { CONTAINERS } from "./cloud/containers.ts";
import { DATABASES } from "./cloud/databases.ts";
import type { Family } from "./effect.ts";
import { EDITORS } from "./files/editors.ts";
import { FILES } from "./files/files.ts";
import { TEXT_TOOLS } from "./files/text-tools.ts";
import { DISKS } from "./machine/disks.ts";
import { HARDWARE } from "./machine/hardware.ts";
import { MACHINE } from "./machine/machine.ts";
import { PROCESS_TOOLS } from "./machine/processes.ts";
import { NETWORK } from "./network/network.ts";
import { PACKAGES } from "./packages/language-managers.ts";
import { INTERPRETERS } from "./run/interpreters.ts";
import { WRAPPERS } from "./run/wrappers.ts";
import { VERSION_CONTROL } from "./vcs/git.ts";

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
