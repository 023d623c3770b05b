import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { tempDir } from "../support/temp-dir.ts";

test("a clone may lie in a directory whose name is not plain", () => {
  const clone = join(tempDir(), "with space, é and 100%");
  mkdirSync(clone);
  cpSync("scripts", join(clone, "scripts"), { recursive: true });
  const code = `import { root } from ${JSON.stringify(pathToFileURL(join(clone, "scripts", "ready.mjs")).href)}; console.log(root);`;
  expect(execFileSync(process.execPath, ["--input-type=module", "-e", code], { encoding: "utf8" })).toBe(`${clone}/\n`);
});
