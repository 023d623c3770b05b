import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Client, SettingsFile } from "../src/apps/cli/clients/client.ts";
import { CLIENTS } from "../src/apps/cli/clients/client-list.ts";

/** The rows of docs/clients.md that tell which file is changed, by the client's name. */
const rows = new Map(
  [...readFileSync("docs/clients.md", "utf8").matchAll(/^\| ([^|]+) \| `([a-z-]+)` \| (.+) \| (.+) \| (.+) \|$/gm)].map(
    ([, title, name, servers, shell]) => [name, { title, servers, shell }],
  ),
);

const shown = ({ scope, base = "", path }: SettingsFile): string =>
  `\`${[scope === "user" ? "~" : "", base, path].filter(Boolean).join("/")}\``;

test("docs/clients.md has a row for every client, and no other", () => {
  expect([...rows.keys()]).toEqual(CLIENTS.map(({ name }) => name));
});

test.each(CLIENTS)("the row of $name says which files are changed, and the switch", (client: Client) => {
  const row = rows.get(client.name);
  expect(row?.title).toBe(client.title);
  expect(row?.servers).toBe(client.servers.map(({ file }) => shown(file))[0]);
  const { shell } = client;
  if (shell.kind === "unknown") expect(row?.shell).toMatch(/^no verified switch/);
  if (shell.kind === "words") expect(row?.shell).toContain(`\`${shell.words}\``);
  if (shell.kind === "settings") {
    expect(row?.shell).toContain(shell.files.map(shown)[0]);
    for (const { path, value } of shell.settings) {
      expect(row?.shell).toContain(`\`${path.join(".")}\``);
      expect(row?.shell).toContain(`\`${String(value)}\``);
    }
  }
});
