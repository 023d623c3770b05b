import { Command } from "commander";
import { expect, test } from "vitest";
import { withWatchFlags } from "../../../../src/apps/cli/watching/watch-flags.ts";

test("a watch can print its link, sign out, and choose a port and a state directory", () => {
  const command = withWatchFlags(new Command());
  command.parse(["--link", "--sign-out", "--port", "0", "--json", "--state-dir", "s"], { from: "user" });
  expect(command.opts()).toEqual({ link: true, signOut: true, port: 0, json: true, stateDir: "s" });
});
