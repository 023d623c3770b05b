import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CONFIG_NAME, writeProjectFiles } from "../../../../src/apps/cli/commands/project-files.ts";
import { loadConfig } from "../../../../src/apps/cli/config.ts";
import { tempDir } from "../../../support/temp-dir.ts";

test("what is written can be read again, and is never written over what is there", () => {
  const dir = tempDir();
  writeFileSync(join(dir, "nacre.rules.json"), "mine");
  expect(writeProjectFiles(dir)).toEqual([
    { name: CONFIG_NAME, isNew: true },
    { name: "nacre.rules.json", isNew: false },
  ]);
  expect(loadConfig(join(dir, CONFIG_NAME), "", "")).toMatchObject({ sandbox: "workspace" });
  expect(readFileSync(join(dir, "nacre.rules.json"), "utf8")).toBe("mine");
});
