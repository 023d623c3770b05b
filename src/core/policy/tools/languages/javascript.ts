import { acts, type Effect, executes, type Program, runs } from "../effect.ts";
import { readOptions } from "../options.ts";
import { isNacre } from "../run/nacre-commands.ts";
import { interpreter } from "./interpreters.ts";

const NODE_FLAGS =
  "-r: --require: --import: --loader: --experimental-loader: --env-file: -C: --conditions: --test-name-pattern: --test-reporter: --max-old-space-size: --inspect-port:";
const nodeBase = interpreter({
  language: "javascript",
  code: "-e --eval -p --print -pe",
  options: NODE_FLAGS,
  checks: "-c --check",
});
/** `node`: the modules it loads first, then its program. */
export const node: Program = (call) => {
  const { args } = call;
  const loaded = readOptions(args, NODE_FLAGS, "first").values(
    "-r",
    "--require",
    "--import",
    "--loader",
    "--experimental-loader",
  );
  const code = args.findIndex((arg) => arg === "-pe" || arg === "-ep");
  const effects: Effect[] = loaded.filter((module) => /^[./~]/.test(module)).map((module) => executes(module));
  return [
    ...effects,
    ...(code === -1 ? nodeBase(call) : [{ kind: "code", text: args[code + 1] ?? "", language: "javascript" } as const]),
  ];
};

/** `deno`: subcommands that run a text, a file or an address. */
export const deno: Program = (call) => {
  const [command = "", ...args] = call.args;
  const operands = args.filter((arg) => !arg.startsWith("-"));
  if (command === "eval") return operands.map((text) => ({ kind: "code", text, language: "javascript" }));
  if (command === "run" || command === "x" || command === "serve") {
    const [script] = operands;
    if (script === undefined || script === "-")
      return call.stdin === "" ? [] : [{ kind: "code", text: call.stdin, language: "javascript" }];
    return /^https?:/.test(script)
      ? [acts("run-download"), { kind: "fetches", from: script }]
      : [executes(script, operands.slice(1), "javascript")];
  }
  if (command === "install" && args.includes("-g")) return [acts("install-global")];
  if (command === "publish" || command === "deploy") return args.includes("--dry-run") ? [] : [acts("publish")];
  return [];
};

/** `bun`: npm, npx and node in one. */
export const bun: Program = (call) => {
  const [command = "", ...args] = call.args;
  if (/^(?:-e|--eval|-p|--print)$/.test(command))
    return [{ kind: "code", text: args[0] ?? "", language: "javascript" }];
  if (isNacre(command)) return [runs(["nacre", ...args])];
  if (command === "run" && isNacre(args[0] ?? "")) return [runs(["nacre", ...args.slice(1)])];
  if (command === "x") return [{ kind: "runs", argv: ["npx", ...args] }];
  if (/^(?:publish)$/.test(command)) return [acts("publish")];
  if (/^(?:add|install|i|a)$/.test(command)) return [{ kind: "runs", argv: ["npm", "install", ...args] }];
  if (command === "run" && args[0] !== undefined && /^[./]/.test(args[0]))
    return [executes(args[0], args.slice(1), "javascript")];
  return /^[./].*\.[cm]?[jt]sx?$/.test(command) ? [executes(command, args, "javascript")] : [];
};
