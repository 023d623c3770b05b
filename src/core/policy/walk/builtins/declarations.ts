import { ENVIRONMENT, OUTPUT, type Text } from "../../values/abstract-text.ts";
import { literalSubscript } from "../../values/elements.ts";
import { joinVariables } from "../../values/join.ts";
import { ATTRIBUTE } from "../../values/shell-variables.ts";
import { type Builtin, evaluateNumbers, evaluateSubscripts, type Here } from "./builtin.ts";

/** `declare -a 'x=(…)'`: bash reads a list that it gets as a word like one that stands in the text. */
const listsIn = (args: readonly Text[]): readonly Text[] =>
  args.some((arg) => /^-[a-zA-Z]*[aA]/.test(arg)) ? args.filter((arg) => /^[A-Za-z_]\w*\+?=\(.*\)\s*$/s.test(arg)) : [];

/** The attributes by which a declaration changes every value that its variables are given, and `x`: others get them. */
const attributesIn = (args: readonly Text[], name: Text): string =>
  args
    .filter((arg) => /^-[a-zA-Z]+$/.test(arg))
    .join("")
    .replaceAll(/[^luix]/g, "") + (name === "export" ? "x" : "");

/** The declaration's own name; `command` gives it a path. */
const nameOf = ({ invocation }: Here): Text => invocation.argv[0]?.replace(/^.*\//, "") ?? "";

/** Gives a variable the attributes of its declaration, and takes the one that this takes away. */
function mark(name: string, letters: string, here: Here): void {
  if (letters !== "") attribute(name, letters, here);
  if (isWithheld(here)) withhold(name, here);
}

/** Adds to the attributes a variable has. */
function attribute(name: string, letters: string, { frame: { scope } }: Here): void {
  const known = scope.variable(ATTRIBUTE + name);
  const before = known?.kind === "scalar" ? known.values : [""];
  const after = before.map((had) => had.replaceAll(new RegExp(`[${letters}]`, "g"), "") + letters);
  scope.set(ATTRIBUTE + name, after);
}

/** `export -n` and `declare +x`: other programs get the variable no more. */
const isWithheld = (here: Here): boolean =>
  here.args.some((arg) => (nameOf(here) === "export" ? /^-[a-zA-Z]*n/ : /^\+[a-zA-Z]*x/).test(arg));

function withhold(name: string, { frame: { scope } }: Here): void {
  const known = scope.variable(ATTRIBUTE + name);
  if (known?.kind === "scalar")
    scope.set(
      ATTRIBUTE + name,
      known.values.map((letters) => letters.replaceAll("x", "")),
    );
}

/** `declare`, `export` and their kin. */
export const declare: Builtin = (here) => {
  const { args, frame, engine, origin } = here;
  evaluateSubscripts(here);
  if (args.every((arg) => /^-[pxfF]+$/.test(arg))) return args.some((arg) => /[fF]/.test(arg)) ? OUTPUT : ENVIRONMENT;
  const refers = args.some((arg) => /^-[a-zA-Z]*n/.test(arg)) && nameOf(here) !== "export";
  const letters = attributesIn(args, nameOf(here));
  const lists = listsIn(args);
  for (const list of lists) engine.code(list, frame, origin);
  for (const arg of args.filter((one) => !lists.includes(one))) {
    const [, name = "", sign, value = ""] = /^([A-Za-z_]\w*)(?:(\+?=)([\s\S]*))?$/.exec(arg) ?? [];
    if (name !== "") hide(name, sign, here);
    if (name !== "") mark(name, letters, here);
    if (sign !== undefined && refers) frame.scope.refer(name, literalSubscript(value));
    else if (sign !== undefined) give(name, value, here);
    if (isFixed(here)) attribute(name, "r", here);
  }
  return "";
};

/** `readonly` and `declare -r`: from here on the variable keeps what it has. */
const isFixed = (here: Here): boolean =>
  nameOf(here) === "readonly" || (nameOf(here) !== "export" && here.args.some((arg) => /^-[a-zA-Z]*r/.test(arg)));

const isGlobal = (args: readonly Text[]): boolean => args.some((arg) => /^-[a-zA-Z]*g/.test(arg));

/** Remembers what a local variable hides whose declaration is known only now that its words are. */
function hide(name: string, sign: string | undefined, here: Here): void {
  const { args, frame } = here;
  const { hidden, scope } = frame;
  if (hidden === undefined || hidden.has(name) || isGlobal(args)) return;
  if (!/^(?:local|declare|typeset)$/.test(nameOf(here))) return;
  hidden.set(name, scope.variable(name));
  scope.refer(name, name);
  if (sign === undefined) scope.unset(name);
}

/** What is declared for all functions may be what a name has again where the local variable ends. */
function reveal(name: string, { frame: { hidden, scope } }: Here): void {
  const given = scope.variable(name);
  if (hidden?.has(name) !== true || given === undefined) return;
  hidden.set(name, joinVariables(hidden.get(name) ?? given, given, "exact"));
}

function give(name: string, value: Text, here: Here): void {
  const { args, frame, engine, origin } = here;
  evaluateNumbers(name, [value], here);
  const known = frame.scope.variable(name);
  const values = known?.kind === "scalar" && known.values.includes(value) ? known.values : [value];
  if (known?.kind !== "array") frame.scope.set(name, values);
  engine.assign({ name, values }, frame, origin);
  if (isGlobal(args)) reveal(name, here);
}
