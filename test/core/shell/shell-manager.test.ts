import { chmodSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DEFAULT_SESSION, sessionIdOf } from "../../../src/core/base/ids.ts";
import { trust } from "../../../src/core/permission/cleared.ts";
import { ShellManager } from "../../../src/core/shell/shell-manager.ts";
import { run, testManager } from "../../support/shells.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { waitUntil } from "../../support/wait-until.ts";

test("a shell goes from running to completed, and is timed", async () => {
  const manager = testManager();
  const shell = await manager.createShell("echo out; echo err >&2", "/tmp");
  expect(shell.id).toMatch(/^shell_[0-9a-f]{8,}$/);
  expect(await shell.wait()).toBe(0);
  expect([shell.status, shell.exitCode, shell.signal, shell.isRunning]).toEqual(["completed", 0, undefined, false]);
  expect(shell.getAllOutput()).toBe("out\n[stderr]\nerr\n");
  expect(shell.durationMs).toBe((shell.completedAt ?? 0) - (shell.startedAt ?? 0));
  expect(manager.getShell(shell.id)).toBe(shell);
});

test("a shell that fails, and one that a signal ends, say how", async () => {
  const manager = testManager();
  const failed = await manager.createShell("exit 3", "/tmp");
  const signaled = await manager.createShell("kill -SEGV $$", "/tmp");
  expect([await failed.wait(), await signaled.wait()]).toEqual([3, 139]);
  expect([failed.status, signaled.status, signaled.signal]).toEqual(["failed", "failed", "SIGSEGV"]);
});

test("new output is given once, all output always", async () => {
  const manager = testManager();
  const gate = join(tempDir(), "gate");
  const shell = await manager.createShell(
    `echo one; until [ -e ${gate} ]; do sleep 0.02; done; echo two; echo err >&2`,
    "/tmp",
  );
  await waitUntil("the first line", () => shell.transcript.bytes.stdout === 4);
  expect([shell.getNewOutput(), shell.getNewOutput()]).toEqual(["one\n", ""]);
  const { nextCursor } = shell.read({ since: "0" });
  writeFileSync(gate, "");
  await shell.wait();
  expect(shell.getNewOutput({ includeStderr: false })).toBe("two\n");
  expect(shell.read({ since: nextCursor }).text).toBe("two\n[stderr]\nerr\n");
  expect(shell.getAllOutput()).toBe("one\ntwo\n[stderr]\nerr\n");
});

test("a wait whose time is over ends the shell, and says so", async () => {
  const manager = testManager();
  const shell = await manager.createShell("echo before; sleep 300", "/tmp");
  await expect(shell.wait(1000)).rejects.toMatchObject({
    code: "SHELL_TIMED_OUT",
    message: expect.stringContaining("1000 ms"),
  });
  expect([shell.status, shell.isRunning, shell.getAllOutput()]).toEqual(["timeout", false, "before\n"]);
});

test("interrupt is what Ctrl+C is, terminate only asks", async () => {
  const manager = testManager();
  const polite = await manager.createShell(
    "trap 'echo int; exit 5' INT; trap 'echo term; exit 6' TERM; echo up; while :; do sleep 0.02; done",
    "/tmp",
  );
  await waitUntil("the trap", () => polite.getAllOutput() === "up\n");
  polite.interrupt();
  expect([await polite.wait(), polite.getAllOutput()]).toEqual([5, "up\nint\n"]);
  const asked = await manager.createShell(
    "trap 'echo term; exit 6' TERM; echo up; while :; do sleep 0.02; done",
    "/tmp",
  );
  await waitUntil("the trap", () => asked.getAllOutput() === "up\n");
  asked.terminate();
  expect([await asked.wait(), asked.status]).toEqual([6, "failed"]);
});

test("64 shells at once keep their output apart", async () => {
  const manager = testManager();
  const shells = await Promise.all(
    Array.from({ length: 64 }, (_, i) =>
      manager.createShell(`for n in 1 2 3; do echo "shell ${i} line $n"; done; read x < <(sleep 0.2)`, "/tmp"),
    ),
  );
  expect(new Set(shells.map(({ id }) => id)).size).toBe(64);
  await Promise.all(shells.map((shell) => shell.wait()));
  expect(shells.map((shell) => shell.getAllOutput())).toEqual(
    shells.map((_, i) => [1, 2, 3].map((n) => `shell ${i} line ${n}\n`).join("")),
  );
});

test("shells that begin while others end keep their output apart", async () => {
  // A descriptor's number is used again as soon as it is free; what an ended shell still reads must never be the next one's.
  const manager = testManager();
  const said = await Promise.all(
    Array.from({ length: 8 }, async (_, lane) => {
      const outputs: string[] = [];
      for (let round = 0; round < 12; round++) {
        const shell = await manager.createShell(
          `for n in 1 2 3; do echo "lane ${lane} round ${round} line $n"; done`,
          "/tmp",
        );
        await shell.wait();
        outputs.push(shell.getAllOutput());
      }
      return outputs;
    }),
  );
  const line =
    (lane: number, round: number) =>
    (n: number): string =>
      `lane ${lane} round ${round} line ${n}\n`;
  expect(said).toEqual(
    said.map((outputs, lane) => outputs.map((_, round) => [1, 2, 3].map(line(lane, round)).join(""))),
  );
});

test("one shell too many is refused with the oldest named, and there is room again when one has ended", async () => {
  const manager = testManager({ limits: { maxShells: 2 } });
  const [first] = [await manager.createShell("sleep 301", "/tmp"), await manager.createShell("sleep 302", "/tmp")];
  await expect(manager.createShell("sleep 303", "/tmp")).rejects.toMatchObject({
    code: "TOO_MANY_SHELLS",
    message: expect.stringContaining(`${first.id} (sleep 301)`),
  });
  await first.kill();
  expect((await manager.createShell("true", "/tmp")).id).toBeDefined();
});

test("shells that are started at once count against the limit before they are up", async () => {
  const manager = testManager({ limits: { maxShells: 3 } });
  const asked = Array.from({ length: 8 }, () => manager.createShell("sleep 304", "/tmp"));
  const said = await Promise.allSettled(asked);
  expect(said.map(({ status }) => status).sort()).toEqual([
    ...Array(3).fill("fulfilled"),
    ...Array(5).fill("rejected"),
  ]);
  expect(manager.listRunning()).toHaveLength(3);
});

test("a manager that is disposed while a shell starts ends that shell too", async () => {
  const manager = testManager();
  const starting = manager.createShell("sleep 305", "/tmp");
  await manager.dispose();
  expect((await starting).isRunning).toBe(false);
});

test("one session too many is refused", async () => {
  const manager = testManager({ limits: { maxSessions: 1 } });
  await run(manager, "true");
  await expect(run(manager, "true", { session: "b" })).rejects.toMatchObject({ code: "TOO_MANY_SESSIONS" });
  await manager.endSession(DEFAULT_SESSION);
  expect((await run(manager, "echo ok", { session: "b" })).stdout).toBe("ok\n");
});

test("finished shells are forgotten after their time, running ones and young ones are kept", async () => {
  const manager = testManager();
  const [done, running] = [await manager.createShell("echo x", "/tmp"), await manager.createShell("sleep 300", "/tmp")];
  await done.wait();
  const [log] = done.transcript.paths;
  expect(await manager.cleanupCompleted()).toBe(0);
  expect(await manager.cleanupCompleted(0)).toBe(1);
  expect(manager.listShells()).toEqual([running]);
  expect(manager.getShell(done.id)).toBeUndefined();
  expect(existsSync(log ?? "")).toBe(false);
});

test("killAll ends what runs and says how many", async () => {
  const manager = testManager();
  const shells = await Promise.all(
    ["sleep 300", "sleep 301", "sleep 302", "true"].map((text) => manager.createShell(text, "/tmp")),
  );
  await shells[3]?.wait();
  expect(manager.listRunning()).toHaveLength(3);
  expect(await manager.killAll()).toBe(3);
  expect(shells.map(({ status }) => status)).toEqual(["killed", "killed", "killed", "completed"]);
});

test("the process-wide manager is one, and after a reset another", async () => {
  const manager = ShellManager.getInstance();
  expect(ShellManager.getInstance()).toBe(manager);
  const shell = await manager.createShell("sleep 300", "/tmp");
  const reset = ShellManager.reset();
  const next = ShellManager.getInstance();
  expect(next).not.toBe(manager);
  await reset;
  expect([shell.status, next.listShells()]).toEqual(["killed", []]);
  await ShellManager.reset();
});

test("the process-wide manager that was disposed is followed by another, without a reset", async () => {
  const manager = ShellManager.getInstance();
  await manager.dispose();
  const next = ShellManager.getInstance();
  expect(next).not.toBe(manager);
  expect(ShellManager.getInstance()).toBe(next);
  expect(await (await next.createShell("exit 4", "/tmp")).wait()).toBe(4);
  await ShellManager.reset();
});

test("a background shell starts from a copy of its session, and nothing flows back", async () => {
  const manager = testManager();
  await run(manager, "V='a b'; export W=2; f() { echo f; }; cd /usr; alias q='echo q'; shopt -s extglob");
  const shell = await manager.startShell(trust('pwd; echo "$V" $W; f; q; V=changed; cd /; echo @(a)'), {
    workingDir: "/tmp",
    description: "a copy",
  });
  expect(await shell.wait()).toBe(0);
  expect(shell.getAllOutput()).toBe("/usr\na b 2\nf\nq\n@(a)\n");
  expect([shell.description, shell.workingDir, shell.sessionId]).toEqual(["a copy", "/usr", "default"]);
  expect((await run(manager, "echo $V; pwd")).stdout).toBe("a b\n/usr\n");
});

test("a background shell starts beside a busy session, from what it last saved", async () => {
  const manager = testManager();
  const gate = join(tempDir(), "gate");
  await run(manager, "V=1");
  await manager.session(DEFAULT_SESSION, "/tmp").saved();
  const busy = run(manager, `V=2; until [ -e ${gate} ]; do sleep 0.02; done`);
  await waitUntil("the session to be busy", () => {
    const { now } = manager.session(DEFAULT_SESSION, "/tmp").present;
    return now?.command.startsWith("V=2") === true && now.since <= Date.now();
  });
  const shell = await manager.startShell(trust("echo $V"), { workingDir: "/tmp" });
  await shell.wait();
  expect(shell.getAllOutput()).toBe("1\n");
  writeFileSync(gate, "");
  await busy;
});

test("a command with a NUL is refused", async () => {
  const manager = testManager();
  await expect(manager.createShell("echo a\0b", "/tmp")).rejects.toMatchObject({
    code: "SPAWN_FAILED",
    message: expect.stringContaining("NUL"),
  });
});

test.each([
  [{ maxShells: 0 }, /maxShells is 0; it must be a whole number of at least 1/],
  [{ logBytes: -1 }, /logBytes is -1/],
  [{ maxTimeoutMs: 1.5 }, /maxTimeoutMs is 1.5/],
  [{ defaultTimeoutMs: 700_000 }, /above maxTimeoutMs/],
])("limits that cannot work are a fault: %j", (limits, message) => {
  expect(() => new ShellManager({ limits })).toThrow(message);
});

test("a limit that does not exist is a fault", () => {
  const limits: object = { nonsense: 1 };
  expect(() => new ShellManager({ limits })).toThrow(/nonsense is not a limit/);
});

test("a limit of zero means none where that makes sense", () => {
  expect(new ShellManager({ limits: { memoryBytes: 0, processes: 0 } }).limits.memoryBytes).toBe(0);
});

test("a state directory that cannot be used costs the records, not the command, and is said", async () => {
  const file = join(tempDir(), "file");
  writeFileSync(file, "");
  const manager = testManager({ stateDir: file });
  expect((await run(manager, "echo runs")).stdout).toBe("runs\n");
  expect(manager.problem).toMatch(/state directory .* cannot be used/);
});

test("logs that cannot be written cost the middle of the output, not the command", async () => {
  const stateDir = tempDir();
  const manager = testManager({ stateDir, limits: { outputMemoryBytes: 4096 } });
  await run(manager, "true");
  const [host] = readdirSync(join(stateDir, "hosts"));
  const logs = join(stateDir, "hosts", host ?? "", "logs");
  chmodSync(logs, 0o000);
  symlinkSync("/dev/full", join(tempDir(), "full"));
  // Root may write anywhere: for it the directory is taken away instead.
  const { rmSync } = await import("node:fs");
  rmSync(logs, { recursive: true });
  const { outcome, code } = await run(manager, "seq 100000");
  expect(code).toBe(0);
  expect(outcome.transcript.problem).toBeDefined();
  const { text, droppedBytes } = outcome.transcript.read();
  expect(text.startsWith("1\n2\n")).toBe(true);
  expect(text.endsWith("99999\n100000\n")).toBe(true);
  expect(droppedBytes).toBeGreaterThan(0);
});

test("all logs together keep to their total", async () => {
  const manager = testManager({ limits: { totalLogBytes: 200_000, outputMemoryBytes: 4096 } });
  const shells = await Promise.all([1, 2, 3].map(() => manager.createShell("seq 20000", "/tmp")));
  await Promise.all(shells.map((shell) => shell.wait()));
  const onDisk = shells
    .flatMap(({ transcript }) => transcript.paths)
    .reduce((sum, path) => sum + readFileSync(path).length, 0);
  expect(onDisk).toBeLessThanOrEqual(210_000);
  expect(shells.some(({ transcript }) => transcript.problem !== undefined)).toBe(true);
});

test("what a session's commands printed gives its space back when it is forgotten", async () => {
  const manager = testManager({ limits: { totalLogBytes: 200_000, outputMemoryBytes: 4096 } });
  for (let turn = 0; turn < 3; turn++) {
    const { outcome } = await run(manager, "seq 20000");
    expect(outcome.transcript.problem).toBeUndefined();
    manager.keepLog(outcome.transcript);
    await manager.cleanupCompleted(-1);
  }
});

test("shells of one session are listed apart from another's", async () => {
  const manager = testManager();
  const a = await manager.startShell(trust("true"), { sessionId: sessionIdOf("a"), workingDir: "/tmp" });
  await manager.startShell(trust("true"), { sessionId: sessionIdOf("b"), workingDir: "/tmp" });
  expect(manager.listShells(sessionIdOf("a"))).toEqual([a]);
});

test("a command that waits for a terminal nobody types at is ended and named", async () => {
  const manager = testManager();
  const { outcome } = await run(
    manager,
    `perl -e 'open(my $m, "+<", "/dev/ptmx"); ioctl($m, 0x40045431, my $u = pack("i", 0)) or die; my $n = pack("i", 0); ioctl($m, 0x80045430, $n) or die; open(STDIN, "<", "/dev/pts/" . unpack("i", $n)) or die; print "name? "; $| = 1; my $x = <STDIN>; print "never"'`,
  );
  expect(outcome.ending).toEqual({ kind: "waiting-for-input", program: "perl" });
  expect((await run(manager, "echo ok")).stdout).toBe("ok\n");
});

test.skipIf(process.arch !== "x64" && process.arch !== "arm64")(
  "an editor that finds no terminal and waits for keys on its stderr is ended and named",
  async () => {
    const manager = testManager();
    const pselect = process.arch === "x64" ? 270 : 72;
    // What vi does: stderr in place of stdin, then a select on that alone.
    const { outcome } = await run(
      manager,
      `perl -e 'my $s = pack("Q16", 1); syscall(${pselect}, 1, $s, 0, 0, 0, 0)' <&2`,
    );
    expect(outcome.ending).toEqual({ kind: "waiting-for-input", program: "perl" });
    expect((await run(manager, "echo ok")).stdout).toBe("ok\n");
  },
);

test.each([
  ["itself", "X=1; kill -STOP $$; echo never"],
  ["a child it waits for", "X=1; bash -c 'kill -STOP $$; echo never'; echo nor this"],
])("a command that stopped %s is ended and named, with its state kept", async (_title, text) => {
  const manager = testManager();
  const { outcome, stdout } = await run(manager, text);
  expect([outcome.ending, stdout]).toEqual([{ kind: "stopped", program: "bash" }, ""]);
  expect((await run(manager, "echo $X")).stdout).toBe("1\n");
});

test("a command that is stopped for a while goes on", async () => {
  const manager = testManager();
  const { stdout, code } = await run(manager, "(sleep 3; kill -CONT $$) & kill -STOP $$; echo on");
  expect([stdout, code]).toEqual(["on\n", 0]);
});

test("a command that waits for a pipe nobody will open is ended and named", async () => {
  const manager = testManager();
  const { outcome } = await run(manager, `cd ${tempDir()}; mkfifo p; X=1; read line <p`);
  expect(outcome.ending).toEqual({ kind: "waiting-for-input", program: "bash" });
  expect((await run(manager, "echo $X")).stdout).toBe("1\n");
});

test("a thousand commands leave no descriptor, timer, process or file behind", async () => {
  const stateDir = tempDir();
  const manager = testManager({ stateDir });
  const files = (): string[] => readdirSync(stateDir, { recursive: true, encoding: "utf8" }).sort();
  const measure = () => ({
    fds: readdirSync("/proc/self/fd").length,
    files: files(),
    resources: process.getActiveResourcesInfo().length,
  });
  for (let i = 0; i < 50; i++) await run(manager, "echo warm; true | false");
  await manager.session(DEFAULT_SESSION, "/tmp").saved();
  const before = measure();
  for (let i = 0; i < 1000; i++) expect((await run(manager, `echo ${i} | cat`)).stdout).toBe(`${i}\n`);
  await manager.session(DEFAULT_SESSION, "/tmp").saved();
  const after = measure();
  expect(after.files.length).toBe(before.files.length);
  expect(after.fds).toBeLessThanOrEqual(before.fds + 1);
  expect(after.resources).toBeLessThanOrEqual(before.resources + 1);
});
