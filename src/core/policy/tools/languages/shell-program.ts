import type { Text } from "../../values/abstract-text.ts";
import { acts, type Call, type Effect, executes, type Program, prints } from "../effect.ts";
import { isInfo } from "../file-readers.ts";
import { scriptFile } from "./script-file.ts";

/** The options of a shell, read up to its first word. */
type ShellOptions = {
  readonly effects: readonly Effect[];
  readonly wantsCode: boolean;
  readonly syntaxOnly: boolean;
  readonly rest: readonly Text[];
};

/** A shell: it runs the text behind `-c`, a script, or its standard input. */
export const shellProgram: Program = (call) => {
  if (isInfo(call.args)) return [];
  const { effects, wantsCode, syntaxOnly, rest } = shellOptions(call.args);
  if (syntaxOnly) return [prints("")];
  return [...effects, ...(wantsCode ? codeGiven(rest) : codeRead(rest, call))];
};

function shellOptions(args: readonly Text[]): ShellOptions {
  const effects: Effect[] = [];
  let wantsCode = false;
  let syntaxOnly = false;
  let at = 0;
  for (; at < args.length; at++) {
    const arg = args[at] ?? "";
    const [, startup] = /^--(?:rcfile|init-file)(?:=(.*))?$/s.exec(arg) ?? [];
    if (arg === "--" || arg === "-") {
      at++;
      break;
    }
    if (/^--(?:rcfile|init-file)(?:=|$)/.test(arg))
      effects.push(executes(startup ?? args[++at] ?? ""), acts("run-helper"));
    else if (/^[-+][a-zA-Z]+$/.test(arg)) {
      wantsCode ||= arg.startsWith("-") && arg.includes("c");
      syntaxOnly ||= arg === "-n";
      if (/[oO]$/.test(arg)) at++; // the name of a shell option
    } else if (!arg.startsWith("--")) break;
  }
  return { effects, wantsCode, syntaxOnly, rest: args.slice(at) };
}

function codeGiven([code, ...positionals]: readonly Text[]): readonly Effect[] {
  if (code === undefined) return [];
  const given = positionals.length === 0 ? ["bash"] : positionals;
  return [{ kind: "code", text: code, language: "shell", positionals: given }];
}

function codeRead(rest: readonly Text[], { args, stdin }: Call): readonly Effect[] {
  const [script, ...positionals] = rest;
  if (args.includes("-s") || script === undefined)
    return stdin === "" ? [] : [{ kind: "code", text: stdin, language: "shell", positionals: ["bash", ...rest] }];
  if (/^\/(?:dev\/(?:stdin|fd\/0)|proc\/self\/fd\/0)$/.test(script))
    return [{ kind: "code", text: stdin, language: "shell" }];
  return scriptFile(script, positionals, "shell");
}
