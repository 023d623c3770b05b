import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { toolchainsOf } from "../../../../src/core/sandbox/view/toolchains.ts";
import { tempDir } from "../../../support/temp-dir.ts";

const homeWith = (directories: readonly string[]): string => {
  const home = tempDir();
  for (const directory of directories) mkdirSync(join(home, directory), { recursive: true });
  return home;
};
const found = (home: string, entries: readonly string[], more: { workspace?: string; node?: string } = {}): string[] =>
  toolchainsOf({
    path: entries.map((entry) => (entry.startsWith("/") ? entry : join(home, entry))).join(":"),
    home,
    workspace: more.workspace ?? join(home, "app"),
    node: more.node ?? "/usr/bin/node",
  }).map((path) => (path.startsWith(home) ? path.slice(home.length + 1) : path));

test("version managers are found by their directory on PATH, with what they need", () => {
  const home = homeWith([
    ".nvm/versions/node/v20/bin",
    ".pyenv/shims",
    ".cargo/bin",
    ".cargo/registry",
    ".rustup/toolchains",
    ".bun/bin",
    "go/bin",
    ".local/bin",
  ]);
  expect(
    found(home, [".nvm/versions/node/v20/bin", ".pyenv/shims", ".cargo/bin", ".bun/bin", "go/bin", ".local/bin"]),
  ).toEqual([".bun/bin", ".cargo/bin", ".local/bin", ".nvm", ".pyenv", ".rustup", "go/bin"]);
});

test("credentials beside a toolchain stay out", () => {
  const home = homeWith([".cargo/bin"]);
  writeFileSync(join(home, ".cargo", "credentials.toml"), "token");
  expect(found(home, [".cargo/bin"])).toEqual([".cargo/bin"]);
});

test("an unknown prefix is shown by its bin, and never home itself, a secret, the workspace or the system", () => {
  const home = homeWith(["tools/x/bin", "bin", ".ssh/bin", "app/node_modules/.bin", "scripts"]);
  expect(
    found(home, [
      "tools/x/bin",
      "bin",
      ".ssh/bin",
      "app/node_modules/.bin",
      "scripts",
      "/usr/bin",
      "/opt/x/bin",
      "missing/bin",
      "",
    ]),
  ).toEqual(["bin", "scripts", "tools/x"]);
  expect(toolchainsOf({ path: ".:bin", home, workspace: join(home, "app"), node: "/usr/bin/node" })).toEqual([]);
});

test("a link to home shows nothing of it", () => {
  const home = homeWith(["x"]);
  const other = tempDir();
  symlinkSync(home, join(other, "bin"));
  expect(found(home, [join(other, "bin")])).toEqual([other]);
});

test("the program this runs on is a toolchain too", () => {
  const home = homeWith(["node/bin"]);
  expect(found(home, [], { node: join(home, "node/bin/node") })).toEqual(["node"]);
  expect(toolchainsOf({ path: "", home, workspace: join(home, "app") }).every((path) => dirname(path) !== "/")).toBe(
    true,
  );
});
