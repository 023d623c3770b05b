import { isKnown, type Text } from "../../values/abstract-text.ts";
import { acts, type Call, type Effect, executes, type Program, prints, runs, shell } from "../effect.ts";
import { readOptions } from "../options.ts";

export const works: Effect = { kind: "works" };

export const isDry = (args: readonly Text[]): boolean =>
  args.some((arg) => /^--dry-run|^-n$|^--no-push|^--check$/.test(arg));

export const make: Program = (call) => {
  const options = readOptions(
    call.args,
    "-f: --file: --makefile: -C: --directory: -I: --include-dir: -o: -W: --eval: -E: -j --jobs -l",
  );
  const files = options.values("-f", "--file", "--makefile");
  const dry = options.has("-n", "--dry-run", "--just-print", "--recon", "-q", "--question");
  const effects: Effect[] = [
    options.has("-C", "--directory")
      ? { kind: "works", directory: options.values("-C", "--directory")[0] ?? "" }
      : works,
  ];
  for (const file of files) {
    if (file === "-") effects.push(...recipes(call.stdin));
    else if (!isKnown(file)) effects.push(acts("run-unknown-code"));
    else effects.push(executes(file));
  }
  for (const text of options.values("--eval", "-E"))
    effects.push(...recipes(text), ...[...text.matchAll(/\$\(shell ([^)]*)\)/g)].map(([, code = ""]) => shell(code)));
  const given = [...options.rest, ...[...call.environment.values()].flat()];
  for (const [, code = ""] of given.join("\n").matchAll(/\$\(shell ([^)]*)\)/g)) effects.push(shell(code));
  for (const word of options.rest) {
    const assigned = /^(SHELL|\.SHELLFLAGS|MAKE|CC|CXX|LD|AR|RM|INSTALL|PYTHON|NODE)[:?+]?=(.*)$/s.exec(word);
    if (assigned !== null && (assigned[1] === "SHELL" || /[\s;|&]/.test(assigned[2] ?? "")))
      effects.push(shell(assigned[2] ?? ""), acts("run-helper", assigned[1]));
  }
  if (
    !dry &&
    options.rest.some((word) => /^(?:install|uninstall|deploy|publish|release|push|upload)$/.test(word)) &&
    !options.rest.some((word) => /^(?:DESTDIR|prefix|PREFIX)=(?:\.|\$|\/tmp|[\w])/.test(word))
  )
    effects.push(acts(options.rest.some((word) => /^(?:un)?install$/.test(word)) ? "install-global" : "publish"));
  return effects;
};

/** Lines behind a tab are what make would run. */
const recipes = (text: Text): readonly Effect[] =>
  text
    .split("\n")
    .flatMap((line) => /^(?:\t|[^\t=#]*:[^=;]*;)\s*[@+-]*(.*)$/.exec(line)?.[1] ?? [])
    .map((line) => shell(line));

export const go: Program = ({ args, stdin }) => {
  const [command = "", ...rest] = args;
  const effects: Effect[] = [works];
  if (command === "run" && stdin !== "") effects.push({ kind: "code", text: stdin, language: "other" });
  rest.forEach((arg, index) => {
    const helper = /^--?(exec|toolexec|vettool|overlay)(?:=(.*))?$/s.exec(arg);
    if (helper !== null && helper[1] !== "overlay")
      effects.push(shell(helper[2] ?? rest[index + 1] ?? ""), acts("run-helper", helper[1]));
  });
  const words = rest.filter((arg) => !arg.startsWith("-"));
  if (command === "install" && words.some((word) => /[\w-]+\.[\w-]+\/|@/.test(word)))
    effects.push(acts("install-foreign"));
  if (command === "run" && words.some((word) => /^[\w-]+\.[\w-]+\/.*@/.test(word)))
    effects.push(acts("install-foreign"));
  if (command === "env" && rest.includes("-w")) effects.push(acts("write-startup", "go's settings"));
  return effects;
};

export const cargo: Program = ({ args }) => {
  const words = args.filter((arg) => !arg.startsWith("-") && !arg.startsWith("+"));
  const [command = "", ...rest] = words;
  const effects: Effect[] = [works];
  if (/^(?:publish|yank|owner)$/.test(command) && !isDry(args)) effects.push(acts("publish"));
  if (command === "install" || command === "uninstall")
    effects.push(acts(args.includes("--path") ? "install-global" : "install-foreign"));
  if (command === "login") effects.push(acts("read-secret"));
  args.forEach((arg, index) => {
    const config = arg === "--config" ? (args[index + 1] ?? "") : (/^--config=(.*)$/s.exec(arg)?.[1] ?? "");
    if (/runner|rustc|linker|credential/.test(config))
      effects.push(
        acts("run-helper", config),
        shell(config.replace(/^[^=]*=\s*/, "").replace(/^['"[]+|['"\]]+$/g, "")),
      );
  });
  if (command === "xtask" || rest.length < 0) effects.push(works);
  return effects;
};

/** Maven's plugin that runs a program: its name and its arguments are properties. */
export const mavenRuns = (args: readonly Text[]): readonly Effect[] => {
  const property = (name: string): Text =>
    args.flatMap((arg) => (arg.startsWith(`-D${name}=`) ? [arg.slice(name.length + 3)] : []))[0] ?? "";
  const program = property("exec.executable");
  return program === "" ? [] : [shell(`${program} ${property("exec.args")}`)];
};

export const versionManager = (args: readonly Text[]): readonly Effect[] => {
  const [command = "", ...rest] = args;
  if (/^(?:exec|x|run)$/.test(command)) {
    const at = rest.indexOf("--");
    const words = at === -1 ? rest.filter((arg) => !/@|^-/.test(arg)) : rest.slice(at + 1);
    return words.length === 0 ? [] : [runs(words)];
  }
  return /^(?:install|uninstall|global|default|alias|pin|implode|self-update|plugin|system|unload|deactivate|upgrade|self|set)$/.test(
    command,
  ) && !(rest[0] ?? "").startsWith("list")
    ? command === "install" && rest.length === 0
      ? []
      : [acts("install-global")]
    : [];
};

export const nixLike = (args: readonly Text[]): readonly Effect[] => {
  const at = args.findIndex((arg) => /^(?:--run|--command|-c)$/.test(arg));
  if (at !== -1) return [shell(args.slice(at + 1).join(" "))];
  if (args[0] === "run" && args[1] !== undefined && !/^[./]/.test(args[1]))
    return /[#:]/.test(args[1]) ? [acts("install-foreign")] : [];
  return /^(?:profile|env|channel|store|collect-garbage)$/.test(args[0] ?? "") ||
    (args[0] === "global" && args[1] === "add")
    ? [acts("install-global")]
    : [];
};

/** cmake's own small tools, and the scripts it runs. */
export const cmake: Program = ({ args }) => {
  const [mode = "", command = "", ...rest] = args;
  // Compilers and what is put in front of them; a list is written with semicolons.
  const launched = args
    .flatMap((arg) => /^-D\w*(?:LAUNCHER|COMPILER|PROGRAM|EXECUTABLE)(?::\w+)?=(.+)$/s.exec(arg)?.[1] ?? [])
    .map((words) => runs(words.split(";")));
  if (launched.length > 0) return [works, ...launched];
  if (mode === "-P") return [executes(command)];
  if (mode !== "-E") return [works];
  const operands = rest.filter((arg) => !arg.startsWith("-"));
  if (/^(?:rm|remove|remove_directory)$/.test(command))
    return operands.map((path) => ({ kind: "deletes", path, recursive: true }));
  if (
    /^(?:copy|copy_directory|copy_if_different|rename|create_symlink|create_hardlink|touch|make_directory)$/.test(
      command,
    )
  )
    return [
      ...(command === "rename"
        ? operands.slice(0, 1).map((path) => ({ kind: "deletes", path, recursive: true }) as const)
        : []),
      ...operands.slice(-1).map((path) => ({ kind: "writes", path }) as const),
    ];
  return /^(?:env|time|chdir)$/.test(command) ? [runs(rest.filter((arg) => !/=|^--/.test(arg)))] : [];
};

export function compiler({ args, scope, stdin }: Call): readonly Effect[] {
  const effects: Effect[] =
    args.includes("-") && stdin !== "" ? [{ kind: "code", text: stdin, language: "other" }] : [];
  args.forEach((arg, index) => {
    if (arg === "-o") effects.push({ kind: "writes", path: args[index + 1] ?? "" });
    const wrapped = arg === "-wrapper" ? (args[index + 1] ?? "") : undefined;
    if (wrapped !== undefined) effects.push(runs(wrapped.split(",")), acts("run-helper"));
    const plugin = /^-(?:fplugin=|B|Xclang-load|Wl,-dynamic-linker,)(.+)$/.exec(arg)?.[1];
    if (plugin !== undefined && plugin.startsWith("/tmp")) effects.push(acts("loader-variable", plugin));
    if (arg.startsWith("@")) effects.push({ kind: "reads", path: arg.slice(1) });
  });
  return [...effects, ...(scope === undefined ? [] : []), prints("")];
}
