import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { trust } from "../../../../src/core/permission/cleared.ts";
import { run, testManager } from "../../../support/shells.ts";
import { tempDir } from "../../../support/temp-dir.ts";

test("a background shell whose directory goes away between look and start fails as itself", async () => {
  const manager = testManager();
  const doomed = mkdtempSync(join(tempDir(), "doomed-"));
  await run(manager, "true", { workingDir: doomed });
  await run(manager, `cd ${doomed}; rmdir ${doomed}`, { workingDir: doomed });
  await expect(manager.startShell(trust("pwd"), { workingDir: doomed })).rejects.toMatchObject({
    code: "DIRECTORY_UNUSABLE",
  });
});
