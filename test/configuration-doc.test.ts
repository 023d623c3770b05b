import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { KEYS } from "../src/apps/cli/config.ts";
import { flagOf, VARIABLES } from "../src/apps/cli/settings.ts";
import { DEFAULT_LIMITS, SANDBOX_LIMITS } from "../src/core/base/limits.ts";
import { commandNames, flagsOf } from "./support/help.ts";

const page = readFileSync("docs/configuration.md", "utf8");

/** The rows of the table in one section of the page, by their first cell. */
const tableOf = (section: string): ReadonlyMap<string, readonly string[]> => {
  const text = page.slice(page.indexOf(`\n## ${section}\n`) + 1).split(/\n## /)[0] ?? "";
  return new Map(
    [...text.matchAll(/^\| `(\w+)` \|(.*)\|$/gm)].map(([, key = "", cells = ""]) => [
      key,
      cells.split("|").map((cell) => cell.trim()),
    ]),
  );
};

const keys = tableOf("Keys");
const cellOf = (key: string, column: number): string => keys.get(key)?.[column]?.replaceAll("`", "") ?? "";

test("every key of the configuration file stands on the page, and no other", () => {
  expect([...keys.keys()]).toEqual(Object.keys(KEYS));
});

test("every key has its NACRE_* variable beside it, or none", () => {
  const documented = [...keys.keys()].map((key) => [key, cellOf(key, 3)]).filter(([, variable]) => variable !== "");
  expect(Object.fromEntries(documented)).toEqual(VARIABLES);
});

test("every key has the flag beside it that some command takes, and the default that the help names", async () => {
  // `init --write` names a client, and sets nothing of a running nacre.
  const commands = (await commandNames()).filter((name) => name !== "init");
  const flags = (await Promise.all(commands.map(flagsOf))).flat();
  for (const key of keys.keys()) {
    const known = flags.filter(({ flag }) => flag.split(" ")[0] === flagOf(key));
    expect([key, cellOf(key, 2)]).toEqual([key, known[0]?.flag ?? ""]);
    for (const { byDefault } of known) {
      // `check` judges for the directory it is given.
      if (byDefault !== undefined && byDefault !== "--cwd") expect(cellOf(key, 1), key).toContain(byDefault);
    }
  }
});

const BINARY_UNITS: readonly (readonly [number, string])[] = [
  [1024 ** 3, "GiB"],
  [1024 ** 2, "MiB"],
];

const sized = (name: string, value: number): string => {
  const [size, unit] = BINARY_UNITS.find(([bytes]) => name.endsWith("Bytes") && value >= bytes) ?? [1, ""];
  return `${value / size} ${unit}`.trim();
};

test("every limit stands on the page with its default, also that of a sandbox", () => {
  const documented = [...tableOf("`limits`")].map(([name, [value]]) => [name, value]);
  const defaults = Object.entries(DEFAULT_LIMITS).map(([name, value]) => {
    const inSandbox = Object.entries(SANDBOX_LIMITS).find(([limit]) => limit === name)?.[1];
    return [name, `${sized(name, value)}${inSandbox === undefined ? "" : ` (in a sandbox ${sized(name, inSandbox)})`}`];
  });
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(defaults));
});
