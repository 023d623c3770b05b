import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { settingsOf, toolkitOptionsOf } from "../../../src/apps/cli/settings.ts";
import { tempDir } from "../../support/temp-dir.ts";

test("the configuration that was named is guarded: what an agent can write must not loosen its own rules", () => {
  const cwd = tempDir();
  const config = join(cwd, "mine.json");
  writeFileSync(config, "{}");
  const optionsOf = (flags: { config?: string }, env: Record<string, string> = {}) =>
    toolkitOptionsOf(settingsOf(flags, { env, home: cwd, cwd } as never, { sandbox: "workspace" }));
  expect(optionsOf({ config }).guard).toEqual([config]);
  expect(optionsOf({}, { NACRE_CONFIG: config }).guard).toEqual([config]);
  expect(optionsOf({})).not.toHaveProperty("guard");
});
