import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pathOf, type SettingsFile } from "../../../../src/apps/cli/clients/client.ts";
import { tempDir } from "../../../support/temp-dir.ts";

const WHERE = { home: "/home/u", env: {}, cwd: "/p" };
const USER: SettingsFile = {
  scope: "user",
  format: "toml",
  base: ".codex",
  variable: "CODEX_HOME",
  path: "config.toml",
};

test("a file of settings lies in the project, in the home directory, or where a variable says", () => {
  expect(pathOf({ scope: "project", format: "json", path: ".cursor/mcp.json" }, WHERE)).toBe("/p/.cursor/mcp.json");
  expect(pathOf(USER, WHERE)).toBe("/home/u/.codex/config.toml");
  expect(pathOf(USER, { ...WHERE, env: { CODEX_HOME: "/c" } })).toBe("/c/config.toml");
  expect(pathOf(USER, { ...WHERE, env: { CODEX_HOME: "" } })).toBe("/home/u/.codex/config.toml");
});

test("another name that the client takes is used where that file is there", () => {
  const cwd = tempDir();
  const file: SettingsFile = { scope: "project", format: "json", path: "a.json", or: "a.jsonc" };
  expect(pathOf(file, { ...WHERE, cwd })).toBe(join(cwd, "a.json"));
  writeFileSync(join(cwd, "a.jsonc"), "");
  expect(pathOf(file, { ...WHERE, cwd })).toBe(join(cwd, "a.jsonc"));
});
