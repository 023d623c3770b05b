import { Option } from "commander";
import { Fault } from "../../../core/base/fault.ts";
import { configOption, milliseconds, type Surface, stateOption } from "../flags.ts";
import { placeOf, type SharedFlags, settingsOf, withWorkspace } from "../settings.ts";

type TryFlags = SharedFlags & {
  readonly timeout?: number;
  readonly json?: boolean;
  readonly all?: boolean;
  readonly list?: boolean;
  readonly show?: string;
  readonly keep?: string;
  readonly patch?: string;
  readonly discard?: string;
  readonly undo?: boolean;
};

const NOTES = `
The command runs in a sandbox without a network, and what it writes in the
workspace lands beside it: nothing changes until you keep it. Exits as the
command did. At a terminal it asks what to keep; elsewhere the try stays open
under its id, for seven days.
`;

const ACTS = ["list", "show", "keep", "patch", "discard", "undo"] as const;

/** Adds nacre try. */
export function addTry({ subcommand, io, act }: Surface): void {
  subcommand("try", "see what a command would change here, then keep it or not")
    .usage("[options] -- WORDS…")
    .argument(
      "[words...]",
      "the command, as for run; with --keep the paths to keep (default: all), with --patch the file",
    )
    .option("--list", "the tries that are open")
    .option("--show <id>", "what a try changed, with diffs")
    .option("--keep <id>", "bring what a try changed into the workspace, all or these paths and patterns")
    .option("--patch <id>", "write what a try changed to a file that git apply reads; - is stdout")
    .option("--discard <id>", "throw a try away")
    .option("--undo", "put back what the last keep in this workspace changed")
    .option("--all", "with --show: every file and whole diffs")
    .addOption(new Option("--timeout <ms>", "end it after this time").argParser(milliseconds(1)))
    .addOption(new Option("--network <access>", "on, off, or HOST,HOST… (default: off)"))
    .addOption(new Option("--workspace <dir>", "what it is tried on (default: this directory)"))
    .addOption(new Option("--policy <mode>", "standard, strict or permissive (default: standard)"))
    .addOption(new Option("--rules <file>", "your own rules"))
    .option("--json", "as JSON")
    .addOption(configOption())
    .addOption(stateOption())
    .addHelpText("after", NOTES)
    .action(async (words: string[], flags: TryFlags) => act(run(words, flags, io)));
}

async function run(words: readonly string[], flags: TryFlags, io: Surface["io"]): Promise<number> {
  const asked = ACTS.filter((name) => flags[name] !== undefined);
  if (asked.length > 1) throw new Fault("CONFIG_INVALID", `--${asked.join(" and --")} do not go together`);
  const place = placeOf(flags, io);
  const [shows, keeps] = [await import("./show-try.ts"), await import("./keep-acts.ts")];
  if (flags.keep !== undefined) return keeps.keepChanges(flags.keep, { paths: words, flags }, place);
  if (flags.patch !== undefined) {
    const [file, ...more] = words;
    if (file === undefined || more.length > 0) throw new Fault("CONFIG_INVALID", "name one file to write the patch to");
    return keeps.writePatch(flags.patch, file, place);
  }
  if (asked.length > 0 && words.length > 0)
    throw new Fault("CONFIG_INVALID", `--${asked[0]} takes no command; what is ${JSON.stringify(words[0])}?`);
  if (flags.list === true) return shows.listTries(flags, place);
  if (flags.show !== undefined) return shows.showTry(flags.show, flags, place);
  if (flags.discard !== undefined) return keeps.discardTry(flags.discard, flags, place);
  const settings = settingsOf(flags, io, { sandbox: "workspace" });
  if (flags.undo === true) return keeps.undoKeep(settings.workspace, flags, place);
  if (words.length === 0) throw new Fault("CONFIG_INVALID", "name a command to try: nacre try -- make");
  const { tryCommand } = await import("./try-command.ts");
  return tryCommand({ words, flags, settings: withWorkspace({ ...settings, sandbox: "workspace" }) }, io);
}
