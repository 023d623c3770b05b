import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Client } from "../../../../src/apps/cli/clients/client.ts";
import { CLIENTS } from "../../../../src/apps/cli/clients/client-list.ts";
import { isProgram, programOnPath, startOf } from "../../../../src/apps/cli/clients/nacre-start.ts";
import { tempDir } from "../../../support/temp-dir.ts";

function program(...steps: readonly [string, ...string[]]): string {
  const path = join(...steps);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, "#!/bin/sh\n", { mode: 0o755 });
  return path;
}

test("a program is found on PATH, but not in the project and not in a node_modules", () => {
  const [bin, cwd] = [tempDir(), tempDir()];
  program(cwd, "bin", "nacre");
  program(bin, "node_modules", ".bin", "nacre");
  const entries = [join(cwd, "bin"), "relative", join(bin, "node_modules", ".bin"), join(bin, "ok")];
  const where = { env: { PATH: entries.join(":") }, cwd };
  expect(programOnPath("nacre", where)).toBe(undefined);
  const nacre = program(bin, "ok", "nacre");
  expect(programOnPath("nacre", where)).toBe(nacre);
  expect(programOnPath("nacre", { env: {}, cwd })).toBe(undefined);
});

test("a directory, a missing file and one without the right to run are no programs", () => {
  const file = program(tempDir(), "x");
  expect(isProgram(file)).toBe(true);
  chmodSync(file, 0o644);
  expect([isProgram(file), isProgram(tempDir()), isProgram("/nonexistent/x")]).toEqual([false, false, false]);
});

const desktop = CLIENTS.filter(({ isDesktop }) => isDesktop);
const terminal = CLIENTS.filter(({ isDesktop }) => !isDesktop);

test.each(terminal)("$name starts the nacre on its PATH", (client: Client) => {
  const where = { env: { PATH: join(program(tempDir(), "nacre"), "..") }, cwd: "/p", home: "/home/u" };
  const prefix = client.name === "continue" ? ["--prefix", "nacre_"] : [];
  expect(startOf(client, where)).toEqual({
    command: "nacre",
    args: ["mcp", "--config", "/p/nacre.config.json", ...prefix],
  });
});

test.each(desktop)("$name is given the absolute path, because a desktop has another PATH", (client: Client) => {
  const nacre = program(tempDir(), "nacre");
  const { command, args } = startOf(client, { env: { PATH: join(nacre, "..") }, cwd: "/p", home: "/home/u" });
  expect([command, ...args].filter((word) => word !== process.execPath)).toEqual([
    nacre,
    "mcp",
    "--config",
    "/p/nacre.config.json",
  ]);
});

test("the desktop applications are these", () => {
  expect(desktop.map(({ name }) => name)).toEqual(["claude-desktop", "cursor", "vscode"]);
});
