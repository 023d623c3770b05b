import type { Text } from "../../../values/abstract-text.ts";
import { type Program, runs } from "../../effect.ts";
import { mountEffects } from "./container-mounts.ts";

const WRITABLE = /^--(?:bind|dev-bind|bind-try|dev-bind-try)$/;
/** Options without a value. */
const SWITCH = /^--(?:die-with-parent|unshare|new-session|clearenv|as-pid-1)/;
/** Options with two values. */
const PAIR =
  /^--(?:bind|ro-bind|dev-bind|symlink|setenv|bind-try|ro-bind-try|dev-bind-try|chmod|file|bind-data|ro-bind-data)$/;

/** Words that belong to no option. */
const looseWords = (args: readonly Text[]): readonly Text[] =>
  args.filter((arg, at) => {
    const before = args[at - 1] ?? "";
    const isValue = (before.startsWith("--") && !SWITCH.test(before)) || PAIR.test(args[at - 2] ?? "");
    return !arg.startsWith("-") && !isValue;
  });

/** bubblewrap: what it mounts to write, and the command it runs. */
export const bwrap: Program = ({ args }) => {
  const end = args.indexOf("--");
  const command = end === -1 ? looseWords(args) : args.slice(end + 1);
  const mounted = args.filter((_, at) => WRITABLE.test(args[at - 1] ?? ""));
  return [...mounted.flatMap(mountEffects), ...(command.length > 0 ? [runs(command)] : [])];
};
