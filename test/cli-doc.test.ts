import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { cli } from "./support/cli.ts";
import { commandNames, flagsOf } from "./support/help.ts";

/** The table of commands: the flags of each. */
const documented = Object.fromEntries(
  [...readFileSync("docs/cli.md", "utf8").matchAll(/^\| `(\w+)` \|[^|]+\| (.+) \|$/gm)].map(
    ([, name = "", flags = ""]) => [name, [...flags.matchAll(/`([^`]+)`/g)].map(([, flag = ""]) => flag).toSorted()],
  ),
);

test("docs/cli.md lists every command of --help", async () => {
  expect(Object.keys(documented).toSorted()).toEqual((await commandNames()).toSorted());
});

test.each(Object.entries(documented))("docs/cli.md lists the flags of %s, and no other", async (name, flags) => {
  expect(flags).toEqual((await flagsOf(name)).map(({ flag }) => flag).toSorted());
});

test("every exit code of the help stands on the page", async () => {
  const { stdout } = await cli(["--help"]);
  const said = /Exit codes:[^]*?\n(?=\S)/.exec(stdout)?.[0] ?? "";
  const page = readFileSync("docs/cli.md", "utf8");
  const codes = said.match(/\b\d+(?:\+N)?/g) ?? [];
  expect(codes.length).toBeGreaterThan(4);
  for (const code of codes) expect(page).toMatch(new RegExp(`^\\|.*\\b${code.replace("+", "\\+")}\\b.*\\|`, "m"));
});
