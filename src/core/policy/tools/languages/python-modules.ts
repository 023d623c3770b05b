import { isKnown, type Text } from "../../values/abstract-text.ts";
import { acts, type Effect, executes, writes } from "../effect.ts";

/** Whatever stands behind `-m module` belongs to the module. */
export const behindModule = (args: readonly Text[]): readonly Text[] => {
  const at = args.findIndex((arg) => arg.startsWith("-m"));
  return args.slice(args[at] === "-m" ? at + 2 : at + 1);
};

/** `python -m …`: modules that are programs of their own. */
export function pythonModule(module: Text, args: readonly Text[]): readonly Effect[] {
  if (module.startsWith("pip")) return [{ kind: "runs", argv: ["pip", ...args] }];
  if (module === "http.server" || module === "SimpleHTTPServer")
    return [
      ...(args.includes("0.0.0.0") ? [acts("listen")] : []),
      ...args.filter((arg) => /^[/~]/.test(arg)).map(() => acts("leak")),
    ];
  if (module === "venv" || module === "virtualenv")
    return args.filter((arg) => !arg.startsWith("-")).map((path) => ({ kind: "creates", path }) as const);
  if (/^(?:twine|build|flit|hatch|poetry|jupyter|ipython|http|pytest)$/.test(module))
    return [{ kind: "runs", argv: [module, ...args] }];
  if (module === "timeit") return args.map((text) => ({ kind: "code", text, language: "python" }) as const);
  const operands = args.filter((arg) => !arg.startsWith("-"));
  if (module === "zipfile" || module === "tarfile")
    return args.some((arg) => /^(?:-e|--extract)$/.test(arg)) ? operands.slice(1, 2).map((path) => writes(path)) : [];
  if (/^(?:cProfile|profile|pdb|trace|runpy|line_profiler|memory_profiler|debugpy|doctest)$/.test(module))
    return operands.filter((path) => path.endsWith(".py")).map((path) => executes(path, [], "python"));
  return isKnown(module) && !module.includes(".") ? [{ kind: "runs", argv: [module, ...args] }] : [];
}
