import { type Command, Option } from "commander";
import { configOption, portNumber, stateOption } from "../flags.ts";
import { USUAL_PORT } from "../usual-port.ts";

/** The flags of nacre watch, as the command line gives them. */
export type WatchFlags = {
  readonly link?: boolean;
  readonly signOut?: boolean;
  readonly port?: number;
  readonly json?: boolean;
  readonly stateDir?: string;
  readonly config?: string;
};

export const withWatchFlags = (command: Command): Command =>
  command
    .option("--link", "print the link that signs a browser in, instead of opening one")
    .option("--sign-out", "sign every browser out")
    .addOption(
      new Option(
        "--port <n>",
        `where to serve if nothing serves yet; 0 takes any free one (default: ${USUAL_PORT})`,
      ).argParser(portNumber),
    )
    .option("--json", "print the address and the link as JSON")
    .addOption(stateOption())
    .addOption(configOption());
