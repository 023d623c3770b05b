import type { Command } from "commander";
import { configOption, stateOption } from "../flags.ts";

export type DoctorFlags = {
  readonly repair?: boolean;
  readonly workspace?: string;
  readonly json?: boolean;
  readonly stateDir?: string;
  readonly config?: string;
};

/** Adds what nacre doctor takes. */
export const withDoctorFlags = (command: Command): Command =>
  command
    .option("--repair", "open and take away in the workspace what a nacre could not, instead")
    .option("--workspace <dir>", "the workspace to repair (default: this directory)")
    .option("--json", "as JSON")
    .addOption(stateOption())
    .addOption(configOption());
