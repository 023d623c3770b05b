import { IN_TEMP } from "../../../knowledge/system-places.ts";
import { isKnown, type Text } from "../../values/abstract-text.ts";
import { acts, type Call, type Effect, executes, type Program, reads, shell, writes } from "../effect.ts";
import { contentBehind, writtenIn } from "../file-readers.ts";
import { optionValues } from "../option-values.ts";
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
    ...options.values("--eval", "-E").flatMap((text) => [...recipes(text), ...shellCalls(text), ...fileCalls(text)]),
    ...shellCalls([...options.rest, ...[...call.environment.values()].flat()].join("\n")),
    ...options.rest.flatMap(assigned),
  ];
};

function makefile(file: Text, call: Call): readonly Effect[] {
  if (!isKnown(file)) return [acts("run-unknown-code")];
  const isInput = file === "-" || file.startsWith("/dev/");
  const texts = isInput ? [contentBehind(file, call)] : writtenIn([file], call);
  return [...texts.flatMap((text) => [...recipes(text), ...shellCalls(text)]), ...(isInput ? [] : [executes(file)])];
}

/** make runs the lines that begin with a tab; two dollars are one of the shell. */
const recipes = (text: Text): readonly Effect[] =>
  text
    .split("\n")
    .flatMap((line) => /^(?:\t|[^\t=#]*:[^=;]*;)\s*[@+-]*(.*)$/.exec(line)?.[1] ?? [])
    .map((line) => shell(line.replaceAll("$$", () => "$")));

/** `$(shell command)` in a text that make reads. */
const shellCalls = (text: Text): readonly Effect[] =>
  [...text.matchAll(/\$\(shell ([^)]*)\)/g)].map(([, code = ""]) => shell(code));

/** `$(file < path)` reads, `$(file > path,text)` writes. */
const fileCalls = (text: Text): readonly Effect[] =>
  [...text.matchAll(/\$\(file\s*(<|>>?)\s*([^),\s]+)/g)].map(([, arrow, path = ""]) =>
    arrow === "<" ? reads(path) : writes(path),
  );

/** `SHELL=x`, and programs: one with options is plain work, one in a temporary directory or with more in it is not. */
function assigned(word: Text): readonly Effect[] {
  const [, name, value = ""] =
    /^(SHELL|\.SHELLFLAGS|MAKE|CC|CXX|LD|AR|RM|INSTALL|PYTHON|NODE)[:?+]?=(.*)$/s.exec(word) ?? [];
  if (name === undefined) return [];
  if (IN_TEMP.test(value)) return [executes(value)];
  const isPlain = /^[\w./+-]+(?:\s+[\w.+=,/-]+)*$/.test(value);
  if (name !== "SHELL" && isPlain) return /\s/.test(value) ? [shell(value)] : [];
  return [shell(value), acts("run-helper", name)];
}

/** Where `configure` writes down what it was told. Nothing runs it. */
const SETTINGS = "config.log";

/** `configure --prefix=P`: what is made here is installed there from now on. */
export const configures: Program = ({ args }) =>
  optionValues("--prefix", args, "").map((prefix) => ({
    kind: "writes",
    path: SETTINGS,
    content: `prefix=${prefix}\n`,
    append: true,
  }));

/** Whether the last `configure` of this text was told to install below the directory it ran in. */
function isConfiguredHere(call: Call, here: Text): boolean {
  const settings = writtenIn([SETTINGS], call).join("\n");
  const prefix = [...settings.matchAll(/^prefix=(.*)$/gm)].at(-1)?.[1] ?? "";
  return here !== "" && prefix.startsWith(`${here}/`) && isKnown(prefix) && !prefix.includes("..");
}

/** Targets that change something outside the project, unless the call redirects them into it. */
export const makesTargets: Program = (call) => {
  const { args, scope } = call;
  const targets = readOptions(args, MAKE).rest;
  const [here = ""] = scope.cwd;
  if (targets.some((word) => /^(?:DESTDIR|prefix|PREFIX)=/.test(word) && word.includes(`=${here}/`))) return [];
  if (targets.some((word) => /^(?:DESTDIR|prefix|PREFIX)=(?:\.|\$|\/tmp|\w)/.test(word))) return [];
  if (targets.some((word) => isListed(word, "install uninstall")))
    return isConfiguredHere(call, here) ? [] : [acts("install-global")];
  return targets.some((word) => isListed(word, "deploy publish release push upload")) ? [acts("publish")] : [];
};
