import { CLOUD_TOOLS } from "./cloud/cloud-tools.ts";
import { DEVELOP_TOOLS } from "./develop/develop-tools.ts";
import { FILE_TOOLS } from "./files/file-tools.ts";
import { LANGUAGE_TOOLS } from "./languages/language-tools.ts";
import { MACHINE_TOOLS } from "./machine/machine-tools.ts";
import { MEDIA_TOOLS } from "./media/media-tools.ts";
import { NETWORK_TOOLS } from "./network/network-tools.ts";
import { PACKAGE_TOOLS } from "./packages/package-tools.ts";
import { RUN_TOOLS } from "./run/run-tools.ts";
import { TEXT_TOOLS } from "./text/text-tools.ts";
import type { Tool } from "./tool-shape.ts";
import { ToolTable } from "./tool-table.ts";
import { VCS_TOOLS } from "./vcs/vcs-tools.ts";

/**
 * Every tool, each in the file of its family.
 * @internal tests prove the examples of each
 */
export const TOOLS: readonly Tool[] = [
  ...FILE_TOOLS,
  ...TEXT_TOOLS,
  ...RUN_TOOLS,
  ...LANGUAGE_TOOLS,
  ...DEVELOP_TOOLS,
  ...PACKAGE_TOOLS,
  ...VCS_TOOLS,
  ...NETWORK_TOOLS,
  ...CLOUD_TOOLS,
  ...MACHINE_TOOLS,
  ...MEDIA_TOOLS,
];

/** Every tool that is known. */
export const ALL_TOOLS: ToolTable = new ToolTable(TOOLS);
