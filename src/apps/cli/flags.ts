import { Argument, type Command, InvalidArgumentError, Option } from "commander";
import { isFault } from "../../core/base/fault.ts";
import { DEFAULT_LIMITS, type LimitName, limitsOf } from "../../core/base/limits.ts";
import { MOMENT_FORMS } from "../../core/base/time/moment.ts";
import { LEAST_HANDOVER_MS, LEAST_IDLE_MS } from "./config.ts";
import type { Io } from "./io.ts";

/** The flags for the place and the sandbox of a command. */
export function withSharedFlags(command: Command, sandbox: string): Command {
  return command
    .addOption(new Option("--sandbox <profile>", `none, workspace or readonly (default: ${sandbox})`))
    .addOption(new Option("--network <access>", "on, off, or HOST,HOST… (default: on)"))
    .addOption(new Option("--workspace <dir>", "what commands may change (default: this directory)"))
    .addOption(new Option("--on <name>", "run on this machine of the configuration; --workspace is a path there"))
    .addOption(new Option("--profile <name>", "what its job may use, by the name of a profile (slurm)"))
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
    .addOption(
      new Option(
        "--ask <what>",
        "wait for an answer also where no user is known to look, or refuse all that would be asked (default: ask where a user can answer)",
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

/** The flags of nacre journal. */
export const withJournalFlags = (command: Command): Command =>
  command
    .addArgument(
      new Argument("[verify]", "check that no line was changed, removed or put elsewhere").choices(["verify"]),
    )
    .option("-f, --follow", "go on with what happens from now on")
    .addOption(
      new Option("-n, --last <count>", "so many of the latest (default: 50; with --since: all)").argParser(wholeNumber),
    )
    .option("--since <time>", `only what happened since: ${MOMENT_FORMS}`)
    .option("--session <id>", "only of this session")
    .option("--head", "the last hash of every host: an anchor, to be kept elsewhere")
    .addOption(openedOption("--anchor <hash>", "with verify: a line that must be there; again for more"))
    .option("--json", "as JSON, an entry a line")
    .addOption(stateOption())
    .addOption(configOption());

const wholeNumber = (word: string): number => (/^\d{1,9}$/.test(word) ? Number(word) : wrong("a whole number"));

/** What both servers take: how commands read, and the names of the tools, for clients that have tools of the same names. */
export const withToolFlags = (command: Command): Command =>
  command
    .addOption(
      new Option(
        "--interactive",
        "let a command that waits for input go on as a background shell, which BashInput types into, instead of ending it",
      ),
    )
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

/** A count of at least one. */
export function count(word: string): number {
  const value = Number(word);
  return Number.isSafeInteger(value) && value >= 1 ? value : wrong("a whole number of at least 1");
}

export function portNumber(word: string): number {
  const value = Number(word);
  return /^\d+$/.test(word) && value <= 65_535 ? value : wrong("a port number from 0 to 65535");
}

/** Refuses the value of a flag, and says what it must be. */
export function wrong(allowed: string): never {
  throw new InvalidArgumentError(`It must be ${allowed}.`);
}

/** Takes the exit code of a subcommand. */
export type Act = (code: number | Promise<number>) => Promise<void>;

/** What a subcommand is added with. */
export type Surface = {
  readonly subcommand: (name: string, description: string) => Command;
  readonly io: Io;
  readonly version: string;
  readonly act: Act;
};
