import type { Text } from "../../values/abstract-text.ts";
import type { Call, Effect, Language, Program } from "../effect.ts";
import { isInfo } from "../file-readers.ts";
import { readOptions } from "../options.ts";
import { isListed } from "../word-list.ts";
import { behindModule, pythonModule } from "./python-modules.ts";
import { scriptFile } from "./script-file.ts";

/** How an interpreter takes its program. */
type Interpreter = {
  readonly language: Language;
  /** Options whose value is the program. */
  readonly code: string;
  /** Other options that take a value. */
  readonly options?: string;
  /** Options that have it read the program and run none of it. */
  readonly checks?: string;
};

/** Whether it only checks: what else is given may load a module, which runs. */
const onlyChecks = ([first = "", ...others]: readonly Text[], checks: string): boolean =>
  first !== "" && isListed(first, checks) && others.every((arg) => !arg.startsWith("-"));

/** The program behind an option, in a file, or on standard input. */
export const interpreter =
  ({ language, code, options: spec = "", checks = "" }: Interpreter): Program =>
  (call: Call) => {
    if (isInfo(call.args)) return [];
    if (onlyChecks(call.args, checks)) return call.args.slice(1).map((path) => ({ kind: "reads", path }));
    const names = code.split(" ");
    const args = call.args.map((arg) => (names.includes(`-${arg}`) ? `-${arg}` : arg));
    const options = readOptions(args, `${spec} ${names.map((name) => `${name}:`).join(" ")}`, "first");
    const codes = options.values(...names);
    const effects: Effect[] = codes.map((text) => ({ kind: "code", text, language }));
    if (codes.length > 0) return [...effects, ...options.rest.map((path) => ({ kind: "reads", path }) as const)];
    const [script, ...rest] = options.rest;
    if (language === "python" && options.has("-m"))
      return pythonModule(options.values("-m")[0] ?? "", behindModule(call.args));
    if (script === undefined || script === "-" || script === "/dev/stdin") {
      return call.stdin !== "" ? [...effects, { kind: "code", text: call.stdin, language }] : effects;
    }
    return [...effects, ...scriptFile(script, rest, language)];
  };
