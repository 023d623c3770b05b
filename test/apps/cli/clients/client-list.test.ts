import { expect, test } from "vitest";
import type { Client, SettingsFile } from "../../../../src/apps/cli/clients/client.ts";
import { CLIENTS, clientNamed, unknownClient } from "../../../../src/apps/cli/clients/client-list.ts";
import { HOME_GUARDS, HOME_STARTUP, WORKSPACE_GUARDS } from "../../../../src/core/knowledge/guarded-places.ts";

const filesOf = ({ servers, shell }: Client): readonly SettingsFile[] => [
  ...servers.map(({ file }) => file),
  ...(shell.kind === "settings" ? shell.files : []),
];

test.each(CLIENTS)("what a command could write of $name is guarded by the policy", (client) => {
  for (const { scope, base = "", path, or } of filesOf(client)) {
    const guards = scope === "project" ? WORKSPACE_GUARDS : [...HOME_GUARDS, ...HOME_STARTUP];
    for (const name of [path, or].filter((one) => one !== undefined)) {
      const place = [base, name].filter(Boolean).join("/");
      expect(
        guards.some((guard) => place === guard || place.startsWith(`${guard}/`)),
        place,
      ).toBe(true);
    }
  }
});

test.each(CLIENTS)(
  "$name has a sentence why, a way to find it, and its switch in the scope of its server",
  (client) => {
    expect(client.why).not.toBe("");
    expect(client.programs.length + client.folders.length).toBeGreaterThan(1);
    const [server] = client.servers;
    if (client.shell.kind === "settings") expect(client.shell.files[0]?.scope).toBe(server?.file.scope);
  },
);

test("Codex waits for nacre, and a client that tells bare names has a prefix", () => {
  expect(clientNamed("codex")?.stdio({ command: "nacre", args: [] })).toMatchObject({ required: true });
  expect(clientNamed("codex")?.http?.("http://x")).toMatchObject({ required: true });
  expect(clientNamed("continue")?.prefix).toBe("nacre_");
});

test("no settings hold a token where the client can take a variable", () => {
  const literal = CLIENTS.filter(({ http }) => JSON.stringify(http?.("http://x") ?? "").includes("Bearer TOKEN"));
  expect(literal.map(({ name }) => name)).toEqual(["cline"]);
});

test("a name is found in any case, and a wrong one is answered with the closest and the list", () => {
  expect(clientNamed("Codex")?.title).toBe("Codex");
  expect(clientNamed("codx")).toBe(undefined);
  expect(unknownClient("codx")).toMatch(
    /^no client is called "codx"; did you mean codex\? There are claude-code, .*opencode\.$/,
  );
  expect(unknownClient("zzzzzz")).toMatch(/; there are claude-code, /);
});
