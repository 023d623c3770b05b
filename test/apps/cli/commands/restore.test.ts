import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { takeSnapshot } from "../../../../src/core/snapshot/snapshot.ts";
import { cli } from "../../../support/cli.ts";
import { tempDir } from "../../../support/temp-dir.ts";

test("restore lists nothing where nothing is kept, and knows no copy that is not there", async () => {
  const env = { NACRE_STATE_DIR: tempDir() };
  expect(await cli(["restore"], { env })).toMatchObject({ code: 0, stdout: expect.stringContaining("no copies") });
  expect(await cli(["restore", "nope"], { env })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("no copy nope"),
  });
});

test("a copy that is kept is listed, and put back", async () => {
  const [workspace, stateDir] = [tempDir(), tempDir()];
  const env = { NACRE_STATE_DIR: stateDir };
  const file = join(workspace, "work.txt");
  writeFileSync(file, "work");
  await takeSnapshot(workspace, stateDir);
  const [kept] = JSON.parse((await cli(["restore", "--json"], { env })).stdout);
  expect(kept).toMatchObject({ workspace, files: 1 });
  expect((await cli(["restore"], { env })).stdout).toMatch(new RegExp(`^ID .*\\n${kept.id} .*${workspace}\\n$`));
  rmSync(file);
  expect((await cli(["restore", kept.id], { env })).stdout).toContain(`${workspace} is as it was at ${kept.takenAt}`);
  expect(readFileSync(file, "utf8")).toBe("work");
  expect((await cli(["restore", "nope"], { env })).stderr).toContain(`there are ${kept.id}`);
});
