import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import type { StartDirectory } from "../../../../src/core/files/working-directory.ts";
import { isRunning } from "../../../../src/core/process/identity.ts";
import { findProgram } from "../../../../src/core/process/interpreter-paths.ts";
import { runFile } from "../../../../src/core/process/run-file.ts";
import { supervisorPlan } from "../../../../src/core/process/supervisor/supervisor-plan.ts";
import { SUPERVISOR_SCRIPT, supervisorArgs } from "../../../../src/core/process/supervisor/supervisor-script.ts";
import { startSupervisor } from "../../../support/nursery.ts";
import { tempDir } from "../../../support/temp-dir.ts";

const ANYWHERE: readonly StartDirectory[] = [{ path: "/", name: "/" }];

test("a supervisor's script holds to strict, with no warning", async () => {
  const checked = await runFile({
    file: findProgram("perl") ?? "",
    args: ["-Mstrict", "-w", "-c", "-e", SUPERVISOR_SCRIPT],
    cwd: "/",
    env: {},
  });
  expect([checked.exitCode, checked.stderr]).toEqual([0, "-e syntax OK\n"]);
});

test("an architecture whose call numbers are unknown gets zeros, and the script does without", async () => {
  expect([supervisorArgs("x64"), supervisorArgs("mips"), supervisorArgs("x64", "/bin/ps")]).toEqual([
    ["157", "112", "259", "292", "47", "319", "0"],
    ["0", "0", "0", "0", "0", "0", "0"],
    ["0", "0", "0", "0", "0", "0", "/bin/ps"],
  ]);
  const dir = tempDir();
  const plan = supervisorPlan({ file: "/bin/bash", args: ["bash", "-c", "sleep 300"], home: "/" }, dir, {
    PATH: "/usr/bin:/bin",
  });
  const args = plan.args.map((word, index) => (index >= 3 && index <= 8 ? "0" : word));
  const supervisor = await startSupervisor({ ...plan, args });
  await supervisor.makeFifos(["f"]);
  const shell = await supervisor.startShell(ANYWHERE);
  await supervisor.end();
  expect([readdirSync(dir), shell === undefined ? true : isRunning(shell)]).toEqual([["f"], false]);
});
