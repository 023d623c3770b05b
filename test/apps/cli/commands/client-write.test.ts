import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { type Change, changesFor } from "../../../../src/apps/cli/clients/changes.ts";
import type { Client } from "../../../../src/apps/cli/clients/client.ts";
import { CLIENTS, clientNamed } from "../../../../src/apps/cli/clients/client-list.ts";
import { holds } from "../../../../src/apps/cli/clients/setting.ts";
import type { Format } from "../../../../src/apps/cli/clients/settings-text.ts";
import { type CliRun, type CliWorld, cli } from "../../../support/cli.ts";
import { dataOf } from "../../../support/data-of.ts";
import { tempDir } from "../../../support/temp-dir.ts";

type Place = { readonly home: string; readonly cwd: string; readonly env: Record<string, string> };

const somewhere = (): Place => ({ home: tempDir(), cwd: tempDir(), env: {} });
const writes = (client: Client, place: Place, more: CliWorld = {}): Promise<CliRun> =>
  cli(["init", "--write", client.name, "--yes"], { ...place, ...more });

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Settings that a user wrote by hand: a comment, another server, another tool. */
const OF_USER: Readonly<Record<Format, string>> = {
  json: '{\n  // mine\n  "mcpServers": { "x": { "command": "y" } },\n  "servers": { "x": {} }, // too\n  "other": [1, 2]\n}\n',
  toml: '# mine\nmodel = "m"\n\n[mcp_servers.x] # too\ncommand = "y"\n\n[features]\nother = true\n',
  yaml: "# mine\nname: n\nmcpServers:\n  - name: x # too\n    command: y\nallow:\n  - Read\n",
};
const BROKEN: Readonly<Record<Format, string>> = {
  json: "{\n  oops\n}",
  toml: "a = 1\n\noops\n",
  yaml: "a: 1\noops\n",
};

/** What another parser says of a file; a list of named servers as a map, as `holds` reads it. */
function meaning({ path, format }: Change): unknown {
  return JSON.parse(JSON.stringify(dataOf(readFileSync(path, "utf8"), format)), (_key, value: unknown) =>
    Array.isArray(value) && value.some((one: unknown) => typeof one === "object" && one !== null && "name" in one)
      ? Object.fromEntries(value.map((one: { name: string }) => [one.name, one]))
      : value,
  );
}

const isSetUp = (client: Client, place: Place): boolean =>
  changesFor(client, place).every((change) => change.settings.every((setting) => holds(meaning(change), setting)));

/** The client makes this file itself; the tests begin with one of the user's. */
const start = (client: Client, place: Place): void => {
  for (const { path, isMadeByClient, format } of changesFor(client, place))
    if (isMadeByClient) put(path, OF_USER[format]);
};

test.each(CLIENTS)("$name without a file is set up, and a second run changes nothing", async (client) => {
  const place = somewhere();
  start(client, place);
  const { code, stdout } = await writes(client, place);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^changed /m)]);
  expect(isSetUp(client, place)).toBe(true);
  expect(existsSync(join(place.cwd, "nacre.config.json"))).toBe(true);
  const before = changesFor(client, place).map(({ path }) => [
    path,
    readFileSync(path, "utf8"),
    statSync(path).mtimeMs,
  ]);
  const again = await writes(client, place);
  expect([again.code, again.stdout]).toEqual([0, expect.stringContaining("is already set up")]);
  expect(
    changesFor(client, place).map(({ path }) => [path, readFileSync(path, "utf8"), statSync(path).mtimeMs]),
  ).toEqual(before);
});

test.each(CLIENTS)("$name with empty files is set up", async (client) => {
  const place = somewhere();
  for (const { path } of changesFor(client, place)) put(path, "");
  expect((await writes(client, place)).code).toBe(0);
  expect(isSetUp(client, place)).toBe(true);
});

test.each(CLIENTS)("$name with settings of the user keeps them, their comments and a copy", async (client) => {
  const place = somewhere();
  const changes = changesFor(client, place);
  for (const { path, format } of changes) put(path, OF_USER[format]);
  for (const { path } of changes) chmodSync(path, 0o600);
  const { code, stdout } = await writes(client, place);
  expect(code).toBe(0);
  expect(isSetUp(client, place)).toBe(true);
  for (const { path, format } of changes) {
    const written = readFileSync(path, "utf8");
    expect(written).toMatch(/(?:\/\/|#) mine[\s\S]*(?:\/\/|#) too/);
    expect(readFileSync(`${path}.before-nacre`, "utf8")).toBe(OF_USER[format]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(stdout).toContain(`${path}.before-nacre`);
    const kept = dataOf(OF_USER[format], format) as Record<string, unknown>;
    expect(dataOf(written, format)).toMatchObject(
      format === "json"
        ? { other: kept["other"], mcpServers: { x: { command: "y" } } }
        : { [format === "toml" ? "model" : "name"]: expect.any(String) },
    );
  }
});

test.each(CLIENTS.filter(({ http }) => http !== undefined))(
  "$name that has nacre over HTTP already gets it over stdio, once",
  async (client) => {
    const place = somewhere();
    start(client, place);
    expect((await cli(["init", "--write", client.name, "--yes", "--http"], place)).code).toBe(0);
    expect(isSetUp(client, place)).toBe(false);
    expect((await writes(client, place)).code).toBe(0);
    expect(isSetUp(client, place)).toBe(true);
    expect(readFileSync(changesFor(client, place)[0]?.path ?? "", "utf8")).not.toContain("Bearer");
  },
);

test.each(CLIENTS)("$name whose file is a link is changed where it leads, and told so", async (client) => {
  const place = somewhere();
  const [{ path, file, format }] = changesFor(client, place) as [Change];
  const real = join(file.scope === "project" ? place.cwd : tempDir(), "kept-elsewhere");
  put(real, OF_USER[format]);
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(real, path);
  const { code, stdout } = await writes(client, place);
  expect([code, stdout]).toEqual([0, expect.stringContaining(`${path} leads to\n${real}\n`)]);
  expect(isSetUp(client, place)).toBe(true);
  expect(
    readdirSync(dirname(path)).filter((name) => name.includes("before-nacre") && !name.startsWith("kept")),
  ).toEqual([]);
});

test.each(CLIENTS)("$name with a read-only file is left as it is", async (client) => {
  const place = somewhere();
  const [{ path, format }] = changesFor(client, place) as [Change];
  put(path, OF_USER[format]);
  chmodSync(path, 0o444);
  const { code, stderr } = await writes(client, place);
  expect([code, stderr]).toEqual([2, expect.stringContaining(`${path} is read-only; it is left as it is`)]);
  expect(readFileSync(path, "utf8")).toBe(OF_USER[format]);
  expect(existsSync(join(place.cwd, "nacre.config.json"))).toBe(false);
});

test.each(CLIENTS)("$name with a broken file is told where, and nothing is changed", async (client) => {
  const place = somewhere();
  const changes = changesFor(client, place);
  for (const { path, format } of changes) put(path, BROKEN[format]);
  const { code, stderr } = await writes(client, place);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^nacre: .*, line [23].*: /)]);
  for (const { path, format } of changes) expect(readFileSync(path, "utf8")).toBe(BROKEN[format]);
  expect(existsSync(join(place.cwd, "nacre.config.json"))).toBe(false);
});

const codex = clientNamed("codex") ?? expect.unreachable();

test("without a terminal and without --yes the change is shown, not made, and the exit code says so", async () => {
  const place = somewhere();
  const { code, stdout, stderr } = await cli(["init", "--write", "codex"], place);
  expect([code, stdout, stderr]).toEqual([
    1,
    expect.stringMatching(/config\.toml \(new\)\n\+ \[mcp_servers\.nacre\]\n/),
    "nacre: nothing was changed; nobody is there to ask. --yes makes these changes\n",
  ]);
  expect(readdirSync(place.cwd)).toEqual([]);
});

test.each([
  ["y\n", 0],
  ["yes\n", 0],
  ["n\n", 1],
  ["\n", 1],
  ["", 1],
])("at a terminal %j gives %i", async (stdin, expected) => {
  const place = somewhere();
  const { code, stderr } = await cli(["init", "--write", "codex"], { ...place, stdin, isInteractive: true });
  expect([code, stderr]).toEqual([expected, expect.stringContaining("Change this file? [y/N] ›")]);
  expect(existsSync(changesFor(codex, place)[0]?.path ?? "")).toBe(expected === 0);
});

test("a file that the client makes itself, with models in it, is not made by nacre", async () => {
  const { code, stderr } = await cli(["init", "--write", "continue", "--yes"], somewhere());
  expect([code, stderr]).toEqual([2, expect.stringContaining("Make it with Continue CLI first")]);
});

test("a file for all projects is said to be one", async () => {
  const place = somewhere();
  expect((await cli(["init", "--write", "cline"], place)).stdout).toContain(
    `For all your projects: nacre works in ${place.cwd}`,
  );
});

test("over HTTP the address of this project's client is written, and Claude Desktop takes none", async () => {
  const place = somewhere();
  expect((await cli(["init", "--write", "gemini", "--yes", "--http", "http://127.0.0.1:99"], place)).code).toBe(0);
  expect(readFileSync(join(place.cwd, ".gemini", "settings.json"), "utf8")).toMatch(
    /"http:\/\/127\.0\.0\.1:99\/mcp\/[\w-]+"/,
  );
  expect(await cli(["init", "--write", "claude-desktop", "--http"], place)).toMatchObject({
    code: 2,
    stderr: "nacre: Claude Desktop takes no address; leave --http out\n",
  });
});
