import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { completionScript } from "../../../../src/apps/cli/commands/completion.ts";
import { cli } from "../../../support/cli.ts";

test.each(["bash", "zsh", "fish"])("completion for %s names the commands and their flags", async (shell) => {
  const { stdout } = await cli(["completion", shell]);
  expect(stdout).toMatch(/run/);
  expect(stdout).toMatch(shell === "fish" ? /-l sandbox/ : /--sandbox/);
});

const COMMANDS = [
  { name: "run", options: ["--sandbox", "--json"] },
  { name: "ps", options: [] },
];

test.each([
  ["nacre ''", 1, ["run", "ps"]],
  ["nacre r", 1, ["run"]],
  ["nacre run --s", 2, ["--sandbox"]],
  ["nacre ps --", 2, []],
])("bash completes %j", (words, at, found) => {
  const script = completionScript("bash", COMMANDS);
  const ask = `COMP_WORDS=(${words}); COMP_CWORD=${at}; _nacre; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = spawnSync("/bin/bash", ["--norc", "-c", `${script}\n${ask}`], { encoding: "utf8" });
  expect(stdout.split("\n").filter((word) => word !== "")).toEqual(found);
});

test("fish is told each command and its flags without dashes", () => {
  expect(completionScript("fish", COMMANDS)).toBe(
    [
      "complete -c nacre -n __fish_use_subcommand -f -a run",
      "complete -c nacre -n '__fish_seen_subcommand_from run' -l sandbox",
      "complete -c nacre -n '__fish_seen_subcommand_from run' -l json",
      "complete -c nacre -n __fish_use_subcommand -f -a ps",
      "",
    ].join("\n"),
  );
});
