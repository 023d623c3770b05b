import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { passesThrough } from "../../../src/core/files/link-leads-through.ts";
import { tempDir } from "../../support/temp-dir.ts";

function tree(): { dir: string; workspace: string } {
  const dir = tempDir();
  for (const name of ["workspace", "outside"]) mkdirSync(join(dir, name));
  writeFileSync(join(dir, "outside", "file"), "");
  symlinkSync("../outside/file", join(dir, "workspace", "back"));
  symlinkSync("../workspace/back", join(dir, "outside", "through"));
  symlinkSync(join(dir, "workspace"), join(dir, "absolute"));
  symlinkSync("outside/../outside", join(dir, "around"));
  symlinkSync("circle", join(dir, "circle"));
  return { dir, workspace: join(dir, "workspace") };
}

test.each([
  ["workspace", "the directory itself"],
  ["workspace/none", "what is not there yet"],
  ["outside/through", "a relative link into it, though the end lies outside"],
  ["absolute/none", "an absolute link into it"],
  ["circle", "links that never end"],
])("%s leads through: %s", (path) => {
  const { dir, workspace } = tree();
  expect(passesThrough(join(dir, path), [join(dir, "other"), workspace])).toBe(true);
});

test.each([["outside/file"], ["around/file"], ["workspace-2"], ["none"]])("%s does not", (path) => {
  const { dir, workspace } = tree();
  expect(passesThrough(join(dir, path), [workspace])).toBe(false);
});

test("a step up leads through what it leaves", () => {
  const { dir, workspace } = tree();
  expect(passesThrough(`${dir}/workspace/../outside/file`, [workspace])).toBe(true);
});
