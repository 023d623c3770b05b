import { type Command, Option } from "commander";
import { USUAL_PORT } from "../usual-port.ts";

export type InitFlags = {
  readonly client?: string;
  readonly all?: boolean;
  readonly http?: string | true;
  readonly write?: string;
  readonly yes?: boolean;
  readonly check?: boolean;
  readonly json?: boolean;
};

/** Adds what nacre init takes. */
export function withInitFlags(command: Command): Command {
  const apart = (flags: string, help: string, ...others: string[]): Option => new Option(flags, help).conflicts(others);
  return command
    .addOption(apart("--client <name>", "print what to paste into this client", "all", "write", "check"))
    .addOption(apart("--all", "print it for every client", "write", "check"))
    .addOption(
      apart("--http [address]", `as a client of nacre serve (default: http://127.0.0.1:${USUAL_PORT})`, "check"),
    )
    .addOption(apart("--write <name>", "set this client up: shows the change, asks, keeps a copy", "check"))
    .option("--yes", "with --write: do not ask")
    .option("--check", "say what is set up where, and whether a client's own shell is still on")
    .option("--json", "with --check: as JSON");
}

/** What is wrong with flags that lack the one they belong to; undefined where nothing is. */
export function mistakeIn({ client, all, http, write, yes, check, json }: InitFlags): string | undefined {
  if (yes === true && write === undefined) return "--yes belongs to --write NAME";
  if (json === true && check !== true) return "--json belongs to --check";
  const isNamed = client !== undefined || all === true || write !== undefined;
  return http !== undefined && !isNamed ? "--http needs --client NAME, --all or --write NAME" : undefined;
}
