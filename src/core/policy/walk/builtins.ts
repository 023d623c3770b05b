import { readOptions } from "../tools/options.ts";
import {
  ANY,
  ENVIRONMENT,
  HISTORY,
  holesOf,
  isKnown,
  NAME,
  NUMBER,
  OUTPUT,
  type Text,
} from "../values/abstract-text.ts";
import { echoed, formatted } from "../values/printing.ts";
import type { Scope } from "../values/scope.ts";
import { ALIAS } from "../values/shell-variables.ts";
import { resolvePath } from "../zones/zones.ts";
import { type Builtin, evaluateSubscripts, type Here } from "./builtin.ts";
import { mapfile, read, source } from "./input-builtins.ts";

const silent: Builtin = () => "";

/** Changes what the shell makes of later texts. */
const unsettling: Builtin = ({ frame }) => {
  frame.scope.unsettle();
  return "";
};

/** `declare -a 'x=(…)'`: bash reads a list that it gets as a word like one that stands in the text. */
const listsIn = (args: readonly Text[]): readonly Text[] =>
  args.some((arg) => /^-[a-zA-Z]*[aA]/.test(arg)) ? args.filter((arg) => /^[A-Za-z_]\w*\+?=\(.*\)\s*$/s.test(arg)) : [];

const declare: Builtin = (here) => {
  const { args, frame, engine, origin } = here;
  evaluateSubscripts(here);
  if (args.every((arg) => /^-[pxfF]+$/.test(arg))) return args.some((arg) => /[fF]/.test(arg)) ? OUTPUT : ENVIRONMENT;
  const refers = args.some((arg) => /^-[a-zA-Z]*n/.test(arg)) && here.invocation.argv[0] !== "export";
  const lists = listsIn(args);
  for (const list of lists) engine.code(list, frame, origin);
  for (const arg of args.filter((one) => !lists.includes(one))) {
    const match = /^([A-Za-z_]\w*)\+?=([\s\S]*)$/.exec(arg);
    if (match === null) continue;
    const [, name = "", value = ""] = match;
    if (refers) {
      frame.scope.refer(name, value);
      continue;
    }
    const known = frame.scope.variable(name);
    const values = known?.kind === "scalar" && known.values.includes(value) ? known.values : [value];
    if (known?.kind !== "array") frame.scope.set(name, values);
    engine.assign({ name, values }, frame, origin);
  }
  return "";
};

const cd: Builtin = ({ args, frame }) => {
  const [target = frame.scope.home] = readOptions(args, "", "first").rest;
  const { scope } = frame;
  if (target === "-") scope.cwd = scope.valuesOf("OLDPWD");
  else scope.cwd = [...searched(target, scope), ...scope.cwd.map((cwd) => resolvePath(target, cwd))];
  return "";
};

/** Where `CDPATH` leads: bash looks there first, for what does not begin with a slash or a dot. */
function searched(target: Text, scope: Scope): readonly Text[] {
  if (/^(?:\/|\.{1,2}(?:\/|$))/.test(target) || scope.variable("CDPATH") === undefined) return [];
  const directories = scope.valuesOf("CDPATH").flatMap((value) => value.split(":"));
  return directories.filter((one) => one !== "" && one !== ".").map((one) => resolvePath(target, one));
}

const setOptions: Builtin = ({ args, frame, engine, origin }) => {
  if (args.length === 0) return ENVIRONMENT;
  if (args.some((arg, index) => arg === "history" && /^\+\w*o$/.test(args[index - 1] ?? "")))
    engine.report("blind-guard", origin);
  frame.scope.unsettle();
  const at = args.findIndex((arg) => arg === "--" || !/^[-+]/.test(arg));
  const behindValue = args[at - 1] === "-o" || args[at - 1] === "+o" || /^[-+]\w*o$/.test(args[at - 1] ?? "");
  if (at === -1) return "";
  if (args[at] === "--") frame.scope.positionals = [args.slice(at + 1)];
  else if (!behindValue) frame.scope.positionals = [args.slice(at)];
  return "";
};

const evaluate: Builtin = ({ args, frame, engine, origin }) => {
  const code = (args[0] === "--" ? args.slice(1) : args).join(" ");
  return code === "" ? "" : engine.code(code, frame, origin);
};

const trap: Builtin = ({ args, frame, engine, origin }) => {
  const { rest } = readOptions(args, "", "first");
  const [code = ""] = rest;
  frame.scope.unsettle();
  if (rest.length >= 2 && code !== "-" && code !== "") engine.later(code, frame, origin);
  if (rest.slice(1).includes("DEBUG") && /BASH_COMMAND/.test(code) && />/.test(code))
    engine.report("trace-process", origin, "a record of every command of this session");
  return "";
};

const execute: Builtin = ({ args, frame, engine, invocation }) => {
  const { rest } = readOptions(args, "-a:", "first");
  return rest.length === 0
    ? ""
    : engine.run({ ...invocation, argv: rest, redirects: [] }, { ...frame, depth: frame.depth + 1, started: true });
};

/** Skips functions: the name is given a path, as only programs have one. */
const direct: Builtin = ({ args, frame, engine, invocation }) => {
  const { rest, has } = readOptions(args, "", "first");
  if (has("-v", "-V")) return rest.map((name) => `${name}\n`).join("");
  const [name = "", ...others] = rest;
  if (name === "") return "";
  const argv = [name.includes("/") || !isKnown(name) ? name : `/usr/bin/${name}`, ...others];
  return engine.run({ ...invocation, argv, redirects: [] }, { ...frame, depth: frame.depth + 1 });
};

const alias: Builtin = ({ args, frame, engine, origin }) => {
  for (const arg of args) {
    const equals = arg.indexOf("=");
    if (equals <= 0) continue;
    const code = arg.slice(equals + 1);
    frame.scope.set(ALIAS + arg.slice(0, equals), [code]);
    engine.code(code, { ...frame, scope: frame.scope.fork() }, origin);
  }
  return "";
};

const history: Builtin = ({ args, engine, origin }) => {
  const { has } = readOptions(args, "-d: -a -c -n -p -r -s -w");
  if (has("-c", "-d", "-w", "-a")) engine.report("blind-guard", origin);
  return HISTORY;
};

const printf: Builtin = (here) => {
  const { args, frame, engine, origin } = here;
  evaluateSubscripts(here);
  const { rest, values } = readOptions(args, "-v:", "first");
  const [format = "", ...others] = rest;
  const text = formatted(format, others);
  const [variable] = values("-v");
  if (variable === undefined) return text;
  frame.scope.set(variable, [text]);
  engine.assign({ name: variable, values: [text] }, frame, origin);
  return "";
};

const completion: Builtin = ({ args, frame, engine, origin }) => {
  const { values } = readOptions(args, "-C: -F: -A: -G: -P: -S: -W: -X: -o:");
  for (const code of values("-C", "-W"))
    if (/\$\(|`/.test(code) || values("-C").includes(code)) engine.code(code, frame, origin);
  return OUTPUT;
};

const enable: Builtin = ({ args, frame, engine, origin }) => {
  frame.scope.unsettle();
  if (readOptions(args, "-f:").has("-f")) engine.report("loader-variable", origin, "a builtin from a file");
  return "";
};

const hash: Builtin = ({ args, frame, origin, engine }) => {
  const options = readOptions(args, "-p:");
  const [path] = options.values("-p");
  for (const name of options.rest) if (path !== undefined) frame.scope.set(ALIAS + name, [path]);
  if (path !== undefined) engine.report("loader-variable", origin, "a program under another name");
  return "";
};

const test: Builtin = (here) => {
  evaluateSubscripts(here);
  return "";
};

const unset: Builtin = (here) => {
  evaluateSubscripts(here);
  for (const name of here.args) {
    if (name === "HISTFILE") here.engine.report("blind-guard", here.origin);
    if (here.args.includes("-f")) here.frame.scope.forgetFunction(name);
    else if (!name.startsWith("-")) here.frame.scope.unset(name);
  }
  return "";
};

/** Of a level that cannot be known every loop around may be meant. */
const leave: Builtin = ({ args, frame, invocation }) => {
  const [level = "1"] = args;
  const way = invocation.argv.includes("continue") ? "continued" : "broken";
  const { exits } = frame;
  if (!/^\d+$/.test(level)) for (const loop of exits) loop[way].add(frame.scope);
  else exits.at(-Math.min(Number(level), exits.length))?.[way].add(frame.scope);
  return "";
};

const shift: Builtin = ({ args, frame }) => {
  const by = /^\d+$/.test(args[0] ?? "1") ? Number(args[0] ?? "1") : 1;
  frame.scope.positionals = frame.scope.positionals?.map((list) => list.slice(by));
  return "";
};

/** The value of an option is one of the arguments, or the end of one. */
const getopts: Builtin = ({ args: [, name = "OPTION", ...given], frame: { scope } }) => {
  const lists = given.length > 0 ? [given] : scope.positionals;
  scope.set(name, [NAME]);
  scope.set("OPTARG", lists?.flat().flatMap((arg) => [arg, arg.replace(/^-./s, "")]) ?? [ANY]);
  scope.set("OPTIND", [NUMBER]);
  return "";
};

const wrapped: Builtin = (here) => {
  const [name = "", ...args] = here.args;
  return BUILTINS[name]?.({ ...here, args });
};

const bind: Builtin = ({ args, frame, engine, origin }) => {
  for (const value of readOptions(args, "-x: -f:").values("-x"))
    engine.code(value.replace(/^[^:]*:/, ""), frame, origin);
  return "";
};

const BUILTINS: Readonly<Record<string, Builtin>> = {
  ":": silent,
  true: silent,
  false: silent,
  break: leave,
  continue: leave,
  return: ({ frame }) => {
    frame.returned?.add(frame.scope);
    return "";
  },
  exit: silent,
  logout: silent,
  wait: silent,
  jobs: silent,
  fg: silent,
  bg: silent,
  disown: silent,
  umask: silent,
  ulimit: silent,
  shopt: unsettling,
  times: silent,
  getopts,
  caller: silent,
  unalias: unsettling,
  suspend: silent,
  popd: ({ frame }) => {
    frame.scope.cwd = frame.scope.valuesOf("OLDPWD");
    return "";
  },
  cd,
  chdir: cd,
  pushd: cd,
  dirs: ({ frame }) => frame.scope.cwd.join("\n"),
  pwd: ({ frame }) => frame.scope.cwd.join("\n"),
  export: declare,
  declare,
  typeset: declare,
  readonly: declare,
  local: declare,
  unset,
  set: setOptions,
  shift,
  read,
  mapfile,
  readarray: mapfile,
  let: test,
  test,
  "[": test,
  eval: evaluate,
  source,
  ".": source,
  trap,
  exec: execute,
  command: direct,
  builtin: wrapped,
  alias,
  history,
  echo: ({ args }) => echoed(args),
  printf,
  compgen: completion,
  complete: completion,
  enable,
  hash,
  bind,
  type: ({ args }) => `${args.at(-1) ?? ""}${holesOf("")}\n`,
  help: () => OUTPUT,
};

/** Runs a builtin; `undefined` when the name is none. */
export function runBuiltin(name: string, here: Here): Text | undefined {
  const builtin = Object.hasOwn(BUILTINS, name) ? BUILTINS[name] : undefined;
  return builtin?.(here);
}
