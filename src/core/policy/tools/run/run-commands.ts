import { acts, type Program, runs, shell } from "../effect.ts";
import { readOptions } from "../options.ts";

/** How a tool takes a command: as the text behind an option, else as the words behind its own. */
type Takes = {
  readonly takes: string;
  /** How many words come first; `all` where no word is part of a command. */
  readonly words: number | "all";
  readonly code?: readonly [short: string, long: string];
};

/** The text behind `-c`, else the rest as a command. */
export const codeOr =
  ({ takes, words, code = ["-c", "--command"] }: Takes): Program =>
  ({ args }) => {
    const options = readOptions(args, takes, "first");
    const rest = words === "all" ? [] : options.rest.slice(words);
    const behind = readOptions(rest, code.map((name) => `${name}:`).join(" "), "first");
    const texts = [...options.values(...code), ...behind.values(...code)];
    if (texts.length > 0) return texts.map(shell);
    return rest.length === 0 ? [] : [runs(rest)];
  };

/** `watch` runs its words as one shell text, with `-x` as a command. */
export const watch: Program = ({ args }) => {
  const options = readOptions(args, "-n: --interval: -q: -s:", "first");
  return options.rest.length === 0
    ? []
    : [options.has("-x", "--exec") ? runs(options.rest) : shell(options.rest.join(" "))];
};

/** The architecture may be left out. */
export const setarch: Program = ({ args }) => {
  const { rest } = readOptions(args, "", "first");
  const command = /^(?:x86_64|i[3-6]86|linux(?:32|64)|ppc\w*|arm\w*|aarch64|s390x?|mips\w*|riscv\w*|uname26)$/.test(
    rest[0] ?? "",
  )
    ? rest.slice(1)
    : rest;
  return command.length === 0 ? [] : [runs(command)];
};

/** Every operand is a command of its own. */
export const hyperfine: Program = ({ args }) => {
  const options = readOptions(
    args,
    "-w: --warmup: -r: --runs: -n: --command-name: -m: --min-runs: -M: --max-runs: -L: --parameter-list: -P: --parameter-scan: --export-json: --export-markdown: --export-csv: -S: --shell: -p: --prepare: -c: --cleanup: -s: --setup: --output: --input: --reference:",
  );
  return [...options.values("-p", "--prepare", "-c", "--cleanup", "-s", "--setup", "--reference"), ...options.rest].map(
    shell,
  );
};

/** Daemon starters: the program behind `--exec`, or the first operand, with what follows. */
export const behindExec: Program = ({ args }) => {
  const at = args.findIndex((arg) => /^(?:--exec|--startas|-x|-a)$/.test(arg));
  const command =
    at === -1
      ? args.filter((arg, index) => !arg.startsWith("-") || args.slice(0, index).some((word) => !word.startsWith("-")))
      : args.slice(at + 1).filter((arg) => arg !== "--");
  return command.length === 0 ? [] : [acts("persist"), runs(command)];
};
