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
const NAMES = ["OSTYPE", "HOSTTYPE", "MACHTYPE", "BASH_VERSION", "LANG", "TERM", "-"];

const userOf = (home: string): Text => home.slice(home.lastIndexOf("/") + 1);

/** Variables that have a value of their own, and that value in this home directory. */
const GIVEN: ReadonlyMap<string, (home: string) => Text> = new Map([
  ["HOME", (home) => home],
  ["USER", userOf],
  ["LOGNAME", userOf],
  ["TMPDIR", () => "/tmp"],
  ["HISTFILE", (home) => `${home}/.bash_history`],
  ["SHELL", () => "/bin/bash"],
  // A CI runner names files of its own in a temporary directory. Those that steer later steps (GITHUB_ENV) are not meant.
  ...["GITHUB_OUTPUT", "GITHUB_STATE", "GITHUB_STEP_SUMMARY"].map((name) => [name, () => `/tmp/${NAME}`] as const),
  ["IFS", () => " \t\n"],
  ["PPID", () => PARENT],
  ["!", () => CHILD],
  ["HOSTNAME", () => LOCAL],
  ...["$", "?", "#"].map((name) => [name, () => NUMBER] as const),
  ...NAMES.map((name) => [name, () => NAME] as const),
]);

/** Whether bash itself gives this name a value. */
export const isShellVariable = (name: string): boolean =>
  name === "HOME" || name === "PWD" || name === "USER" || NUMBERS.has(name);

/** The value of a name that the command did not set; the scope knows `PWD` and the arguments. */
export function unsetValue(name: string, home: string): Text {
  const given = GIVEN.get(name);
  if (given !== undefined) return given(home);
  if (NUMBERS.has(name)) return NUMBER;
  // A name without an alias stands for itself.
  if (name.startsWith(ALIAS)) return name.slice(ALIAS.length);
  return nameSecrecy(name) === "certain" ? SECRET : ANY;
}

/** The prefix that marks the name of an alias; no variable can have such a name. */
export const ALIAS = "alias:";
