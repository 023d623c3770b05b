import { nameSecrecy } from "../../knowledge/secret-names.ts";
import { ANY, CHILD, LOCAL, NAME, NUMBER, PARENT, SECRET, type Text } from "./abstract-text.ts";

const NUMBERS = new Set([
  "RANDOM",
  "SECONDS",
  "LINENO",
  "UID",
  "EUID",
  "BASHPID",
  "EPOCHSECONDS",
  "SRANDOM",
  "COLUMNS",
  "LINES",
  "SHLVL",
  "GROUPS",
]);
const NAMES = new Set(["OSTYPE", "HOSTTYPE", "MACHTYPE", "BASH_VERSION", "LANG", "TERM"]);

/** Whether bash itself gives this name a value. */
export const isShellVariable = (name: string): boolean =>
  name === "HOME" || name === "PWD" || name === "USER" || NUMBERS.has(name);

/** The value of a name that the command did not set; the scope knows `PWD` and the arguments. */
export function unsetValue(name: string, home: string): Text {
  if (name === "HOME") return home;
  if (name === "USER" || name === "LOGNAME") return home.slice(home.lastIndexOf("/") + 1);
  if (name === "TMPDIR") return "/tmp";
  if (name === "HISTFILE") return `${home}/.bash_history`;
  if (name === "IFS") return " \t\n";
  if (name === "PPID") return PARENT;
  if (name === "!") return CHILD;
  if (name === "HOSTNAME") return LOCAL;
  if (NUMBERS.has(name) || name === "$" || name === "?" || name === "#") return NUMBER;
  if (NAMES.has(name) || name === "-") return NAME;
  // A name without an alias stands for itself.
  if (name.startsWith(ALIAS)) return name.slice(ALIAS.length);
  return nameSecrecy(name) === "certain" ? SECRET : ANY;
}

/** The prefix that marks the name of an alias; no variable can have such a name. */
export const ALIAS = "alias:";
