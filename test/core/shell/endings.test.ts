import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { statOf } from "../../../src/core/process/identity.ts";
import { ShellManager } from "../../../src/core/shell/shell-manager.ts";
import { type Host, startHost, unique } from "../../support/host.ts";
import { pidsWith } from "../../support/is-alive.ts";
import { AS_PLAIN_USER, isRoot, plainCopy } from "../../support/plain-user.ts";
import { run, testManager } from "../../support/shells.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { waitUntil } from "../../support/wait-until.ts";

const FAMILY = "test/fixtures/bin/family.sh";
const KINDS = 11;

const sleepers = (number: string): number[] => pidsWith(`sleep ${number}.`);

/** Kinds, not processes: one that stops itself may do so before it is called what it will be. */
const kinds = (number: string): Set<string> =>
  new Set(sleepers(number).flatMap((pid) => /sleep \d+\.(\d+)/.exec(cmdline(pid))?.[1] ?? []));

const wholeFamily = (number: string): Promise<void> =>
  waitUntil("all kinds of descendants", () => kinds(number).size >= KINDS);

const cmdline = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return ""; // ended while we looked
  }
};

test("a kill leaves nobody of the family", async () => {
  const manager = testManager();
  const number = unique();
  const shell = await manager.createShell(`bash ${FAMILY} ${number}`, process.cwd());
  await wholeFamily(number);
  expect(await shell.kill()).toEqual({ survivors: [] });
  expect(sleepers(number)).toEqual([]);
  expect([shell.status, shell.isRunning]).toEqual(["killed", false]);
});

test("a timeout leaves nobody of the family, and a job that was there before lives on", async () => {
  const manager = testManager();
  const number = unique();
  const { outcome } = await run(manager, `sleep ${number}.99 & setsid -f sleep ${number}.98; cd '${process.cwd()}'`);
  expect(outcome.backgroundChildren.length).toBeGreaterThan(0);
  const timed = await run(manager, `X=kept; bash ${FAMILY} ${number}`, { timeoutMs: 3000 });
  expect(timed.outcome.ending).toEqual({ kind: "timed-out", afterMs: 3000 });
  expect(sleepers(number).map(cmdline).sort()).toEqual([`sleep ${number}.98 `, `sleep ${number}.99 `]);
  expect((await run(manager, "echo $X; pwd")).stdout).toBe(`kept\n${process.cwd()}\n`);
});

test("a job begun in the very command before one that times out lives on", async () => {
  const manager = testManager();
  const number = unique();
  await run(manager, `sleep ${number}.1 &`);
  await run(manager, "sleep 60", { timeoutMs: 1000 });
  expect(sleepers(number)).toHaveLength(1);
});

test("a cancelled command is gone with its family", async () => {
  const manager = testManager();
  const number = unique();
  const controller = new AbortController();
  const running = run(manager, `bash ${FAMILY} ${number}`, { signal: controller.signal, workingDir: process.cwd() });
  await wholeFamily(number);
  controller.abort();
  expect((await running).outcome.ending).toEqual({ kind: "cancelled" });
  expect(sleepers(number)).toEqual([]);
});

test("a command cancelled before its turn does not run", async () => {
  const manager = testManager();
  expect((await run(manager, "touch /tmp/should-not-be", { signal: AbortSignal.abort() })).code).toBe("cancelled");
});

test("a fork bomb of 200 is ended", async () => {
  const manager = testManager();
  const number = unique();
  const shell = await manager.createShell(
    `f() { local i; for i in {1..14}; do (for j in {1..14}; do sleep ${number}.1 & done; wait) & done; wait; }; f`,
    "/tmp",
  );
  await waitUntil("the bomb to have gone off", () => sleepers(number).length >= 190);
  expect(await shell.kill()).toEqual({ survivors: [] });
  expect(sleepers(number)).toEqual([]);
});

test("an ended shell's children go with a kill, and it stays what it was", async () => {
  const manager = testManager();
  const number = unique();
  const shell = await manager.createShell(`sleep ${number}.1 & setsid sleep ${number}.2 & exit 0`, "/tmp");
  await shell.wait();
  await waitUntil("its children", () => sleepers(number).length === 2);
  await shell.kill();
  expect(sleepers(number)).toEqual([]);
  expect(shell.status).toBe("completed");
});

test("dispose leaves nobody, twice", async () => {
  const manager = testManager();
  const number = unique();
  await manager.createShell(`bash ${FAMILY} ${number}`, process.cwd());
  await run(manager, `sleep ${number}.20 &`);
  await wholeFamily(number);
  await Promise.all([manager.dispose(), manager.dispose()]);
  expect(sleepers(number)).toEqual([]);
  await expect(manager.createShell("true", "/tmp")).rejects.toMatchObject({ code: "SESSION_CLOSED" });
});

/** One that lives until it is ended is there with its whole family. */
async function hostWithFamily(order: string, number: string, stateDir = tempDir()): Promise<Host> {
  const started = await startHost(order, number, stateDir);
  if (order === "wait" || order === "own-handler" || order === "stdin") await wholeFamily(number);
  return started;
}

const ended = async (host: ChildProcess): Promise<void> => {
  // With its output: the last words come after the exit.
  if (host.stdout?.closed !== true) await once(host, "close");
};

test.each(["return", "exit", "throw", "reject", "dispose"])("a host that ends by %s leaves nobody", async (order) => {
  const number = unique();
  const { host } = await hostWithFamily(order, number);
  await ended(host);
  await waitUntil("everything to be gone", () => sleepers(number).length === 0);
});

test.each(["SIGTERM", "SIGINT", "SIGHUP", "SIGKILL"] as const)("a host ended by %s leaves nobody", async (signal) => {
  const number = unique();
  const { host } = await hostWithFamily("wait", number);
  host.kill(signal);
  await ended(host);
  expect(host.signalCode).toBe(signal);
  await waitUntil("everything to be gone", () => sleepers(number).length === 0);
});

test("a host's own signal handler is its own", async () => {
  const number = unique();
  const { host, said } = await hostWithFamily("own-handler", number);
  host.kill("SIGTERM");
  await ended(host);
  expect([host.exitCode, said()]).toEqual([7, expect.stringContaining("handled")]);
  await waitUntil("everything to be gone", () => sleepers(number).length === 0);
});

test("a host that ends with its stdin leaves nobody", async () => {
  const number = unique();
  const { host } = await hostWithFamily("stdin", number);
  host.stdin?.end();
  await ended(host);
  await waitUntil("everything to be gone", () => sleepers(number).length === 0);
});

test("what a killed host ran is lost, said so, and readable by its id; a living host's is not touched", async () => {
  const stateDir = tempDir();
  const [dying, living] = [unique(), unique()];
  const other = await hostWithFamily("wait", living, stateDir);
  const { host, shellId } = await hostWithFamily("wait", dying, stateDir);
  host.kill("SIGKILL");
  await ended(host);
  const lost: string[] = [];
  const manager = testManager({
    stateDir,
    onEvent: (event) => void (event.kind === "shell-lost" && lost.push(event.id)),
  });
  const shell = manager.getShell(shellId);
  expect(lost).toEqual([shellId]);
  expect([shell?.status, shell?.isRunning, shell?.getAllOutput()]).toEqual(["lost", false, "said-before\n"]);
  expect(await shell?.kill()).toEqual({ survivors: [] });
  expect(sleepers(living).length).toBeGreaterThan(0);
  expect(manager.getShell(other.shellId)).toBeUndefined();
  await waitUntil("the dead host's processes to be gone", () => sleepers(dying).length === 0);
  // An hour later it is forgotten.
  expect(await manager.cleanupCompleted(-1)).toBe(0);
  expect(manager.getShell(shellId)).toBeUndefined();
  other.host.kill("SIGTERM");
  await ended(other.host);
  await waitUntil("the other host's processes to be gone", () => sleepers(living).length === 0);
});

test.skipIf(!isRoot)("a plain user's host leaves nobody either, by dispose and by SIGKILL", async () => {
  const place = plainCopy();
  for (const order of ["dispose", "wait"]) {
    const number = unique();
    let said = "";
    const words = [
      ...AS_PLAIN_USER,
      process.execPath,
      join(place, "test/fixtures/hosts/host.mjs"),
      order,
      number,
      join(place, `state-${order}`),
    ];
    const host = spawn("env", words, {
      stdio: ["pipe", "pipe", "inherit"],
    });
    host.stdout.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
    await waitUntil("the plain user's host to be ready", () => said.includes("ready"));
    if (order === "wait") {
      await wholeFamily(number);
      host.kill("SIGKILL");
    }
    await ended(host);
    await waitUntil("everything to be gone", () => sleepers(number).length === 0);
  }
});

/** The supervisors of a host that runs, and the nurses that forked them. */
const perlsIn = (stateDir: string): number[] =>
  pidsWith("-e ").filter((pid) => cmdline(pid).includes(stateDir) && cmdline(pid).includes("perl"));
const supervisorsIn = (stateDir: string): number[] => {
  const perls = perlsIn(stateDir);
  return perls.filter((pid) => perls.includes(statOf(pid)?.parent ?? 0));
};

test("what a dead host's supervisors had no time to end is ended with them by the next host", async () => {
  const stateDir = tempDir();
  const number = unique();
  const { host } = await hostWithFamily("wait", number, stateDir);
  await wholeFamily(number);
  const supervisors = supervisorsIn(stateDir);
  expect(supervisors.length).toBe(2);
  for (const pid of supervisors) process.kill(pid, "SIGSTOP");
  host.kill("SIGKILL");
  await ended(host);
  new ShellManager({ stateDir }).getShell("shell_none");
  await waitUntil("everything to be gone", () => sleepers(number).length + perlsIn(stateDir).length === 0);
});

test("what outlived both its host and its supervisor is found by its mark and ended", async () => {
  const stateDir = tempDir();
  const number = unique();
  const { host } = await hostWithFamily("wait", number, stateDir);
  // The worst case: everything that watches is killed at once, supervisors first.
  const supervisors = supervisorsIn(stateDir);
  expect(supervisors.length).toBe(2);
  for (const pid of supervisors) process.kill(pid, "SIGSTOP");
  host.kill("SIGKILL");
  await ended(host);
  for (const pid of supervisors) process.kill(pid, "SIGKILL");
  const survivors = sleepers(number).length;
  expect(survivors).toBeGreaterThan(0);
  new ShellManager({ stateDir }).getShell("shell_none");
  // Those that cleared their environment and left every group and session cannot be told from anybody's: two of the family.
  await waitUntil("all that carry the mark to be gone", () =>
    sleepers(number).every((pid) => / \d+\.[67] $/.test(cmdline(pid))),
  );
  for (const pid of sleepers(number)) process.kill(pid, "SIGKILL");
});
