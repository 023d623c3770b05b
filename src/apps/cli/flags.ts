import { type Command, InvalidArgumentError, Option } from "commander";
import { isFault } from "../../core/base/fault.ts";
import { DEFAULT_LIMITS, type LimitName, limitsOf } from "../../core/base/limits.ts";
import { LEAST_HANDOVER_MS, LEAST_IDLE_MS } from "./config.ts";

/** The port of nacre serve when the operator names none; if it is taken, any free one. */
export const USUAL_PORT = 7717;

/** The flags for the place and the sandbox of a command. */
export function withSharedFlags(command: Command, sandbox: string): Command {
  return command
    .addOption(new Option("--sandbox <profile>", `none, workspace or readonly (default: ${sandbox})`))
    .addOption(new Option("--network <access>", "on, off, or HOST,HOST… (default: on)"))
    .addOption(new Option("--workspace <dir>", "what commands may change (default: this directory)"))
    .addOption(openedOption("--read <dir>", "what a sandbox shows besides; again for more"))
    .addOption(openedOption("--write <dir>", "what can be changed in a sandbox besides; again for more"))
    .addOption(
      new Option(
        "--cache <mode>",
        "what package managers download in a sandbox: private to the workspace, shared by all of yours, or none (default: private)",
      ),
    )
    .addOption(openedOption("--env <name>", "a variable that commands get although it looks secret; again for more"))
    .addOption(
      new Option(
        "--on-partial <what>",
        "refuse or run commands when one did what nacre could not undo (default: refuse)",
      ),
    )
    .addOption(new Option("--policy <mode>", "standard, strict or permissive (default: standard)"))
    .addOption(new Option("--rules <file>", "your own rules"))
    .addOption(visibleOption())
    .addOption(configOption())
    .addOption(stateOption());
}

/** A flag that may stand several times. */
const openedOption = (flag: string, description: string): Option =>
  new Option(flag, description).argParser((word: string, before: readonly string[] | undefined) => [
    ...(before ?? []),
    word,
  ]);

const visibleOption = (): Option =>
  new Option(
    "--visible-chars <n>",
    `what a model sees of one result at the most (default: ${DEFAULT_LIMITS.visibleChars}, less for clients known to cut)`,
  ).argParser((word) => limitFrom("visibleChars", word));

/** The value of a flag that sets a limit. */
function limitFrom(name: LimitName, word: string): number {
  try {
    return limitsOf({ [name]: word.trim() === "" ? Number.NaN : Number(word) })[name];
  } catch (error) {
    if (!isFault(error)) throw error;
    return wrong(error.message.slice(error.message.indexOf("must be ") + "must be ".length));
  }
}

export const stateOption = (): Option => new Option("--state-dir <dir>", "where logs and records are kept");
export const configOption = (): Option => new Option("--config <file>", "a configuration file");

export const handoverOption = (): Option =>
  new Option(
    "--handover-ms <ms>",
    "hand a running command over to the background after this time (default: 45000)",
  ).argParser(milliseconds(LEAST_HANDOVER_MS));

/** The flags of nacre check, as the command line gives them. */
export type CheckFlags = {
  cwd?: string;
  home?: string;
  workspace?: string;
  sandbox?: string;
  network?: string;
  policy?: string;
  rules?: string;
  config?: string;
  json?: boolean;
  jsonl?: boolean;
  explain?: string | true;
};

export const withCheckFlags = (command: Command): Command =>
  command
    .option("--json", "the whole verdict as JSON")
    .option("--jsonl", 'many: {"id","command"} lines on stdin, {"id","decision","rule","reason"} lines out')
    .option("--explain [rule]", "what a rule means; without one, all of them")
    .option("--cwd <dir>", "where it would run (default: here); need not exist")
    .option("--home <dir>", "the home directory (default: yours)")
    .option("--workspace <dir>", "what it may change (default: --cwd)")
    .option("--sandbox <profile>", "the wall it would run behind: none, workspace or readonly (default: none)")
    .option("--network <access>", "what that lets it reach: on, off, or HOST,HOST… (default: on)")
    .option("--policy <mode>", "standard, strict or permissive (default: standard)")
    .option("--rules <file>", "your own rules")
    .addOption(configOption());

/** The names of the tools, for clients that have tools of the same names. */
export const withNameFlags = (command: Command): Command =>
  command
    .addOption(new Option("--prefix <text>", "put it before the tools' names: nacre_ makes nacre_bash"))
    .addOption(new Option("--tool-names <pairs>", "other names for tools: Bash=shell,KillShell=end_shell"));

export const structuredOption = (): Option =>
  new Option("--structured", "give results as data too, for programs; many clients then hide the text from the model");

export const idleOption = (): Option =>
  new Option(
    "--idle-ms <ms>",
    "end the sessions and shells of a client after this time without a request (default: 3600000)",
  ).argParser(milliseconds(LEAST_IDLE_MS));

export const tokenFileOption = (description: string): Option => new Option("--token-file <file>", description);

export const milliseconds =
  (least: number) =>
  (word: string): number => {
    const value = Number(word);
    const more = least > 1 ? `, at least ${least}` : "";
    return Number.isSafeInteger(value) && value >= least ? value : wrong(`a whole number of milliseconds${more}`);
  };

export function portNumber(word: string): number {
  const value = Number(word);
  return /^\d+$/.test(word) && value <= 65_535 ? value : wrong("a port number from 0 to 65535");
}

/** Refuses the value of a flag, and says what it must be. */
export function wrong(allowed: string): never {
  throw new InvalidArgumentError(`It must be ${allowed}.`);
}
