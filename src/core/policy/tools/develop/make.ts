import { isKnown, type Text } from "../../values/abstract-text.ts";
import { acts, type Call, type Effect, executes, type Program, shell } from "../effect.ts";
import { readOptions } from "../options.ts";
import { isListed } from "../word-list.ts";

/** How make writes its options. */
export const MAKE =
  "-f: --file: --makefile: -C: --directory: -I: --include-dir: -o: -W: --eval: -E: -j --jobs -l --dry-run --just-print --recon --question";

/** make runs its makefiles, and the recipes that a call gives it instead. */
export const makes: Program = (call) => {
  const options = readOptions(call.args, MAKE);
  return [
    ...options.values("-f", "--file", "--makefile").flatMap((file) => makefile(file, call)),
    ...options.values("--eval", "-E").flatMap((text) => [...recipes(text), ...shellCalls(text)]),
    ...shellCalls([...options.rest, ...[...call.environment.values()].flat()].join("\n")),
    ...options.rest.flatMap(assigned),
  ];
};

function makefile(file: Text, { stdin }: Call): readonly Effect[] {
  if (file === "-") return recipes(stdin);
  return [isKnown(file) ? executes(file) : acts("run-unknown-code")];
}

/** make runs the lines that begin with a tab. */
const recipes = (text: Text): readonly Effect[] =>
  text
    .split("\n")
    .flatMap((line) => /^(?:\t|[^\t=#]*:[^=;]*;)\s*[@+-]*(.*)$/.exec(line)?.[1] ?? [])
    .map(shell);

/** `$(shell command)` in a text that make reads. */
const shellCalls = (text: Text): readonly Effect[] =>
  [...text.matchAll(/\$\(shell ([^)]*)\)/g)].map(([, code = ""]) => shell(code));

/** `SHELL=x` and programs with arguments of their own, `CC='x; y'`. */
function assigned(word: Text): readonly Effect[] {
  const [, name, value = ""] =
    /^(SHELL|\.SHELLFLAGS|MAKE|CC|CXX|LD|AR|RM|INSTALL|PYTHON|NODE)[:?+]?=(.*)$/s.exec(word) ?? [];
  if (name === undefined || (name !== "SHELL" && !/[\s;|&]/.test(value))) return [];
  return [shell(value), acts("run-helper", name)];
}

/** Targets that change something outside the project, unless the call redirects them into it. */
export const makesTargets: Program = ({ args }) => {
  const targets = readOptions(args, MAKE).rest;
  if (targets.some((word) => /^(?:DESTDIR|prefix|PREFIX)=(?:\.|\$|\/tmp|\w)/.test(word))) return [];
  if (targets.some((word) => isListed(word, "install uninstall"))) return [acts("install-global")];
  return targets.some((word) => isListed(word, "deploy publish release push upload")) ? [acts("publish")] : [];
};
