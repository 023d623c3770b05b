import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { StartDirectory } from "../../../../src/core/files/working-directory.ts";
import type { Exit } from "../../../../src/core/process/ending.ts";
import { Fifo } from "../../../../src/core/process/fifo.ts";
import { commandLineOf, isRunning } from "../../../../src/core/process/identity.ts";
import { supervisorsNaming } from "../../../../src/core/process/supervisor/find-supervisors.ts";
import { MOST_WAITING } from "../../../../src/core/process/supervisor/input/perl-input.ts";
import { PIECE_BYTES } from "../../../../src/core/process/supervisor/input/supervisor-input.ts";
import { Supervisor } from "../../../../src/core/process/supervisor/supervisor.ts";
import { supervisorLanguage } from "../../../../src/core/process/supervisor/supervisor-languages.ts";
import { type ShellProgram, supervisorPlan } from "../../../../src/core/process/supervisor/supervisor-plan.ts";
import { SHELL_FDS } from "../../../../src/core/process/supervisor/supervisor-script.ts";
import { HAS_PROC } from "../../../../src/core/process/system/has-proc.ts";
import { trustedProgram } from "../../../../src/core/process/trusted-program.ts";
import { ProgramDir } from "../../../../src/core/shell/bash/program-dir.ts";
import { startSupervisor, testNursery } from "../../../support/nursery.ts";
import { tempDir } from "../../../support/temp-dir.ts";
import { waitUntil } from "../../../support/wait-until.ts";

const plain = (file: string, ...args: readonly string[]): ShellProgram => ({ file, args: [file, ...args], home: "/" });
/** What the kernel of Linux alone is asked for: to give daemons back, to name a sender, to open a terminal. */
const onLinux = test.runIf(HAS_PROC);

const ANYWHERE: readonly StartDirectory[] = [{ path: "/", name: "/" }];

test("a supervisor that cannot start tells why", async () => {
  const home = join(tempDir(), "gone");
  const plan = supervisorPlan({ ...plain("/bin/true"), home }, tempDir(), {});
  await expect(startSupervisor(plan)).rejects.toMatchObject({
    code: "SPAWN_FAILED",
    message: expect.stringContaining(`${home}: No such file or directory`),
  });
  const silent = { ...plan, file: "/bin/true", args: [] };
  await expect(startSupervisor(silent)).rejects.toThrow(/ended before it answered/);
});

/** Starts a shell, and waits until it has ended. */
async function ranIn(
  supervisor: Supervisor,
  places: readonly StartDirectory[],
): Promise<{ readonly said: string; readonly code: number }> {
  let said = "";
  supervisor.onAnswer = (bytes) => {
    said += bytes.toString();
  };
  const exited = new Promise<Exit>((resolve) => {
    supervisor.onShellExit = resolve;
  });
  await supervisor.startShell(places);
  return { code: (await exited).exitCode, said };
}

test("a shell has the environment that its supervisor was given, and its directory", async () => {
  const tell = 'mapfile -d "" -t all </proc/$$/environ; printf "%s\\n" "${all[@]}" >&0';
  const plan = supervisorPlan(plain("/bin/bash", "-c", tell), tempDir(), { A: "1" });
  // Forked by a nurse, and started as in a sandbox.
  for (const one of [plan, { ...plan, file: "/usr/bin/env", args: [plan.file, ...plan.args] }]) {
    const supervisor = await startSupervisor(one);
    onTestFinished(() => supervisor.end());
    const { said } = await ranIn(supervisor, ANYWHERE);
    // Without /proc nothing tells python what it has added itself.
    const added = HAS_PROC || supervisorLanguage().program !== "python3" ? [] : ["LC_CTYPE=C.UTF-8"];
    const found = said
      .trim()
      .split("\n")
      .filter((one) => !added.includes(one));
    expect(found.sort()).toEqual(["A=1", "PWD=/"]);
  }
});

test("a supervisor's command line is short, and finds it by the name of its nursery", async () => {
  const { nursery, name } = testNursery();
  const supervisor = await Supervisor.start(supervisorPlan(plain("/bin/true"), tempDir(), {}), nursery);
  onTestFinished(() => supervisor.end());
  expect(supervisorsNaming(name)).toContainEqual(supervisor.identity);
  expect(commandLineOf(supervisor.identity.pid).replace(name, "").length).toBeLessThan(150);
});

onLinux(
  "a supervisor makes FIFOs, starts shells one after another, tells their exits, and reaps what comes back to it",
  async () => {
    const dir = tempDir();
    const supervisor = await startSupervisor(
      supervisorPlan(plain("/bin/bash", "-c", "setsid -f sleep 301; exit 3"), dir, { PATH: "/usr/bin:/bin" }),
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
  },
);

test("a shell finds the first place that is what it was, and its name; one swapped for a link is not", async () => {
  const dir = tempDir();
  const [real, outside] = [join(dir, "a b\n'c"), join(dir, "outside")];
  for (const path of [real, outside, join(dir, "run")]) mkdirSync(path);
  symlinkSync(outside, join(dir, "swapped"));
  const place = (path: string, name = path): StartDirectory => ({ path, name });
  const swapped = place(join(dir, "swapped"));
  const tell =
    'mapfile -d "" -t all </proc/$$/environ; for one in "${all[@]}"; do [[ $one == PWD=* ]] && name=${one#PWD=}; done; ' +
    `cd -P /dev/fd/${SHELL_FDS.place}; printf '%s|%s' "$PWD" "$name" >&0`;
  const supervisor = await startSupervisor(
    supervisorPlan(plain("/bin/bash", "-c", tell), join(dir, "run"), { PATH: "/usr/bin:/bin" }),
  );
  onTestFinished(() => supervisor.end());
  expect(await ranIn(supervisor, [swapped, place(join(dir, "gone")), place(real), place("/")])).toEqual({
    code: 0,
    said: `${real}|${real}`,
  });
  expect(await ranIn(supervisor, [place(real, outside)])).toEqual({ code: 0, said: `${real}|${outside}` });
  expect(await ranIn(supervisor, [swapped])).toEqual({ code: 126, said: "" });
});

test("a supervisor that is ended with a question open answers it with a fault", async () => {
  const supervisor = await startSupervisor(supervisorPlan(plain("/bin/true"), tempDir(), {}));
  const { pid } = supervisor.identity;
  process.kill(pid, "SIGSTOP");
  const asked = supervisor.makeFifos(["x"]);
  process.kill(pid, "SIGKILL");
  await expect(asked).rejects.toMatchObject({ code: "SPAWN_FAILED" });
});

test("the true exit of a shell is told although the host lets go of the supervisor at the same moment", async () => {
  const plan = supervisorPlan(plain("/bin/sleep", "300"), tempDir(), { PATH: "/usr/bin:/bin" });
  const supervisor = await startSupervisor(plan);
  const seen: unknown[] = [];
  supervisor.onShellExit = (exit) => seen.push(exit);
  supervisor.onGone = () => seen.push("gone");
  const { pid } = (await supervisor.startShell(ANYWHERE)) ?? { pid: 0 };
  await waitUntil("the program to run: until then it ignores signals", () => commandLineOf(pid) === "/bin/sleep 300");
  await supervisor.end();
  expect(seen).toEqual([{ kind: "signaled", exitCode: 143, signal: "SIGTERM" }, "gone"]);
});

/** A supervisor whose shell is a scripted bash, and what that bash said so far. */
async function answering(
  change: (args: readonly string[]) => readonly string[] = (args) => args,
): Promise<{ supervisor: Supervisor; said: () => string; exits: { exit: Exit; read: number }[] }> {
  const dir = tempDir();
  mkdirSync(join(dir, "run"));
  const program = new ProgramDir(dir).for("/bin/bash");
  const plan = supervisorPlan(program, join(dir, "run"), { PATH: "/usr/bin:/bin", GIVEN: "1", OTHER: "2" });
  const supervisor = await startSupervisor({ ...plan, args: change(plan.args) });
  onTestFinished(async () => {
    const left = supervisor.descendants();
    await supervisor.end();
    expect(left.filter(isRunning)).toEqual([]);
  });
  const { dev, ino } = statSync(program.home);
  expect(supervisor.home).toEqual({ device: dev, inode: ino });
  let said = "";
  const exits: { exit: Exit; read: number }[] = [];
  supervisor.onAnswer = (bytes) => {
    said += bytes.toString();
  };
  supervisor.onShellExit = (exit, read) => exits.push({ exit, read });
  return { supervisor, said: () => said, exits };
}

const feed = (supervisor: Supervisor, script: string): void => supervisor.feed(script);

test("a scripted shell reads what the host writes, and tells how far it is", async () => {
  const { supervisor, said, exits } = await answering();
  await supervisor.startShell(ANYWHERE);
  const first = "{ exec 254>&10; } </dev/null; printf 'one\\0' >&254\n";
  feed(supervisor, first);
  await waitUntil("the first answer", () => said() === "one\0");
  await waitUntil("the line to be read", async () => (await supervisor.readSoFar()) === first.length);
  const rest = `sleep 0.2; echo "$0 $PWD" >&254\n${"# more than a pipe holds\n".repeat(20_000)}exit 3\n`;
  feed(supervisor, rest);
  feed(supervisor, "echo never >&254\n");
  await waitUntil("the exit", () => exits.length === 1);
  expect([said(), exits[0]]).toEqual([
    expect.stringMatching(/^one\0bash \S*program-[0-9a-f]+\n$/),
    { exit: { kind: "exited", exitCode: 3 }, read: first.length + rest.length },
  ]);
});

test("a shell ends with its script when the host ends that", async () => {
  const { supervisor, exits } = await answering();
  await supervisor.startShell(ANYWHERE);
  feed(supervisor, "false\n");
  supervisor.endScript();
  await waitUntil("the exit", () => exits.length === 1);
  expect(exits).toEqual([{ exit: { kind: "exited", exitCode: 1 }, read: 6 }]);
});

test("a state is on a descriptor of the next shell, whose environment keeps what the state names", async () => {
  const { supervisor, said } = await answering();
  const big = "x".repeat(300_000);
  supervisor.handState(Buffer.from(`GIVEN\0${big}\0`));
  await supervisor.startShell(ANYWHERE);
  const tell =
    'mapfile -d "" -t s <&8; echo "${#s[@]} ${#s[1]} ${GIVEN-none} ${OTHER-none} ${PATH:+path}" >&254; exit 0\n';
  feed(supervisor, `{ exec 254>&10; } </dev/null; ${tell}`);
  await waitUntil("the answer", () => said().endsWith("\n"));
  expect(said()).toBe("2 300000 1 none path\n");
});

onLinux("what a child writes to the socket is dropped: only the shell itself is heard", async () => {
  const { supervisor, said } = await answering();
  await supervisor.startShell(ANYWHERE);
  feed(
    supervisor,
    "{ exec 254>&10; } </dev/null\n(echo subshell >&254); echo job >&254 & wait\n" +
      "env printf 'program\\n' >&254; sh -c 'exec >&9; echo inherited' 9>&254; printf 'shell\\0' >&254\n",
  );
  await waitUntil("the shell's own word", () => said().includes("shell\0"));
  expect(said()).toBe("shell\0");
});

/** A shell that sends descriptors over the socket on which it answers, four with each byte. */
const SENDER = `
import array, os, socket, time
door, sent = socket.socket(fileno=0), os.open("/dev/null", os.O_RDONLY)
for _ in range(100): door.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [sent] * 4))])
door.sendmsg([b"\\0"])
time.sleep(300)
`;

test.runIf(trustedProgram("python3"))("descriptors that a shell sends do not stay with the supervisor", async () => {
  const program = plain(trustedProgram("python3") ?? "", "-c", SENDER);
  const supervisor = await startSupervisor(supervisorPlan(program, tempDir(), {}));
  onTestFinished(() => supervisor.end());
  let said = "";
  supervisor.onAnswer = (bytes) => {
    said += bytes.toString();
  };
  await supervisor.startShell(ANYWHERE);
  await waitUntil("the whole record", () => said.endsWith("\0"));
  // How many descriptors there is room for: the kernel hides the descriptors themselves from all but root.
  const [, room] = /^FDSize:\s*(\d+)/m.exec(readFileSync(`/proc/${supervisor.identity.pid}/status`, "latin1")) ?? [];
  expect(Number(room)).toBeLessThanOrEqual(64);
  expect(said).toBe(`${"x".repeat(100)}\0`);
});

onLinux("a record is told when it is whole or asked about, with whether the shell is alone", async () => {
  const { supervisor } = await answering();
  const told: [string, boolean][] = [];
  supervisor.onAnswer = (bytes, { isAlone }) => told.push([bytes.toString(), isAlone]);
  await supervisor.startShell(ANYWHERE);
  const whole = "{ exec 254>&10; } </dev/null; printf a >&254; printf 'b\\0' >&254\n";
  feed(supervisor, whole);
  await waitUntil("the record", () => told.length === 1);
  const open = "sleep 300 & printf part >&254\n";
  feed(supervisor, open);
  await waitUntil(
    "the part",
    async () => (await supervisor.readSoFar()) === whole.length + open.length && told.length > 1,
  );
  feed(supervisor, "kill $!; wait; printf 'c\\0' >&254\n");
  await waitUntil("the last record", () => told.length === 3);
  expect(told).toEqual([
    ["ab\0", true],
    ["part", false],
    ["c\0", true],
  ]);
});

test("a shell that became another program is silenced, if that has no socket", async () => {
  const { supervisor, said, exits } = await answering();
  let silenced = 0;
  supervisor.onSilenced = () => silenced++;
  await supervisor.startShell(ANYWHERE);
  feed(supervisor, "{ exec 254>&10; } </dev/null; exec 9<&- </dev/null; echo here >&254; exec sleep 300\n");
  await waitUntil("silence", () => silenced === 1);
  expect([said(), exits]).toEqual(["here\n", []]);
});

const isPerl = supervisorLanguage().program === "perl";

test.runIf(isPerl)(
  "a supervisor on an unknown architecture hears its shell as well, and vouches for nothing",
  async () => {
    const { supervisor, said, exits } = await answering((args) =>
      args.map((word, index) => (index >= 3 && index <= 8 ? "0" : word)),
    );
    const hidden: (boolean | undefined)[] = [];
    const { onAnswer } = supervisor;
    supervisor.onAnswer = (bytes, speaker) => {
      hidden.push(speaker.isHidden);
      onAnswer(bytes, speaker);
    };
    supervisor.handState(Buffer.from("PATH\0state\0"));
    await supervisor.startShell(ANYWHERE);
    feed(supervisor, '{ exec 254>&10; } </dev/null; mapfile -d "" -t s <&8; printf "%s\\0" "${s[1]}" >&254\n');
    await waitUntil("the answer", () => said() === "state\0");
    feed(supervisor, "exit 4\n");
    await waitUntil("the exit", () => exits.length === 1);
    expect([exits[0]?.exit.exitCode, hidden]).toEqual([4, [false]]);
  },
);

test("what a supervisor leaves that was killed is ended before its end is told, by its mark; other marks are not", async () => {
  const start = async (mark: string): Promise<Supervisor> => {
    const [name, value] = mark.split("=");
    const shell = plain("/bin/bash", "-c", "sleep 302 & setsid sleep 302 & (trap '' TERM; sleep 302; :) & wait");
    const plan = supervisorPlan(shell, tempDir(), { PATH: "/usr/bin:/bin", [name ?? ""]: value ?? "" });
    const supervisor = await startSupervisor({ ...plan, mark });
    onTestFinished(() => supervisor.end());
    await supervisor.startShell(ANYWHERE);
    await waitUntil("its processes", () => supervisor.descendants().length === 5);
    return supervisor;
  };
  const [killed, other] = [await start("NACRE_MARK=1/0/"), await start("NACRE_MARK=1/00/")];
  const left = killed.descendants();
  let aliveAtTheEnd: boolean | undefined;
  killed.onGone = () => {
    aliveAtTheEnd = left.some(isRunning);
  };
  process.kill(killed.identity.pid, "SIGKILL");
  await waitUntil("its end", () => aliveAtTheEnd !== undefined);
  expect([aliveAtTheEnd, killed.descendants(), other.descendants().length]).toEqual([false, [], 5]);
});

test.skipIf(HAS_PROC)(
  "a terminal that nacre does not know is refused, and so is the claim that a child did not speak",
  async () => {
    const dir = tempDir();
    const plan = supervisorPlan(plain("/bin/bash", "-c", "(printf child >&0); printf 'shell\\0' >&0"), dir, {});
    const supervisor = await startSupervisor(plan);
    onTestFinished(() => supervisor.end());
    await supervisor.makeFifos(["o"]);
    await expect(supervisor.terminal.open({ cols: 80, rows: 24 }, "o")).rejects.toThrow(
      "no terminal could be opened here: nacre does not know the terminals of this system",
    );
    const hidden: (boolean | undefined)[] = [];
    let said = "";
    supervisor.onAnswer = (bytes, { isHidden, isAlone }) => {
      said += bytes.toString();
      hidden.push(isHidden === true || isAlone);
    };
    const exited = new Promise((resolve) => {
      supervisor.onShellExit = resolve;
    });
    await supervisor.startShell(ANYWHERE);
    await exited;
    expect(said).toBe("childshell\0");
    expect(hidden).not.toContain(true);
  },
);

test("a shell reads an open pipe, whose end comes when it is written", async () => {
  const plan = supervisorPlan(plain("/bin/bash", "-c", `exec cat >&0 <&${SHELL_FDS.input}`), tempDir(), {});
  const supervisor = await startSupervisor(plan);
  onTestFinished(() => supervisor.end());
  supervisor.input.open();
  const ran = ranIn(supervisor, ANYWHERE);
  await waitUntil("the shell to start", () => supervisor.input.inode !== undefined);
  expect(await supervisor.input.write(Buffer.from("one\n"))).toMatchObject({ kind: "taken" });
  expect(await supervisor.input.write(Buffer.from([0, 255, 10]))).toMatchObject({ kind: "taken" });
  supervisor.input.end();
  const { said, code } = await ran;
  expect(code).toBe(0);
  expect(said).toBe(Buffer.concat([Buffer.from("one\n"), Buffer.from([0, 255, 10])]).toString());
  expect(await supervisor.input.write(Buffer.from("late"))).toEqual({ kind: "closed" });
});

test("input that nobody reads waits up to a bound, and the supervisor goes on", async () => {
  const supervisor = await startSupervisor(supervisorPlan(plain("/bin/sleep", "60"), tempDir(), {}));
  onTestFinished(() => supervisor.end());
  supervisor.input.open();
  await supervisor.startShell(ANYWHERE);
  const piece = Buffer.alloc(PIECE_BYTES, "x");
  let taken = 0;
  while ((await supervisor.input.write(piece)).kind === "taken") taken += piece.length;
  expect(taken).toBeGreaterThanOrEqual(MOST_WAITING);
  expect(await supervisor.input.write(Buffer.alloc(0))).toEqual({ kind: "taken", unread: taken });
  expect(await supervisor.readSoFar()).toBe(0);
});

test("a shell that no input was opened for has none, also after one that had it", async () => {
  const tell = `{ : <&${SHELL_FDS.input}; } 2>/dev/null && echo open >&0 || echo none >&0`;
  const supervisor = await startSupervisor(supervisorPlan(plain("/bin/bash", "-c", tell), tempDir(), {}));
  onTestFinished(() => supervisor.end());
  supervisor.input.open();
  expect((await ranIn(supervisor, ANYWHERE)).said).toBe("open\n");
  expect((await ranIn(supervisor, ANYWHERE)).said).toBe("none\n");
  expect(await supervisor.input.write(Buffer.from("x"))).toEqual({ kind: "closed" });
});

/** A supervisor whose shell has a terminal, and what was drawn on that. */
async function onTerminal(text: string): Promise<{
  readonly supervisor: Supervisor;
  readonly drawn: () => string;
  readonly exited: Promise<Exit>;
}> {
  const runtimeDir = tempDir();
  const on = `<&${SHELL_FDS.input} >&${SHELL_FDS.input} 2>&${SHELL_FDS.input}`;
  const plan = supervisorPlan(plain("/bin/bash", "-c", `exec ${on} ${SHELL_FDS.input}<&-; ${text}`), runtimeDir, {});
  const supervisor = await startSupervisor(plan);
  onTestFinished(() => supervisor.end());
  await supervisor.makeFifos(["o"]);
  let drawn = "";
  const fifo = new Fifo(join(runtimeDir, "o"), (bytes) => {
    drawn += bytes.toString();
  });
  onTestFinished(() => fifo.close());
  const exited = new Promise<Exit>((resolve) => {
    supervisor.onShellExit = (exit) => {
      fifo.drain();
      resolve(exit);
    };
  });
  await supervisor.terminal.open({ cols: 90, rows: 30 }, "o");
  await supervisor.startShell(ANYWHERE);
  return { supervisor, drawn: () => drawn, exited };
}

onLinux(
  "a shell has a controlling terminal of its size, and what it draws is there before its exit is told",
  async () => {
    const { drawn, exited } = await onTerminal("tty; stty size; echo on >/dev/tty; seq 1 20000; exit 7");
    expect(await exited).toMatchObject({ exitCode: 7 });
    expect(drawn()).toMatch(/^\/dev\/pts\/\d+\r\n30 90\r\non\r\n1\r\n/);
    expect(drawn().endsWith("\r\n20000\r\n")).toBe(true);
  },
);

onLinux("what is typed on a terminal is read, its modes and its size are told and changed", async () => {
  const { supervisor, drawn, exited } = await onTerminal(
    "read -r x; echo got $x; read -rsp 'secret: ' y; stty size; echo ${#y}",
  );
  await waitUntil("the shell to read", async () => (await supervisor.terminal.look()).group > 0);
  expect(await supervisor.terminal.look()).toMatchObject({
    isCanonical: true,
    echoes: true,
    hasSignals: true,
    queued: 0,
  });
  await supervisor.input.write(Buffer.from("a b\r"));
  await waitUntil("the secret", () => drawn().includes("secret: "));
  await waitUntil("no echo", async () => !(await supervisor.terminal.look()).echoes);
  await supervisor.terminal.resize({ cols: 50, rows: 10 });
  await supervisor.input.write(Buffer.from("abc\r"));
  await exited;
  expect(drawn()).toContain("got a b\r\n");
  expect(drawn()).toContain("10 50\r\n3\r\n");
  expect(drawn()).not.toContain("abc");
});

onLinux("Ctrl-C ends a program also behind input that it does not read, and what was typed is gone", async () => {
  const { supervisor, drawn, exited } = await onTerminal("echo up; sleep 60");
  await waitUntil("the shell, which takes signals from then on", () => drawn().includes("up"));
  await waitUntil("input to wait", async () => {
    await supervisor.input.write(Buffer.alloc(20_000, "x"));
    return (await supervisor.terminal.look()).queued > 0;
  });
  supervisor.terminal.interrupt("C");
  expect(await exited).toMatchObject({ exitCode: 130 });
});

onLinux("a terminal that is taken away hangs its programs up", async () => {
  const { supervisor, exited } = await onTerminal("sleep 60");
  await waitUntil("the shell", async () => (await supervisor.terminal.look()).group > 0);
  supervisor.terminal.hangUp();
  expect(await exited).toMatchObject({ kind: "signaled", signal: "SIGHUP" });
  expect(await supervisor.input.write(Buffer.from("x"))).toEqual({ kind: "closed" });
});

onLinux("a host that does not read what is drawn stops the program, and not the supervisor", async () => {
  const runtimeDir = tempDir();
  const plan = supervisorPlan(plain("/bin/bash", "-c", `yes >&${SHELL_FDS.input}`), runtimeDir, {});
  const supervisor = await startSupervisor(plan);
  onTestFinished(() => supervisor.end());
  await supervisor.makeFifos(["o"]);
  await supervisor.terminal.open({ cols: 80, rows: 24 }, "o");
  await supervisor.startShell(ANYWHERE);
  let last = -1;
  await waitUntil("the program to wait", async () => {
    const { drawn } = await supervisor.terminal.look();
    const isSame = drawn > 0 && drawn === last;
    last = drawn;
    return isSame;
  });
  expect(last).toBeLessThan(1024 * 1024);
});
