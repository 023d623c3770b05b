import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { StartDirectory } from "../../../../src/core/files/working-directory.ts";
import { isRunning } from "../../../../src/core/process/identity.ts";
import { perlPath } from "../../../../src/core/process/interpreter-paths.ts";
import { runFile } from "../../../../src/core/process/run-file.ts";
import { supervisorPlan } from "../../../../src/core/process/supervisor/supervisor.ts";
import { SUPERVISOR_SCRIPT, supervisorArgs } from "../../../../src/core/process/supervisor/supervisor-script.ts";
import { startSupervisor } from "../../../support/nursery.ts";
import { tempDir } from "../../../support/temp-dir.ts";

const ANYWHERE: readonly StartDirectory[] = [{ path: "/", name: "/" }];

test("a supervisor's script holds to strict, with no warning, and its shell does not hear how perl was started", async () => {
  const checked = await runFile({
    file: perlPath(),
    args: ["-Mstrict", "-w", "-c", "-e", SUPERVISOR_SCRIPT],
    cwd: "/",
    env: {},
  });
  expect([checked.exitCode, checked.stderr]).toEqual([0, "-e syntax OK\n"]);
  const dir = tempDir();
  const plan = supervisorPlan({ file: "/usr/bin/env", args: ["env"], home: "/" }, dir, { LC_ALL: "C.UTF-8" });
  const supervisor = await startSupervisor(plan);
  onTestFinished(() => supervisor.end());
  const exited = new Promise((resolve) => {
    supervisor.onShellExit = resolve;
  });
  writeFileSync(join(dir, "out"), "");
  await supervisor.startShell(ANYWHERE, { out: "out", err: "out" });
  await exited;
  expect(readFileSync(join(dir, "out"), "utf8").trim().split("\n").sort()).toEqual(["LC_ALL=C.UTF-8", "PWD=/"]);
});

test("an architecture whose call numbers are unknown gets zeros, and the script does without", async () => {
  expect([supervisorArgs("x64"), supervisorArgs("mips")]).toEqual([
    ["157", "112", "259", "292", "47", "319"],
    ["0", "0", "0", "0", "0", "0"],
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
