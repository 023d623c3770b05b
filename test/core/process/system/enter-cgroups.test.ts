import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runFile } from "../../../../src/core/process/run-file.ts";
import { enteringGroups } from "../../../../src/core/process/system/enter-cgroups.ts";
import { tempDir } from "../../../support/temp-dir.ts";

const plan = { file: "/bin/echo", args: ["a b", "--", "$(id)"], cwd: "/", env: {}, groups: [] };

/** What the kernel would list of a host with these descriptors, by number and flags. */
const listed = (flags: Readonly<Record<string, string>>): string => {
  const directory = tempDir();
  for (const [name, octal] of Object.entries(flags))
    writeFileSync(join(directory, name), `pos:\t0\nflags:\t${octal}\n`);
  return directory;
};
const CLEAN = { "0": "0100002", "5": "02100002" };
const STRAY = { ...CLEAN, "9": "0100000" };
const hostWith = (hasStrays: boolean): string => listed(hasStrays ? STRAY : CLEAN);

test("a plan that needs neither groups nor cleaning is the same plan", () => {
  expect(enteringGroups(plan, hostWith(false))).toBe(plan);
  const plain = { file: "/bin/true", args: [], cwd: "/", env: {} };
  expect(enteringGroups(plain, hostWith(true))).toBe(plain);
});

test.each([false, true])("arguments reach the program as they are (with cleaning: %s)", async (hasStrays) => {
  expect(await runFile(enteringGroups({ ...plan, groups: [tempDir()] }, hostWith(hasStrays)))).toEqual({
    exitCode: 0,
    stdout: "a b -- $(id)\n",
    stderr: "",
  });
});

test.each([false, true])("a group is entered by the file it has (with cleaning: %s)", async (hasStrays) => {
  const [v1, v2] = [tempDir(), tempDir()];
  writeFileSync(join(v1, "tasks"), "");
  await runFile(enteringGroups({ ...plan, groups: [v1, v2] }, hostWith(hasStrays)));
  expect(readFileSync(join(v1, "tasks"), "utf8")).toBe("0\n");
  expect(readFileSync(join(v2, "cgroup.procs"), "utf8")).toMatch(/^\d+\n$/);
});

test("a group that cannot be entered keeps the plan from starting", async () => {
  expect(await runFile(enteringGroups({ ...plan, groups: ["/nonexistent"] }, hostWith(true)))).toMatchObject({
    exitCode: 126,
    stdout: "",
  });
});

test("descriptors that are not the plan's are closed", async () => {
  const listing = { file: "/bin/ls", args: ["/proc/self/fd"], cwd: "/", env: {}, descriptors: [Buffer.from("x")] };
  // 0 to 3, and the one ls itself opens.
  expect((await runFile(enteringGroups({ ...listing, groups: [] }, hostWith(true)))).stdout).toBe("0\n1\n2\n3\n4\n");
});

test("a descriptor that survives a start is a stray one, and where none can be listed there may be one", () => {
  const isCleaned = (directory?: string): boolean => enteringGroups(plan, directory) !== plan;
  expect([isCleaned(listed(CLEAN)), isCleaned(listed(STRAY)), isCleaned("/nonexistent")]).toEqual([false, true, true]);
  expect(isCleaned()).toBeTypeOf("boolean");
});
