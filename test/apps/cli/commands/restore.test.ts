import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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

test("a restore that leaves something missing names it, and fails", async () => {
  const [workspace, stateDir] = [tempDir(), tempDir()];
  const env = { NACRE_STATE_DIR: stateDir };
  for (let n = 10; n < 22; n++) writeFileSync(join(workspace, `file-${n}`), "x");
  await takeSnapshot(workspace, stateDir);
  const [kept] = JSON.parse((await cli(["restore", "--json"], { env })).stdout);
  for (let n = 10; n < 22; n++) {
    rmSync(join(workspace, `file-${n}`));
    mkdirSync(join(workspace, `file-${n}`));
  }
  const { code, stdout, stderr } = await cli(["restore", kept.id], { env });
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(/^nacre: .* is not as it was at .*; not restored: file-10, .*file-19 and 2 more\n$/);
  const told = await cli(["restore", kept.id, "--json"], { env });
  expect(told.code).toBe(1);
  expect(JSON.parse(told.stdout).missing).toHaveLength(12);
});

test("a restore beside newer work says what it left as it is", async () => {
  const [workspace, stateDir] = [tempDir(), tempDir()];
  const env = { NACRE_STATE_DIR: stateDir };
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.org", ...args], { cwd: workspace });
  git("init", "-q");
  writeFileSync(join(workspace, "tracked"), "then");
  git("add", "-A");
  git("commit", "-qm", "first");
  await takeSnapshot(workspace, stateDir);
  const [kept] = JSON.parse((await cli(["restore", "--json"], { env })).stdout);
  writeFileSync(join(workspace, "tracked"), "now");
  const { code, stdout } = await cli(["restore", kept.id], { env });
  expect(code).toBe(0);
  expect(stdout).toMatch(/what was lost since .* is back; what changed since was left as it is: .*tracked\n$/);
});
