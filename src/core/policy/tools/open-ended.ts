import { ALL_TOOLS } from "./all-tools.ts";
import { LANGUAGES } from "./languages/interpreted-languages.ts";
import { RUN_TOOLS } from "./run/run-tools.ts";

const NAMES: ReadonlySet<string> = new Set([...RUN_TOOLS, ...LANGUAGES].flatMap((tool) => tool.names));

/** Whether a program runs any command or code it is given: then its name does not say what will happen. */
export function isOpenEnded(name: string): boolean {
  const tool = ALL_TOOLS.find(name);
  return tool !== undefined && (tool.wraps !== undefined || tool.names.some((one) => NAMES.has(one)));
}
