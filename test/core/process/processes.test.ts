import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { keepAlive } from "../../../src/core/base/keep-alive.ts";
import type { StartDirectory } from "../../../src/core/files/working-directory.ts";
import {
  childrenByParent,
  childrenOf,
  descendantsOf,
  innermostPid,
  pidsMarked,
} from "../../../src/core/process/descendants.ts";
import { type Exit, exitOfShellStatus, exitOfWaitStatus } from "../../../src/core/process/ending.ts";
import { commandLineOf, identityOf, ignores, isRunning, signal, statOf } from "../../../src/core/process/identity.ts";
import { bashPath, perlPath } from "../../../src/core/process/interpreter-paths.ts";
import { killTree } from "../../../src/core/process/kill-tree.ts";
import { listeningPorts } from "../../../src/core/process/listening-ports.ts";
import { loginEnvironment } from "../../../src/core/process/login-environment.ts";
import { runFile } from "../../../src/core/process/run-file.ts";
import { startProcess } from "../../../src/core/process/spawn.ts";
import { Supervisor, supervisorPlan } from "../../../src/core/process/supervisor.ts";
import { SUPERVISOR_SCRIPT, supervisorArgs } from "../../../src/core/process/supervisor-script.ts";
import { waitingForInput } from "../../../src/core/process/waiting-for-input.ts";
import { isAlive } from "../../support/is-alive.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { waitUntil } from "../../support/wait-until.ts";

const ANYWHERE: readonly StartDirectory[] = [{ path: "/", name: "/" }];

/** A bash of our own that is gone when the test is over, with everything in its group. */
function bash(script: string, env: Record<string, string> = {}): number {
  const child = spawn("/bin/bash", ["-c", script], {
    detached: true,
    stdio: "ignore",
    env: { PATH: "/usr/bin:/bin", ...env },
  });
  const { pid } = child;
  if (pid === undefined) throw new Error("bash did not start");
  onTestFinished(async () => {
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // It ended by itself.
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  });
  return pid;
}

const identity = (pid: number) => {
  const found = identityOf(pid);
  if (found === undefined) throw new Error(`no process ${pid}`);
  return found;
};

test("a process is known by its pid and start time, and not by its pid alone", async () => {
  const pid = bash("sleep 300");
  const self = identity(pid);
  expect(isRunning(self)).toBe(true);
  expect(isRunning({ ...self, startTime: "1" })).toBe(false);
  expect(signal({ ...self, startTime: "1" }, "SIGKILL")).toBe(false);
  expect(isAlive(pid)).toBe(true);
  expect(signal(self, "SIGKILL")).toBe(true);
  await waitUntil("its end", () => !isRunning(self));
  expect([identityOf(pid), signal(self, "SIGKILL")]).toEqual([undefined, false]);
  expect([
    statOf(2 ** 22),
    commandLineOf(2 ** 22),
    innermostPid(2 ** 22),
    ignores({ pid: 2 ** 22, startTime: "" }, "SIGTERM"),
  ]).toEqual([undefined, "", 2 ** 22, false]);
});

test("a process that may not be signalled is not claimed to have been", () => {
  // A zombie has no identity; pid 1 of another user would refuse: both look the same to the caller.
  expect(signal({ pid: 2 ** 22, startTime: "0" }, "SIGTERM")).toBe(false);
});

test("children are found under every thread, and by their parent's pid where the kernel keeps no list", async () => {
  const pid = bash("sleep 300 & sleep 301 & wait");
  await waitUntil("two children", () => childrenOf(pid).length === 2);
  expect(childrenByParent(pid).sort()).toEqual(childrenOf(pid).sort());
  expect(
    descendantsOf(pid)
      .map((one) => one.pid)
      .sort(),
  ).toEqual(childrenOf(pid).sort());
  expect(descendantsOf(pid, identity(childrenOf(pid)[0] ?? 0))).toHaveLength(2);
  expect(childrenOf(2 ** 22)).toEqual([]);
  const threaded = spawn(
    process.execPath,
    [
      "-e",
      'new (require(\'worker_threads\').Worker)(\'require("child_process").spawnSync("sleep", ["300"])\', { eval: true })',
    ],
    { stdio: "ignore", detached: true },
  );
  onTestFinished(() => {
    if (threaded.pid !== undefined) process.kill(-threaded.pid, "SIGKILL");
  });
  await waitUntil("the thread's child", () =>
    descendantsOf(threaded.pid ?? 0).some((one) => commandLineOf(one.pid) === "sleep 300"),
  );
});

test("what carries a mark in its environment is found", async () => {
  const mark = `MARK_${Math.random().toString(16).slice(2)}`;
  const pid = bash("sleep 300; true", { [mark]: "1" });
  await waitUntil("the marked", () => pidsMarked(`${mark}=1`).length === 2);
  expect(pidsMarked(`${mark}=1`).map((one) => one.pid)).toContain(pid);
  expect(ignores(identity(pid), "SIGTERM")).toBe(false);
});

test("who ignores TERM is not waited for, who is stopped is woken, who forks is frozen", async () => {
  const pid = bash(
    "trap '' TERM; for i in {1..12}; do (trap '' TERM; while :; do sleep 300; done) & done; kill -STOP $BASHPID; wait",
  );
  await waitUntil("the family", () => descendantsOf(pid).length >= 24);
  expect(ignores(identity(pid), "SIGTERM")).toBe(true);
  const all = [identity(pid), ...descendantsOf(pid)];
  const left = await killTree({ list: () => all.filter(isRunning), graceMs: 60_000 });
  expect(left).toEqual([]);
});

test("who reacts to TERM gets its grace", async () => {
  const file = join(tempDir(), "cleaned");
  const pid = bash(`trap 'echo bye >${file}; exit 0' TERM; while :; do sleep 0.02; done`);
  await waitUntil("its trap", () => commandLineOf(pid) !== "" && descendantsOf(pid).length > 0);
  expect(
    await killTree({
      list: () => [identity(pid)].filter(isRunning).concat(descendantsOf(pid)),
      firstSignal: "SIGTERM",
    }).catch(() => []),
  ).toEqual([]);
  expect(readdirSync(join(file, ".."))).toEqual(["cleaned"]);
});

test("KILL at once when it is asked for", async () => {
  const pid = bash("trap 'sleep 300' TERM; sleep 300");
  const self = identity(pid);
  expect(await killTree({ list: () => [self].filter(isRunning), firstSignal: "SIGKILL" })).toEqual([]);
});

test.each([
  [0, { kind: "exited", exitCode: 0 }],
  [3 << 8, { kind: "exited", exitCode: 3 }],
  [9, { kind: "signaled", signal: "SIGKILL", exitCode: 137 }],
  [143 << 8, { kind: "signaled", signal: "SIGTERM", exitCode: 143 }],
  [200 << 8, { kind: "exited", exitCode: 200 }],
])("a wait status of %i is %j", (status, exit) => {
  expect(exitOfWaitStatus(status)).toEqual(exit);
});

test("128 itself is no signal", () => {
  expect(exitOfShellStatus(128)).toEqual({ kind: "exited", exitCode: 128 });
});

test("programs are taken from fixed places", () => {
  expect([bashPath(), perlPath()]).toEqual([expect.stringMatching(/\/bash$/), expect.stringMatching(/\/perl$/)]);
  expect(() => perlPath(["/no"])).toThrow(/install perl/);
  expect(() => bashPath("/no/bash")).toThrow(/no usable bash was found: looked for \/no\/bash/);
});

test("a bash that is too old, or none at all, is named with its version", () => {
  const dir = tempDir();
  const [old, fake] = [join(dir, "old"), join(dir, "fake")];
  writeFileSync(old, "#!/bin/sh\nprintf 3.2.57\n", { mode: 0o755 });
  writeFileSync(fake, "#!/bin/sh\n", { mode: 0o755 });
  expect(() => bashPath(old)).toThrow(/old is 3\.2\.57; 4\.4 or newer is needed; install bash/);
  expect(() => bashPath(fake)).toThrow(/fake is no bash/);
});

test("listening ports are found for the processes that hold them", async () => {
  expect(listeningPorts([])).toEqual([]);
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  expect(listeningPorts([identity(process.pid)])).toContain(port);
  expect(listeningPorts([identity(bash("sleep 300"))])).toEqual([]);
  expect(listeningPorts([{ pid: 2 ** 22, startTime: "" }])).toEqual([]);
});

test("a program that cannot be started is a fault", async () => {
  await expect(startProcess({ file: "/no/such/program", args: [], cwd: "/tmp", env: {} })).rejects.toMatchObject({
    code: "SPAWN_FAILED",
  });
});

test("a process finds what it is given on descriptors of its own; one that does not read breaks nothing", async () => {
  const read = await startProcess({
    file: "/bin/bash",
    args: ["-c", "cat <&3; cat <&4"],
    cwd: "/tmp",
    env: {},
    descriptors: [Buffer.from("one "), Buffer.from("two")],
  });
  let said = "";
  read.stdout?.on("data", (chunk) => {
    said += String(chunk);
  });
  await once(read, "close");
  expect(said).toBe("one two");
  const deaf = await startProcess({
    file: "/bin/true",
    args: [],
    cwd: "/tmp",
    env: {},
    descriptors: [Buffer.alloc(1 << 20)],
  });
  await once(deaf, "close");
});

test("a supervisor that cannot start tells why", async () => {
  const plan = supervisorPlan(["/bin/true"], tempDir(), {});
  await expect(Supervisor.start({ ...plan, args: ["-e", "die 'on purpose'"] })).rejects.toMatchObject({
    code: "SPAWN_FAILED",
    message: expect.stringContaining("on purpose"),
  });
  await expect(Supervisor.start({ ...plan, args: ["-e", "exit 0"] })).rejects.toThrow(/ended before it answered/);
});

test("a supervisor's script holds to strict, with no warning, and its shell does not hear how perl was started", async () => {
  const checked = await runFile({
    file: perlPath(),
    args: ["-Mstrict", "-w", "-c", "-e", SUPERVISOR_SCRIPT],
    cwd: "/",
    env: {},
  });
  expect([checked.exitCode, checked.stderr]).toEqual([0, "-e syntax OK\n"]);
  const dir = tempDir();
  const plan = supervisorPlan(["/usr/bin/env"], dir, { LC_ALL: "C.UTF-8" });
  const supervisor = await Supervisor.start(plan);
  onTestFinished(() => supervisor.end());
  const exited = new Promise((resolve) => {
    supervisor.onShellExit = resolve;
  });
  writeFileSync(join(dir, "out"), "");
  await supervisor.startShell(ANYWHERE, "out", "out");
  await exited;
  expect(readFileSync(join(dir, "out"), "utf8").trim().split("\n").sort()).toEqual(["LC_ALL=C.UTF-8", "PWD=/"]);
});

test("a supervisor makes FIFOs, starts shells one after another, tells their exits, and reaps what comes back to it", async () => {
  const dir = tempDir();
  const supervisor = await Supervisor.start(
    supervisorPlan(["/bin/bash", "-c", "setsid -f sleep 301; exit 3"], dir, { PATH: "/usr/bin:/bin" }),
  );
  await supervisor.makeFifos(["a", "b"]);
  expect(readdirSync(dir)).toEqual(["a", "b"]);
  const exits: unknown[] = [];
  supervisor.onShellExit = (exit) => exits.push(exit);
  await supervisor.startShell(ANYWHERE);
  await waitUntil("the first exit", () => exits.length === 1);
  await supervisor.startShell(ANYWHERE);
  await waitUntil("two exits", () => exits.length === 2);
  expect(exits).toEqual([
    { kind: "exited", exitCode: 3 },
    { kind: "exited", exitCode: 3 },
  ]);
  await waitUntil(
    "the daemons to have come back",
    () => supervisor.descendants().filter((one) => commandLineOf(one.pid) === "sleep 301").length === 2,
  );
  const daemons = supervisor.descendants();
  await supervisor.end();
  await supervisor.end();
  expect([daemons.some(isRunning), supervisor.descendants(), supervisor.hostPid]).toEqual([false, [], undefined]);
  await expect(supervisor.startShell(ANYWHERE)).rejects.toMatchObject({ code: "SPAWN_FAILED" });
});

test("a shell starts in the first place that is what it was; one swapped for a link is not", async () => {
  const dir = tempDir();
  const [real, outside] = [join(dir, "a b\n'c"), join(dir, "outside")];
  for (const path of [real, outside, join(dir, "run")]) mkdirSync(path);
  symlinkSync(outside, join(dir, "swapped"));
  const place = (path: string, name = path): StartDirectory => ({ path, name });
  const swapped = place(join(dir, "swapped"));
  const supervisor = await Supervisor.start(
    supervisorPlan(["/bin/bash", "-c", 'printf %s "$PWD"'], join(dir, "run"), { PATH: "/usr/bin:/bin" }),
  );
  onTestFinished(() => supervisor.end());
  const startIn = async (places: readonly StartDirectory[]): Promise<[unknown, string]> => {
    const file = join(dir, "run", "out");
    writeFileSync(file, "");
    const exited = new Promise<Exit>((resolve) => {
      supervisor.onShellExit = resolve;
    });
    await supervisor.startShell(places, "out", "out");
    return [(await exited).exitCode, readFileSync(file, "utf8")];
  };
  expect(await startIn([swapped, place(join(dir, "gone")), place(real), place("/")])).toEqual([0, real]);
  // The name is only what it is called: bash takes it when it leads to the same directory.
  symlinkSync(real, join(dir, "name"));
  expect(await startIn([place(real, join(dir, "name"))])).toEqual([0, join(dir, "name")]);
  expect(await startIn([place(real, outside)])).toEqual([0, real]);
  expect(await startIn([swapped])).toEqual([126, expect.stringContaining("nothing was run")]);
});

test("a supervisor that is ended with a question open answers it with a fault", async () => {
  const supervisor = await Supervisor.start(supervisorPlan(["/bin/true"], tempDir(), {}));
  const { pid } = supervisor.identity;
  process.kill(pid, "SIGSTOP");
  const asked = supervisor.makeFifos(["x"]);
  process.kill(pid, "SIGKILL");
  await expect(asked).rejects.toMatchObject({ code: "SPAWN_FAILED" });
});

test("an architecture whose call numbers are unknown gets zeros, and the script does without", async () => {
  expect([supervisorArgs("x64"), supervisorArgs("mips")]).toEqual([
    ["157", "112", "259"],
    ["0", "0", "0"],
  ]);
  const dir = tempDir();
  const plan = supervisorPlan(["/bin/bash", "-c", "sleep 300"], dir, { PATH: "/usr/bin:/bin" });
  const args = plan.args.map((word, index) => (index >= 3 && index <= 5 ? "0" : word));
  const supervisor = await Supervisor.start({ ...plan, args });
  await supervisor.makeFifos(["f"]);
  const shell = await supervisor.startShell(ANYWHERE);
  await supervisor.end();
  expect([readdirSync(dir), shell === undefined ? true : isRunning(shell)]).toEqual([["f"], false]);
});

test("the login environment is what the user's rc files make of it, asked once", async () => {
  const home = tempDir();
  writeFileSync(
    join(home, ".bash_profile"),
    "echo noise; export PATH=/from/profile:$PATH; export FROM_PROFILE='a b'; echo x >>~/asked; sleep 300 &\n",
  );
  const env = { HOME: home, PATH: "/usr/bin:/bin" };
  const [first, second] = await Promise.all([loginEnvironment("/bin/bash", env), loginEnvironment("/bin/bash", env)]);
  expect(first).toMatchObject({ PATH: expect.stringMatching(/^\/from\/profile:/), FROM_PROFILE: "a b" });
  expect(first).not.toHaveProperty("SHLVL");
  expect(second).toBe(first);
  expect(readdirSync(home)).toContain("asked");
});

test("rc files run nothing of the directory the host is in, whatever they put on PATH", async () => {
  const [home, workspace, before] = [tempDir(), tempDir(), process.cwd()];
  writeFileSync(join(workspace, "planted"), "#!/bin/sh\necho planted\n", { mode: 0o755 });
  writeFileSync(join(home, ".bash_profile"), 'PATH=.:$PATH; export RAN="$(planted 2>/dev/null)" WHERE="$PWD"\n');
  const script = `import { loginEnvironment } from ${JSON.stringify(join(before, "dist/core/process/login-environment.js"))};
    console.log(JSON.stringify(await loginEnvironment("/bin/bash", { HOME: ${JSON.stringify(home)}, PATH: "/usr/bin:/bin" })));`;
  const { stdout } = await runFile({
    file: process.execPath,
    args: ["--input-type=module", "-e", script],
    cwd: workspace,
    env: {},
  });
  expect(JSON.parse(stdout)).toMatchObject({ RAN: "", WHERE: home });
});

test("a home that is not there is no reason to have no environment", async () => {
  for (const home of ["/no/such/home", "relative", "/etc/passwd"])
    expect(await loginEnvironment("/bin/bash", { HOME: home, PATH: "/usr/bin:/bin" })).toMatchObject({ HOME: home });
});

test("rc files that fail cost nothing", async () => {
  const home = tempDir();
  writeFileSync(join(home, ".bash_profile"), "exit 1\n");
  expect(await loginEnvironment("/bin/bash", { HOME: home })).toEqual({});
  expect(await loginEnvironment("/no/bash", { HOME: home })).toEqual({});
});

test("nobody waits for input where nobody is, or where the calls are unknown", async () => {
  const pid = bash("sleep 300; true");
  await waitUntil("its child", () => descendantsOf(pid).length === 1);
  expect([
    waitingForInput([]),
    waitingForInput([identity(pid)], "mips"),
    waitingForInput([identity(pid), ...descendantsOf(pid)]),
  ]).toEqual([undefined, undefined, undefined]);
  expect(waitingForInput([{ pid: 2 ** 22, startTime: "" }])).toBeUndefined();
});

test("a host is kept running while someone waits, and no longer", async () => {
  const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const before = timers();
  let done: (value: number) => void = () => undefined;
  const kept = keepAlive(
    new Promise<number>((resolve) => {
      done = resolve;
    }),
  );
  expect(timers()).toBe(before + 1);
  done(5);
  expect([await kept, timers()]).toEqual([5, before]);
  mkdirSync(join(tempDir(), "x"));
  rmSync(join(tempDir(), "x"), { recursive: true, force: true });
});
