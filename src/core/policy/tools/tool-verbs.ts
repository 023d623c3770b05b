import { ALL_TOOLS } from "./all-tools.ts";
import type { Row, Tool } from "./tool-shape.ts";
import { isListed } from "./word-list.ts";

/** Whether a word of a call says what a known tool does (`push` of git) rather than what it does it to. */
export function isVerb(word: string, name: string): boolean {
  const tool = ALL_TOOLS.find(name);
  return tool !== undefined && verbListsOf(tool).some((list) => list !== "*" && isListed(word, list));
}

/** Whether the first word of a call to this tool is a verb, be it one that the table knows or not. */
export function hasVerbs(name: string): boolean {
  const tool = ALL_TOOLS.find(name);
  return tool !== undefined && verbListsOf(tool).length > 0;
}

/** Whether the policy knows what a call of this tool does; for an unknown one it guesses. */
export function isKnownTool(name: string): boolean {
  const tool = ALL_TOOLS.find(name);
  return tool !== undefined && tool.knows !== "options";
}

const verbListsOf = ({ does = [], also = [], commands = [] }: Tool): readonly string[] => [
  ...[...does, ...also].flatMap(verbsOfRow),
  ...commands.flatMap((command) => [command.names.join(" "), ...verbListsOf(command)]),
];

const verbsOfRow = ({ on, says }: Row): readonly string[] => [on ?? [], says ?? []].flat();
