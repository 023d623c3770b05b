import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { UserPointers } from "../../../../src/core/sandbox/guard/user-pointers.ts";
import { tempDir } from "../../../support/temp-dir.ts";

function pointers(links: Readonly<Record<string, string>>, write: readonly string[] = []) {
  const workspace = tempDir();
  const told: string[] = [];
  const tell = (what: string) => (path: string) => void told.push(`${what} ${relative(workspace, path)}`);
  mkdirSync(join(workspace, "tools", "vscode"), { recursive: true });
  writeFileSync(join(workspace, "tools", "env"), "SECRET=1");
  for (const [path, text] of Object.entries(links)) symlinkSync(text, join(workspace, path));
  const users = new UserPointers({
    workspace,
    write: write.map((path) => join(workspace, path)),
    seals: { has: () => false, add: tell("fix"), addWithWay: tell("seal") },
    search: { enter: (path, role) => (tell(role)(path), true) },
    hide: tell("hide"),
  });
  for (const path of Object.keys(links)) users.addLink(join(workspace, path));
  const targets = (): readonly string[] => [...users.targets].map((path) => relative(workspace, path)).sort();
  return { workspace, users, told, targets };
}

test.each([
  ["a directory", { ".vscode": "tools/vscode" }, ["seal tools/vscode"], ["tools/vscode"]],
  ["a git directory", { ".git": "tools/vscode" }, ["store tools/vscode", "fix tools"], []],
  ["a file of secrets", { ".env": "tools/env" }, ["hide tools/env"], []],
  ["what is missing", { ".envrc": "tools/none" }, [], ["tools/none"]],
  ["what is opened", { ".idea": "open/x" }, [], []],
  ["outside", { ".cursor": "../elsewhere" }, [], []],
  ["the workspace itself", { ".zed": "." }, [], []],
  ["itself", { ".zed": ".zed" }, [], [".zed"]],
] as const)("what a link of the user's leads to is protected by what it is: %s", (_, links, told, targets) => {
  const users = pointers(links, ["open"]);
  expect([users.told, users.targets()]).toEqual([told, targets]);
});

test("links on the way are the user's as well, and one that was changed is nobody's", () => {
  const { workspace, users, told, targets } = pointers({ step: "tools", ".vscode": "step/vscode" });
  expect(told).toContain("seal tools/vscode");
  expect(targets()).toContain("step");
  const [step, vscode] = [join(workspace, "step"), join(workspace, ".vscode")];
  expect([step, vscode, join(workspace, "tools")].map((path) => users.isUsersLink(path))).toEqual([true, true, false]);
  rmSync(step);
  expect(users.isUsersLink(step)).toBe(false);
  symlinkSync("elsewhere", step);
  expect(users.isUsersLink(step)).toBe(false);
});
