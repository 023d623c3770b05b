import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DEFAULT_SESSION } from "../../../../src/core/base/ids.ts";
import { isRunning, signal } from "../../../../src/core/process/identity.ts";
import { supervisorPlan } from "../../../../src/core/process/supervisor/supervisor-plan.ts";
import { FRESH } from "../../../../src/core/shell/bash/answer.ts";
import { ProgramDir } from "../../../../src/core/shell/bash/program-dir.ts";
import { BashLink } from "../../../../src/core/shell/session/bash-link.ts";
import { startSupervisor } from "../../../support/nursery.ts";
import { run, testManager } from "../../../support/shells.ts";
import { tempDir } from "../../../support/temp-dir.ts";
import { waitUntil } from "../../../support/wait-until.ts";

test("a text that its bash was killed before is run by the next one, once", async () => {
  const manager = testManager();
  const log = join(tempDir(), "log");
  const { stdout: pid } = await run(manager, "X=kept; echo $$");
  await manager.session(DEFAULT_SESSION, "/tmp").saved();
  process.kill(Number(pid), "SIGKILL"); // the host has not seen the end when it asks
  const { stdout, code } = await run(manager, `echo $X; echo once >>${log}`);
  expect([stdout, code, readFileSync(log, "utf8")]).toEqual(["kept\n", 0, "once\n"]);
});

test("a bash that becomes another program ends with that program's status, and the next one goes on", async () => {
  const manager = testManager();
  await run(manager, "X=kept");
  const { stdout, code, outcome } = await run(manager, "exec bash -c 'echo other; exit 7'");
  expect([stdout, code, outcome.restored?.cause]).toEqual(["other\n", 7, "ended"]);
  expect((await run(manager, "echo $X")).stdout).toBe("kept\n");
});

test("a text cannot hold a NUL", async () => {
  await expect(run(testManager(), "echo a\0b")).rejects.toThrow(/NUL/);
});

test("no turn of nacre's own sets off an ERR trap, although commands in it fail", async () => {
  const manager = testManager();
  const session = manager.session(DEFAULT_SESSION, "/tmp");
  const { stdout: pid } = await run(manager, "trap 'exit 9' ERR; echo $$");
  await session.saved();
  await expect(session.inTurn((turn) => turn.goTo("/nowhere/at/all"))).rejects.toThrow(/cannot go there/);
  const { stdout, outcome } = await run(manager, "echo $$");
  expect([stdout, outcome.restored]).toEqual([pid, undefined]);
  expect((await run(manager, "false")).code).toBe(9);
});

test.each([
  ["a function", "named() { trap 'echo bye' EXIT; set -u; }", "named"],
  ["a function of another", "inner() { trap 'echo bye' EXIT; set -u; }; named() { inner; }", "named"],
  ["a function of a file", "echo \"named() { trap 'echo bye' EXIT; set -u; }\" >f; . ./f; rm f", "named"],
  ["an alias", "alias named='trap \"echo bye\" EXIT; set -u'", "named"],
  ["a trap", "trap 'set -u; trap \"echo bye\" EXIT' ERR", "false"],
])("plain words may set off %s: what that leaves is told and taken back", async (_, text, plain) => {
  const manager = testManager();
  const directory = tempDir();
  for (const before of ["true", text, "true", "echo a | cat"]) await run(manager, before, { directory });
  await manager.session(DEFAULT_SESSION, directory).saved();
  expect((await run(manager, plain, { directory })).stdout).toBe("bye\n");
  expect((await run(manager, "echo $no_such_name", { directory })).code).toBe(1);
});

test("a plain text under options that nacre's lines cannot run under shows none of these lines", async () => {
  const manager = testManager();
  const thrice = async (): Promise<string[]> => {
    const shown: string[] = [];
    for (let turn = 0; turn < 3; turn++) shown.push((await run(manager, "echo a")).stderr);
    return shown;
  };
  expect(await thrice()).toEqual(["", "", ""]);
  await run(manager, "set -x");
  expect(await thrice()).toEqual(["+ echo a\n", "+ echo a\n", "+ echo a\n"]);
  await run(manager, "set +x");
  expect(await thrice()).toEqual(["", "", ""]);
});

test("a bash that no signal ends is given up in a turn of nacre's own, with its supervisor", async () => {
  const dir = tempDir();
  const runtimeDir = join(dir, "run");
  mkdirSync(runtimeDir);
  const programs = new ProgramDir(dir);
  const supervisor = await startSupervisor(
    supervisorPlan(programs.for("/bin/bash"), runtimeDir, { PATH: "/usr/bin:/bin" }),
  );
  // The link knows its bash by a wrong beginning: its signals reach nothing, as in a bash that the kernel keeps asleep.
  const start = supervisor.startShell.bind(supervisor);
  supervisor.startShell = async (places) => ({ pid: 0, ...(await start(places)), startTime: "none" });
  const saved = { state: undefined, after: FRESH };
  const places = [{ path: "/", name: "/" }] as const;
  const link = await BashLink.start(supervisor, { runtimeDir, saved, places, programs, limits: { fileBytes: 0 } });
  const all = supervisor.descendants();
  for (const one of all) signal(one, "SIGSTOP");
  expect(await link.ask({ kind: "save" })).toMatchObject({ kind: "exit", loss: "stuck", hasBegun: false });
  await link.close();
  expect([all.length, supervisor.hostPid]).toEqual([1, undefined]);
  // Killed, but the kernel may still be busy with it.
  await waitUntil("the bash is gone", () => !all.some(isRunning));
});
