import { CLOUD_TOOLS } from "./cloud/cloud-tools.ts";
import { DEVELOP_TOOLS } from "./develop/develop-tools.ts";
import type { Family } from "./effect.ts";
import { FACT_TOOLS } from "./facts.ts";
import { EDITORS } from "./files/editors.ts";
import { FILE_TOOLS } from "./files/file-tools.ts";
import { FILES } from "./files/files.ts";
import { fd, find, parallel, xargs } from "./files/searches.ts";
import { LANGUAGE_TOOLS } from "./languages/language-tools.ts";
import { MACHINE_TOOLS } from "./machine/machine-tools.ts";
import { MEDIA_TOOLS } from "./media/media-tools.ts";
import { NETWORK_TOOLS } from "./network/network-tools.ts";
import { PACKAGE_TOOLS } from "./packages/package-tools.ts";
import { RUN_TOOLS } from "./run/run-tools.ts";
import { TEXT_TOOLS } from "./text/text-tools.ts";
import type { Knowledge, Tool } from "./tool.ts";
import { ToolTable } from "./tool-table.ts";
import { VCS_TOOLS } from "./vcs/vcs-tools.ts";

/** Searches that run commands, until files are rows. */
const WRAPPERS: Family = { xargs, gxargs: xargs, parallel, find, gfind: find, bfs: find, fd, fdfind: fd };

/** Families that are still functions; a later one wins where two know a name. */
const FUNCTIONS: readonly Family[] = [TEXT_TOOLS, FILES, WRAPPERS, EDITORS];

/** Families whose functions read options one by one, for what they mean there. */
const EVERYTHING: ReadonlySet<string> = new Set([TEXT_TOOLS, FILES, EDITORS, WRAPPERS].flatMap(Object.keys));

const knowledgeOf = (name: string): Knowledge => (EVERYTHING.has(name) ? "everything" : "usual");

/** Tools that are still functions, with what the table of facts says of their options. */
function functionTools(): readonly Tool[] {
  const programs = new Map(FUNCTIONS.flatMap((family) => Object.entries(family)));
  return [...new Set([...programs.keys(), ...FACT_TOOLS.keys()])].map((name): Tool => {
    const by = programs.get(name);
    const facts = FACT_TOOLS.get(name) ?? {};
    return by === undefined
      ? { names: [name], knows: "options", examples: {}, ...facts }
      : { names: [name], knows: knowledgeOf(name), by, examples: {}, ...facts };
  });
}

/**
 * Every tool that is data, each in the file of its family.
 * @internal tests prove the examples of each
 */
export const TOOLS: readonly Tool[] = [
  ...FILE_TOOLS,
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
export const ALL_TOOLS: ToolTable = new ToolTable([...functionTools(), ...TOOLS]);
