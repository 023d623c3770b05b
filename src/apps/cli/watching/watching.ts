import { Option } from "commander";
import { KILL_SIGNALS } from "../../../core/line/line-messages.ts";
import { configOption, type Surface, stateOption, withJournalFlags } from "../flags.ts";
import { placeOf, type SharedFlags } from "../settings.ts";
import type { JournalFlags } from "./show-journal.ts";
import { type WatchFlags, withWatchFlags } from "./watch-flags.ts";

/** Adds the commands that show and end what runs, and show what happened. */
export function addWatching({ subcommand, io, act, version }: Surface): void {
  subcommand("ps", "list the shells of every nacre of this user")
    .option("--all", "ended ones too")
    .option("--sweep", "first end and mark what hosts left that were killed")
    .option("--json", "as JSON")
    .addOption(stateOption())
    .addOption(configOption())
    .action(async (flags) => act((await import("./shells.ts")).listShells(flags, placeOf(flags, io))));
  subcommand("logs", "print what a shell printed")
    .argument("<id>", "a shell's id, or the beginning of it")
    .option("-f, --follow", "go on until it ends")
    .option("--since <cursor>", "only what came after this cursor (from --json)")
    .option("--json", "as JSON, with a cursor to go on from")
    .addOption(stateOption())
    .addOption(configOption())
    .action(async (id: string, flags) => act((await import("./logs.ts")).showLog(id, flags, placeOf(flags, io))));
  subcommand("kill", "end a shell and everything it started")
    .argument("<id>", "a shell's id, or the beginning of it")
    .addOption(new Option("--signal <name>", "sent first").choices(KILL_SIGNALS).default("TERM"))
    .option("--json", "as JSON")
    .addOption(stateOption())
    .addOption(configOption())
    .action(async (id: string, flags) => act((await import("./shells.ts")).killShell(id, flags, placeOf(flags, io))));
  withJournalFlags(subcommand("journal", "show what happened: verdicts, answers, starts, ends, kills")).action(
    async (what: "verify" | undefined, flags: JournalFlags & SharedFlags) => {
      const { journal } = await import("./show-journal.ts");
      await act(journal(what, flags, placeOf(flags, io)));
    },
  );
  const page = subcommand("watch", "open the page: what runs on this machine, its output, its questions");
  withWatchFlags(page).action(async (flags: WatchFlags) =>
    act((await import("./watch.ts")).watch(flags, { ...placeOf(flags, io), version })),
  );
}
