import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loginFilesSeal } from "../../../../src/core/shell/login/login-files.ts";
import { tempDir } from "../../../support/temp-dir.ts";

test("the seal is the same until a login file or a fragment of the system's is another", () => {
  const [home, fragments, dotfiles] = [tempDir(), join(tempDir(), "profile.d"), tempDir()];
  const seals: string[] = [];
  const look = (): number => seals.push(loginFilesSeal(home, fragments));
  look();
  mkdirSync(fragments);
  look();
  writeFileSync(join(fragments, "a.sh"), "1");
  look();
  writeFileSync(join(fragments, "a.sh"), "12");
  look();
  writeFileSync(join(dotfiles, "bashrc"), "1");
  symlinkSync(join(dotfiles, "bashrc"), join(home, ".bashrc"));
  look();
  utimesSync(join(dotfiles, "bashrc"), 1, 1);
  look();
  expect(new Set(seals).size).toBe(seals.length);
  writeFileSync(join(home, "unrelated"), "");
  expect(loginFilesSeal(home, fragments)).toBe(seals.at(-1));
});
