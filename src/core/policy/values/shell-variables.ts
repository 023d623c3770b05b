import { nameSecrecy } from "../../knowledge/secret-names.ts";
import { ANY, alternatives, CHILD, LOCAL, NAME, NUMBER, PARENT, SECRET, type Text } from "./abstract-text.ts";
import { joinVariables, type Variable } from "./join.ts";
import type { SessionView } from "./session-view.ts";
import type { SharedMap } from "./shared-map.ts";

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

/** The same for the keys of an associative array. */
export const KEYS = "keys:";

/** The prefix that marks the letters of a variable's attributes; no variable can have such a name. */
export const ATTRIBUTE = "attribute:";

/** What a variable has once it is given this: in the form of `declare -l` or `-u`, and what it had where it may be `readonly`. */
export function given(variable: Variable, attribute: Variable | undefined, before: () => Variable): Variable {
  if (attribute?.kind !== "scalar") return variable;
  const isFixed = attribute.values.some((letters) => letters.includes("r"));
  const value = formed(variable, attribute.values);
  return isFixed ? joinVariables(before(), value, "exact") : value;
}

/** What `declare -l` and `declare -u` make of every value; the last one counts. */
function formed(variable: Variable, attributes: readonly Text[]): Variable {
  if (variable.kind !== "scalar") return variable;
  const form = (text: Text, letters: Text): Text => {
    if (letters.lastIndexOf("l") > letters.lastIndexOf("u")) return text.toLowerCase();
    return letters.includes("u") ? text.toUpperCase() : text;
  };
  const values = variable.values.flatMap((text) => attributes.map((letters) => form(text, letters)));
  return { kind: "scalar", values: [...new Set(values)] };
}

/** Whether bash reads what this variable is given as arithmetic (`declare -i`). */
export function isInteger(name: string, scope: { variable(name: string): Variable | undefined }): boolean {
  const attribute = scope.variable(ATTRIBUTE + name);
  return attribute?.kind === "scalar" && attribute.values.some((letters) => letters.includes("i"));
}

/** Set where the last command of a pipeline runs in the shell itself. */
export const LAST_PIPE = "shopt:lastpipe";

/** Set where a redirection may leave a file as it is: `set -C`, or a file that its owner cannot write. */
export const NO_CLOBBER = "set:noclobber";
export const mayKeepFiles = (scope: { variable(name: string): Variable | undefined }): boolean =>
  scope.variable(NO_CLOBBER) !== undefined;

/** Set where every variable is exported that gets a value (`set -a`). */
export const ALL_EXPORTED = "set:allexport";

/** Variables that are in the environment of every shell before the text begins. */
const INHERITED =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|PWD|OLDPWD|TERM|LANG|LC_\w+|TMPDIR|TZ|EDITOR|PAGER|CI|GITHUB_\w+|_)$/;

/** Whether another shell surely gets what this variable holds; marks, which are no variables, are kept as they are. */
function isPassedOn(name: string, known: SharedMap<Variable>): boolean {
  if (!/^[A-Za-z_]\w*$/.test(name) || INHERITED.test(name)) return true;
  return [known.get(ALL_EXPORTED), known.get(ATTRIBUTE + name)].some(
    (mark) => mark?.kind === "scalar" && mark.values.every((letters) => letters.includes("x")),
  );
}

/** What another shell may see of a variable that was not exported: nothing. */
const orUnset = (variable: Variable): Variable =>
  variable.kind === "scalar" ? { kind: "scalar", values: alternatives([...variable.values, ""]) } : variable;

/** What another shell sees of these variables, and of those it is given; it never takes its separators from there. */
export function passedOn(known: SharedMap<Variable>, given: ReadonlyMap<string, readonly Text[]>): SharedMap<Variable> {
  const seen = known.mapped((variable, name) => (isPassedOn(name, known) ? variable : orUnset(variable))).fork();
  for (const [name, values] of given) {
    if (name === "IFS") continue;
    seen.set(name, { kind: "scalar", values: alternatives(values) });
    seen.set(ATTRIBUTE + name, { kind: "scalar", values: ["x"] });
  }
  return seen;
}

/** What the session holds under this name, as it sees it itself or as another shell does. */
export function heldBefore(name: string, view: SessionView | undefined, isOther: boolean): Variable | undefined {
  const held = view?.variable(name);
  return held !== undefined && isOther && !INHERITED.test(name) && view?.exports(name) === false ? orUnset(held) : held;
}
