import type { Command } from "commander";
import { Fault } from "../../../core/base/fault.ts";
import {
  clientsWithToken,
  clientTokenFile,
  loadClientToken,
  removeClientToken,
} from "../../server/door/client-tokens.ts";
import { configOption, stateOption, tokenFileOption } from "../flags.ts";
import { EXIT, type Io } from "../io.ts";
import { type SharedFlags, settingsOf, tokenFileOf } from "../settings.ts";
import { refusesAgent } from "../users-act.ts";

type TokenFlags = Pick<SharedFlags, "stateDir" | "config"> & {
  readonly tokenFile?: string;
  readonly list?: boolean;
  readonly remove?: boolean;
  readonly json?: boolean;
};

/** Adds what nacre token takes. */
export const withTokenFlags = (command: Command): Command =>
  command
    .argument("[name]", "of the client: lower-case letters, digits, hyphens and underscores")
    .option("--list", "list the clients that have a token")
    .option("--remove", "remove the token of this client; a running server refuses it from then on")
    .option("--json", "as JSON")
    .addOption(tokenFileOption("the main token of the server, beside which those of clients are kept"))
    .addOption(stateOption())
    .addOption(configOption());

/** nacre token: prints the token of a client, made when it has none, or lists or removes such tokens. */
export function clientToken(name: string | undefined, flags: TokenFlags, io: Io): number {
  // Who may reach the server is decided by the user, never by an agent.
  if (refusesAgent("token", io)) return EXIT.refused;
  const tokenFile = tokenFileOf(flags, settingsOf(flags, io, { sandbox: "none" }), io);
  const print = (facts: unknown, text: string): void =>
    io.stdout(flags.json === true ? `${JSON.stringify(facts)}\n` : text);
  if (flags.list === true) {
    if (name !== undefined || flags.remove === true) throw usage("--list stands alone");
    const clients = clientsWithToken(tokenFile);
    print({ clients }, clients.map((client) => `${client}\n`).join(""));
    return EXIT.ok;
  }
  if (name === undefined) throw usage("name the client, as in: nacre token my-project; or list them with --list");
  const file = clientTokenFile(tokenFile, name);
  if (flags.remove === true) {
    removeClientToken(tokenFile, name);
    print({ name, removed: file }, `removed ${file}\n`);
    return EXIT.ok;
  }
  const token = loadClientToken(tokenFile, name);
  print({ name, token, tokenFile: file }, `${token}\n`);
  return EXIT.ok;
}

const usage = (sentence: string): Fault => new Fault("CONFIG_INVALID", sentence);
