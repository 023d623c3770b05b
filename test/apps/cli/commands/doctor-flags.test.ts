import { Command } from "commander";
import { expect, test } from "vitest";
import { withDoctorFlags } from "../../../../src/apps/cli/commands/doctor-flags.ts";

test("a repair takes a workspace and a state directory", () => {
  const command = withDoctorFlags(new Command());
  command.parse(["--repair", "--workspace", "w", "--state-dir", "s"], { from: "user" });
  expect(command.opts()).toEqual({ repair: true, workspace: "w", stateDir: "s" });
});
