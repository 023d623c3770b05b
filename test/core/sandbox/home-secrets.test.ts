import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { homeSecretsIn } from "../../../src/core/sandbox/home-secrets.ts";
import { tempDir } from "../../support/temp-dir.ts";

function homeWith(...paths: readonly string[]): string {
  const home = tempDir();
  for (const path of paths) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), "");
  }
  return home;
}

test("of the places where secrets may lie, those are told that are there", () => {
  const home = homeWith(".ssh/id_rsa", ".netrc", ".config/gh/hosts.yml", "notes.txt", ".config/other");
  expect([...homeSecretsIn(home)].sort()).toEqual([".config/gh", ".netrc", ".ssh"].map((path) => join(home, path)));
});

test("a place whose name is only begun is told under each name it has", () => {
  const home = homeWith(".config/Bitwarden/data", ".config/Bitwarden CLI/data", ".config/my-Bitwarden/data");
  expect([...homeSecretsIn(home)].sort()).toEqual(
    [".config/Bitwarden", ".config/Bitwarden CLI"].map((path) => join(home, path)),
  );
});

test("a home that is empty, or is not there, has none", () => {
  expect([homeSecretsIn(homeWith()), homeSecretsIn("/no/such/home")]).toEqual([[], []]);
});
