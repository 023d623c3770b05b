import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { StartDirectory } from "../../../../src/core/files/working-directory.ts";
import { isRunning } from "../../../../src/core/process/identity.ts";
import { findProgram } from "../../../../src/core/process/interpreter-paths.ts";
import { runFile } from "../../../../src/core/process/run-file.ts";
import { SET_GID_VARIABLE } from "../../../../src/core/process/supervisor/perl-set-gid.ts";
import { supervisorPlan } from "../../../../src/core/process/supervisor/supervisor-plan.ts";
import { SUPERVISOR_SCRIPT, supervisorArgs } from "../../../../src/core/process/supervisor/supervisor-script.ts";
import { HAS_PROC } from "../../../../src/core/process/system/has-proc.ts";
import { setGidCalls } from "../../../../src/core/sandbox/bubblewrap/seccomp.ts";
import { pidsWith } from "../../../support/is-alive.ts";
import { startSupervisor } from "../../../support/nursery.ts";
import { tempDir } from "../../../support/temp-dir.ts";
import { waitUntil } from "../../../support/wait-until.ts";

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

/** Takes the one listener that a process may have, keeps it in another process, and becomes the program. */
const TAKES_THE_LISTENER = String.raw`my $seccomp = shift; my $code = pack('SCCL', 6, 0, 0, 0x7fff0000); my $program = pack('S x6 P', 1, $code);
syscall($seccomp, 1, 8, $program) >= 0 or die "seccomp: $!\n"; if (!fork) { sleep 600; exit } exec { $ARGV[0] } @ARGV;`;

test.runIf(HAS_PROC)("a supervisor that the kernel does not ask refuses every set-gid bit", async () => {
  const dir = tempDir();
  const calls = setGidCalls() ?? "";
  const shell = {
    file: "/bin/bash",
    args: ["bash", "-c", `mkdir ${dir}/d; chmod g+s ${dir}/d; touch ${dir}/end`],
    home: "/",
  };
  const { file, args, env, ...plan } = supervisorPlan(shell, dir, { PATH: "/usr/bin:/bin", [SET_GID_VARIABLE]: calls });
  const words = ["--no-new-privs", file, "-e", TAKES_THE_LISTENER, "--", calls.split(" ")[0] ?? "", file, ...args];
  const supervisor = await startSupervisor({ ...plan, file: "/usr/bin/setpriv", args: words, env });
  await supervisor.startShell(ANYWHERE);
  await waitUntil("the shell to be done", () => existsSync(join(dir, "end")));
  await supervisor.end();
  expect(statSync(join(dir, "d")).mode & 0o7777).toBe(0o755);
  await waitUntil("nothing of it to be alive", () => pidsWith(dir).length === 0);
});
