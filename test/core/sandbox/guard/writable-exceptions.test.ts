import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { closedIn, openingsIn } from "../../../../src/core/sandbox/guard/writable-exceptions.ts";
import { tempDir } from "../../../support/temp-dir.ts";

/** The openings for paths of a workspace whose `.vscode` is read-only and whose `.git` is fixed. */
function openings(...write: readonly string[]): readonly string[] {
  const workspace = tempDir();
  for (const name of [".vscode/dir", ".git", "src"]) mkdirSync(join(workspace, name), { recursive: true });
  writeFileSync(join(workspace, ".vscode", "file"), "");
  symlinkSync("dir", join(workspace, ".vscode", "link"));
  const seals = openingsIn(
    [
      { path: join(workspace, ".vscode"), as: "read-only" },
      { path: join(workspace, ".git"), as: "fixed" },
    ],
    { workspace, write: write.map((path) => join(workspace, path)) },
  );
  return seals.map(({ as, path }) => `${as} ${path.slice(workspace.length + 1)}`);
}

test("what is writable below something read-only is opened, itself included", () => {
  expect(openings(".vscode/file", ".vscode/dir", ".vscode")).toEqual([
    "fixed .vscode/file",
    "fixed .vscode/dir",
    "fixed .vscode",
  ]);
});

test.each(["src", ".git", ".vscode/none", ".vscode/link", ".vscode/link/x"])("%s is not", (path) => {
  expect(openings(path)).toEqual([]);
});

test("names in a directory are closed where something lies there that is no link and was not opened", () => {
  const directory = tempDir();
  for (const name of ["hooks", "open"]) mkdirSync(join(directory, name));
  writeFileSync(join(directory, "config"), "");
  symlinkSync("config", join(directory, "commondir"));
  const names = ["hooks", "open", "config", "commondir", "missing"];
  expect(closedIn(directory, names, [join(directory, "open")])).toEqual(
    ["hooks", "config"].map((name) => join(directory, name)),
  );
});
