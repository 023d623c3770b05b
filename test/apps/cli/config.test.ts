import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkConfig, fromHome, loadConfig, userConfigPath } from "../../../src/apps/cli/config.ts";
import { tempDir } from "../../support/temp-dir.ts";

test.each([
  ["{", /the file, line 1, column 2: a field name in double quotes is expected/],
  ['{ "sandbox": "workspace",\n "port": }', /the file, line 2, column 10: a value is expected/],
  // A comment above must not move the place, nor a text that stands twice.
  ['{\n  // "port": ]\n  "port": 1,\n  "read": [ ["port": ]\n}', /the file, line 4, column 20: there is ":"/],
  ['{\n  "policy": "strict"\n  "port": 1\n}', /the file, line 2, column 21: , or } is missing at the end of the line/],
  ['{\n  "port": 1\n\n\n', /the file, line 2, column 12: the text ends where , or } is expected/],
  ['{\n  "port": 1,\n  "port": 2\n}', /the file, line 3, column 3: the field port stands twice/],
  ["[]", /the file, line 1, column 1: the file must hold an object/],
  ['{\n  "sandbx": "none" }', /the file, line 2, column 3: "sandbx" is not a key; did you mean "sandbox"/],
  ['{ "zzzzzzzz": 1 }', /"zzzzzzzz" is not a key; there are workspace/],
  [
    '{\n "limits": {\n  "maxShels": 3 } }',
    /line 3, column 3: "limits\.maxShels" is not a limit; did you mean maxShells\?/,
  ],
  ['{ "limits": { "maxShells": "3" } }', /"limits\.maxShells" is "3"; it must be a whole number of at least 1/],
  ['{ "port": 70000 }', /"port" is 70000; it must be a port number/],
  ['{ "network": "maybe" }', /"network" is "maybe"/],
  ['{ "redact": "yes" }', /true or false/],
])("a broken configuration names the place: %s", (text, message) => {
  const path = join(tempDir(), "the file");
  writeFileSync(path, text);
  expect(() => loadConfig(path, "", "")).toThrow(message);
});

test("paths in a configuration are those beside it, or in the user's home", () => {
  const dir = tempDir();
  const path = join(dir, "config.json");
  writeFileSync(path, '{ "rules": "my.json", "workspace": "~/app", "stateDir": "/s", "policy": "strict" }');
  expect(loadConfig(path, "", "/home/dev")).toEqual({
    rules: join(dir, "my.json"),
    workspace: "/home/dev/app",
    stateDir: "/s",
    policy: "strict",
  });
});

test("the user's own configuration may be missing, a named one may not", () => {
  const missing = join(tempDir(), "missing.json");
  expect(loadConfig(undefined, missing, "/h")).toEqual({});
  expect(() => loadConfig(missing, "", "/h")).toThrow(`${missing} cannot be read (it does not exist)`);
});

test("a wrong value is called what its writer calls it", () => {
  const named = (key: string): string => `--${key}`;
  expect(checkConfig({ port: 0, network: ["example.com"] }, named)).toEqual({ port: 0, network: ["example.com"] });
  expect(() => checkConfig({ idleMs: 999 }, named)).toThrow(
    "--idleMs is 999; it must be a whole number of at least 1000",
  );
  expect(() => checkConfig({ handoverMs: 999 }, named)).toThrow(
    "--handoverMs is 999; it must be a whole number of at least 1000",
  );
});

test("the user's own configuration lies where the system says, or in the home directory", () => {
  expect(userConfigPath({ XDG_CONFIG_HOME: "/x" }, "/h")).toBe("/x/nacre/config.json");
  expect(userConfigPath({ XDG_CONFIG_HOME: "x" }, "/h")).toBe("/h/.config/nacre/config.json");
  expect(userConfigPath({ XDG_CONFIG_HOME: "" }, "/h")).toBe("/h/.config/nacre/config.json");
  expect(["~", "~/a", "~other/a", "/a/~"].map((path) => fromHome(path, "/h"))).toEqual([
    "/h",
    "/h/a",
    "~other/a",
    "/a/~",
  ]);
});
