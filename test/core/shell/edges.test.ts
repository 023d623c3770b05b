import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assertNever } from "../../../src/core/base/assert-never.ts";
import { DEFAULT_SESSION } from "../../../src/core/base/ids.ts";
import { trust } from "../../../src/core/permission/cleared.ts";
import {
  readRecord,
  readRecords,
  type ShellRecord,
  writeRecord,
} from "../../../src/core/shell/background/shell-record.ts";
import { HostDir, hostOf } from "../../../src/core/shell/host/host-dir.ts";
import { killFromOutside, shellsOfAllHosts } from "../../../src/core/shell/host/other-hosts.ts";
import { lostShells, recover } from "../../../src/core/shell/host/recovery.ts";
import { defaultStateDir } from "../../../src/core/shell/host/state-dir.ts";
import { ShellManager } from "../../../src/core/shell/shell-manager.ts";
import { run, testManager } from "../../support/shells.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { waitUntil } from "../../support/wait-until.ts";

test("the state directory is the variable's, else XDG's, else the home's", () => {
  expect(defaultStateDir({ NACRE_STATE_DIR: "/a", XDG_STATE_HOME: "/b" })).toBe("/a");
  expect(defaultStateDir({ XDG_STATE_HOME: "/b" })).toBe("/b/nacre");
  expect(defaultStateDir({})).toBe(join(homedir(), ".local/state/nacre"));
  expect(new ShellManager().stateDir).toBe(process.env["NACRE_STATE_DIR"]);
});

test("an unhandled case fails loudly", () => {
  // @ts-expect-error that is what it is for
  expect(() => assertNever({ kind: "new" })).toThrow(/unhandled case: {"kind":"new"}/);
});

test("a bare string cannot run", () => {
  const session = testManager().session(DEFAULT_SESSION, "/tmp");
  // @ts-expect-error a string is not a cleared command
  const refused = (): unknown => session.run("rm -rf /", { timeoutMs: 1000 });
  // @ts-expect-error neither is something that looks like one
  const alsoRefused = (): unknown => session.run({ text: "rm -rf /" }, { timeoutMs: 1000 });
  expect([typeof refused, typeof alsoRefused]).toEqual(["function", "function"]); // never called: it is the compiler that refuses
});

const record = (id: string, more: Partial<ShellRecord> = {}): ShellRecord => ({
  id: id as ShellRecord["id"],
  sessionId: "default",
  command: "true",
  workingDir: "/tmp",
  status: "running",
  createdAt: 1,
  logs: { stdout: `/logs/${id}.out`, stderr: `/logs/${id}.err` },
  ...more,
});

test("what is no record is passed over", () => {
  const dir = tempDir();
  writeRecord(dir, record("shell_1"));
  writeFileSync(join(dir, "half.json"), "{");
  writeFileSync(join(dir, "other.json"), '{"id":"x","status":"running"}');
  writeFileSync(join(dir, "unknown.json"), JSON.stringify({ ...record("shell_2"), status: "asleep" }));
  writeFileSync(join(dir, "note.txt"), "");
  expect(readRecords(dir).map(({ id }) => id)).toEqual(["shell_1"]);
  expect([readRecord(join(dir, "gone.json")), readRecords(join(dir, "gone"))]).toEqual([undefined, []]);
  writeRecord(join(dir, "gone"), record("shell_3")); // a disk that refuses costs the record, nothing else
});

test("a host directory that says nothing, or something else, is nobody's and is left alone", () => {
  const stateDir = tempDir();
  const hosts = join(stateDir, "hosts");
  mkdirSync(join(hosts, "half-made"), { recursive: true });
  mkdirSync(join(hosts, "odd"));
  writeFileSync(join(hosts, "odd", "host.json"), '{"pid":"x"}');
  expect([hostOf(join(hosts, "half-made")), hostOf(join(hosts, "odd"))]).toEqual([undefined, undefined]);
  expect(recover(stateDir)).toEqual([]);
  expect([
    recover(join(stateDir, "none")),
    lostShells(join(stateDir, "none")),
    shellsOfAllHosts(join(stateDir, "none")),
  ]).toEqual([[], [], []]);
});

test("a dead host's shells are claimed by one of two that come to clear up", () => {
  const stateDir = tempDir();
  const dead = join(stateDir, "hosts", "4194000-dead");
  for (const part of ["shells", "logs", "run"]) mkdirSync(join(dead, part), { recursive: true });
  writeFileSync(join(dead, "host.json"), JSON.stringify({ pid: 4_194_000, startTime: "1" }));
  writeRecord(join(dead, "shells"), record("shell_lost"));
  writeRecord(join(dead, "shells"), record("shell_done", { status: "completed" }));
  writeFileSync(join(dead, "logs", "shell_lost.out"), "printed before\n");
  expect(recover(stateDir, 5).map(({ id, status, completedAt }) => [id, status, completedAt])).toEqual([
    ["shell_lost", "lost", 5],
  ]);
  expect(recover(stateDir)).toEqual([]);
  const manager = testManager({ stateDir });
  const shell = manager.getShell("shell_lost");
  expect([
    shell?.status,
    shell?.getNewOutput(),
    shell?.pid,
    shell?.supervisor,
    shell?.listeningPorts(),
    shell?.durationMs,
  ]).toEqual(["lost", "printed before\n", undefined, undefined, [], undefined]);
});

test("a stand-in directory is made where the state directory cannot be, and a fault where neither can", () => {
  const file = join(tempDir(), "file");
  writeFileSync(file, "");
  // Below /proc, Node's own way to make a directory with its parents never returns.
  for (const place of [file, "/proc/nacre-state"]) {
    const standIn = HostDir.create(place);
    expect(standIn.problem).toContain(place);
    standIn.remove();
  }
  const { TMPDIR } = process.env;
  process.env["TMPDIR"] = file;
  try {
    expect(() => HostDir.create(file)).toThrow(/state directory cannot be used.*no temporary directory either/);
  } finally {
    if (TMPDIR === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = TMPDIR;
  }
});

test("a shell that is gone cannot be killed from outside, and that is no error", async () => {
  const stateDir = tempDir();
  const manager = testManager({ stateDir });
  const shell = await manager.createShell("true", "/tmp");
  await shell.wait();
  await waitUntil("its record", () => shellsOfAllHosts(stateDir)[0]?.record.status === "completed");
  const [seen] = shellsOfAllHosts(stateDir);
  if (seen === undefined) throw new Error("not listed");
  expect([await killFromOutside(seen), await killFromOutside({ ...seen, record: record("shell_bare") })]).toEqual([
    [],
    [],
  ]);
});

test("a session can be warmed, is busy while it works, and closes while it starts", async () => {
  const manager = testManager();
  const session = manager.session(DEFAULT_SESSION, "/tmp");
  await session.warm();
  expect([session.isBusy, session.cwd, session.id]).toEqual([false, "/tmp", "default"]);
  const other = testManager();
  void other
    .session(DEFAULT_SESSION, "/tmp")
    .warm()
    .catch(() => undefined);
  await other.dispose();
});

test("a session that is closed while its bash is being replaced starts no other", async () => {
  // Each round closes at another moment of the replacement; what is left is looked for when the test is over.
  for (let round = 0; round < 12; round++) {
    const manager = testManager();
    await run(manager, "true");
    await run(manager, round % 3 === 0 ? "exit 1" : round % 3 === 1 ? "kill -9 $$" : "kill -9 $PPID");
    if (round > 5) await new Promise((resolve) => setTimeout(resolve, round - 5));
    await manager.dispose();
  }
});

test("a bash that dies while nobody looks is replaced, with the state it had", async () => {
  const manager = testManager();
  const { stdout: pid } = await run(manager, "X=kept; echo $$");
  await manager.session(DEFAULT_SESSION, "/tmp").saved();
  process.kill(Number(pid), "SIGKILL");
  await waitUntil("another bash", async () => (await run(manager, "echo $$ $X")).stdout.trim().endsWith(" kept"));
});

test("FIFOs that a command deleted are made anew", async () => {
  const manager = testManager();
  const { stdout } = await run(manager, 'echo "$__nacre_o"');
  rmSync(stdout.trim());
  expect((await run(manager, "echo ok")).stdout).toBe("ok\n");
});

test("a background shell whose directory goes away between look and start fails as itself", async () => {
  const manager = testManager();
  const doomed = mkdtempSync(join(tempDir(), "doomed-"));
  await run(manager, "true", { workingDir: doomed });
  await run(manager, `cd ${doomed}; rmdir ${doomed}`, { workingDir: doomed });
  await expect(manager.startShell(trust("pwd"), { workingDir: doomed })).rejects.toMatchObject({
    code: "DIRECTORY_UNUSABLE",
  });
});

test("kill, wait and output of a shell that has long ended", async () => {
  const manager = testManager();
  const shell = await manager.createShell("echo x; exit 4", "/tmp");
  expect([await shell.wait(60_000), await shell.wait(), await shell.kill()]).toEqual([4, 4, { survivors: [] }]);
  expect([shell.pid, shell.processes(), shell.status]).toEqual([undefined, [], "failed"]);
  shell.terminate();
  shell.interrupt();
});
