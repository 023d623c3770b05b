import { expect, test } from "vitest";
import { changesFor, inProject, textAfter } from "../../../../src/apps/cli/clients/changes.ts";
import { type Client, PROJECT } from "../../../../src/apps/cli/clients/client.ts";
import { CLIENTS, clientNamed } from "../../../../src/apps/cli/clients/client-list.ts";
import { holds } from "../../../../src/apps/cli/clients/setting.ts";
import { readSettings } from "../../../../src/apps/cli/clients/settings-text.ts";

const WHERE = { home: "/home/u", env: {}, cwd: "/p" };
const URL_OF_NACRE = "http://127.0.0.1:7717/mcp/p-1";

test.each(CLIENTS.flatMap((client) => [undefined, URL_OF_NACRE].map((url) => [client.name, url, client] as const)))(
  "the settings of %s (%s) say what they are to say, each file once",
  (_name, url, client: Client) => {
    const changes = changesFor(client, WHERE, url);
    expect(changes.length === 0).toBe(url !== undefined && client.http === undefined);
    expect(new Set(changes.map(({ path }) => path)).size).toBe(changes.length);
    for (const change of changes) {
      const data = readSettings(textAfter("", change), change.format, change.path);
      expect(change.settings.every((setting) => holds(data, setting))).toBe(true);
    }
  },
);

test("where one file has servers and switch, there is one change", () => {
  const codex = clientNamed("codex");
  const changes = codex === undefined ? [] : changesFor(codex, WHERE);
  expect(changes.map(({ path, settings }) => [path, settings.length])).toEqual([["/p/.codex/config.toml", 3]]);
});

test("the project's directory stands in a path of settings", () => {
  expect(inProject(["projects", PROJECT, "x"], "/p")).toEqual(["projects", "/p", "x"]);
});
