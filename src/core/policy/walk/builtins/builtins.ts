import { readOptions } from "../../tools/options.ts";
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
} from "../../values/abstract-text.ts";
import { echoed, formatted } from "../../values/printing.ts";
import { ALIAS, ALL_EXPORTED, LAST_PIPE, NO_CLOBBER } from "../../values/shell-variables.ts";
import { type Builtin, evaluateNumbers, evaluateSubscripts, type Here } from "./builtin.ts";
import { declare } from "./declarations.ts";
import { cd, dirs, popd, pushd } from "./directory-builtins.ts";
import { mapfile, read, source } from "./input-builtins.ts";

const silent: Builtin = () => "";

/** Changes what the shell makes of later texts. */
const unsettling: Builtin = ({ frame }) => {
  frame.scope.unsettle();
  return "";
};

const setOptions: Builtin = ({ args, frame, engine, origin }) => {
  if (args.length === 0) return ENVIRONMENT;
  if (args.some((arg, index) => arg === "history" && /^\+\w*o$/.test(args[index - 1] ?? "")))
    engine.report("blind-guard", origin);
  frame.scope.unsettle();
  if (args.some((arg) => /^-\w*[eu]|^(?:errexit|nounset)$/.test(arg) || !isKnown(arg))) frame.left?.add(frame.scope);
  if (args.some((arg) => /^[-+]\w*a|^allexport$/.test(arg)))
    frame.scope.set(ALL_EXPORTED, [args[0]?.startsWith("-") === true ? "x" : ""]);
  if (args.some((arg) => /^-\w*C|^noclobber$/.test(arg) || !isKnown(arg))) frame.scope.set(NO_CLOBBER, ["on"]);
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
  if (rest.length > 0) frame.left?.add(frame.scope);
  return rest.length === 0
    ? ""
    : engine.run({ ...invocation, argv: rest, redirects: [] }, { ...frame, depth: frame.depth + 1, started: true });
};

/** Skips functions: the name is given a path, as only programs have one. */
const direct: Builtin = ({ args, frame, engine, invocation }) => {
  const { rest, has } = readOptions(args, "", "first");
  const found = (name: Text): Text => (name.includes("/") || !isKnown(name) ? name : `/usr/bin/${name}`);
  if (has("-v", "-V")) return rest.map((name) => `${found(name)}\n`).join("");
  const [name = "", ...others] = rest;
  if (name === "") return "";
  const argv = [found(name), ...others];
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
  evaluateNumbers(variable, [text], here);
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

/** The value of an option stands behind its letter or is the next argument. */
const getopts: Builtin = ({ args: [letters = "", name = "OPTION", ...given], frame: { scope } }) => {
  const lists = given.length > 0 ? [given] : scope.positionals;
  const valueAt = (arg: Text, next: Text | undefined): readonly Text[] => {
    const [, letter = "", rest = ""] = /^-(.)(.*)$/s.exec(arg) ?? [];
    if (isKnown(letters) && isKnown(letter) && !letters.includes(`${letter}:`)) return [];
    return letter === "" ? [] : [rest === "" ? (next ?? "") : rest];
  };
  const values = lists?.flatMap((list) => list.flatMap((arg, at) => valueAt(arg, list[at + 1])));
  scope.set(name, [NAME]);
  scope.set("OPTARG", values ?? [ANY]);
  scope.set("OPTIND", [NUMBER]);
  return "";
};

const wrapped: Builtin = (here) => {
  const [name = "", ...args] = here.args;
  return BUILTINS[name]?.({ ...here, args, invocation: { ...here.invocation, argv: here.args } });
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
  exit: ({ frame }) => {
    frame.left?.add(frame.scope);
    return "";
  },
  logout: silent,
  wait: silent,
  jobs: silent,
  fg: silent,
  bg: silent,
  disown: silent,
  umask: silent,
  ulimit: silent,
  shopt: (here) => {
    if (here.args.includes("lastpipe")) here.frame.scope.set(LAST_PIPE, [here.args.includes("-s") ? "on" : ""]);
    return unsettling(here);
  },
  times: silent,
  getopts,
  caller: silent,
  unalias: unsettling,
  suspend: silent,
  popd,
  cd,
  chdir: cd,
  pushd,
  dirs,
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
  let: (here) => {
    for (const arg of here.args) here.engine.code(`((${arg}))`, here.frame, here.origin);
    return test(here);
  },
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
