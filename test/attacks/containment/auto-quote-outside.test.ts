import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hasBubblewrap } from "../../support/open-sandbox.ts";
import { openToolkit } from "../../support/open-toolkit.ts";
import { tempDir } from "../../support/temp-dir.ts";

/** Words are quoted where together they name a file: that must not tell a command which files there are outside. */
test.runIf(hasBubblewrap)("quoting tells nothing of paths that the sandbox does not show", async () => {
  const [workingDir, outside, shown] = [tempDir(), tempDir(), tempDir()];
  for (const directory of [workingDir, outside, shown]) {
    mkdirSync(join(directory, "a folder"));
    writeFileSync(join(directory, "a folder", "two words"), "found");
  }
  symlinkSync(outside, join(workingDir, "link"));
  const { bash } = openToolkit({ workingDir, sandbox: { profile: "workspace", read: [shown] } });
  const quoted = async (command: string): Promise<unknown> => (await bash(command)).metadata["quoted_paths"];
  for (const path of [
    `${outside}/a folder`,
    "link/a folder",
    `../../${outside}/a folder`,
    `${tmpdir()}/../${outside}/a folder`,
  ])
    expect(await quoted(`ls ${path}`), path).toBeUndefined();
  expect(await quoted("ls a folder")).toEqual(["a folder"]);
  expect(await quoted(`ls ${shown}/a folder`)).toEqual([`${shown}/a folder`]);
  expect((await bash("cat a folder/two words")).output).toContain("found");
});
