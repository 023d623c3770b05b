import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { TerminalFacts, TerminalProcess } from "../../src/core/terminal/terminal-facts.ts";
import { TerminalScreen } from "../../src/core/terminal/terminal-screen.ts";

/** Opens a terminal, starts a program on it, and passes bytes both ways until its own input ends. */
const RELAY = `
import fcntl, os, pty, select, sys, signal, struct
pid, master = pty.fork()
if pid == 0: os.execvp(sys.argv[1], sys.argv[1:])
number = struct.unpack("I", fcntl.ioctl(master, 0x80045430, b"    "))[0]
sys.stderr.write("%d /dev/pts/%d\\n" % (pid, number)); sys.stderr.flush()
while True:
    ready = select.select([0, master], [], [])[0]
    if 0 in ready:
        data = os.read(0, 65536)
        if not data: break
        os.write(master, data)
    if master in ready:
        try: data = os.read(master, 65536)
        except OSError: break
        os.write(1, data)
os.close(master)
try: os.killpg(pid, signal.SIGKILL)
except OSError: pass
`;

/** The flags of lines and the bytes that nobody has read, of a terminal. */
const LOOK =
  'open F, "+<", $ARGV[0] or exit; ioctl F, 0x5401, $t = "\\0" x 60; ioctl F, 0x541B, $n = pack "i", 0; print((unpack "L4", $t)[3], " ", unpack "i", $n)';
const FLAGS = { signals: 0o1, canonical: 0o2, echo: 0o10 } as const;

/** A program on a terminal of its own, as a test needs it: real, and without a host. */
export class TestTerminal {
  readonly screen: TerminalScreen;
  readonly #relay: ChildProcess;
  readonly #leader: { readonly pid: number; readonly tty: string };
  #drewAt = performance.now();

  private constructor(screen: TerminalScreen, relay: ChildProcess, leader: { pid: number; tty: string }) {
    this.screen = screen;
    this.#relay = relay;
    this.#leader = leader;
    relay.stdout?.on("data", (bytes: Buffer) => {
      this.#drewAt = performance.now();
      screen.feed(bytes);
    });
  }

  static async open(argv: readonly string[], cwd: string): Promise<TestTerminal> {
    const relay = spawn("python3", ["-c", RELAY, ...argv], {
      cwd,
      env: { PATH: process.env.PATH, HOME: cwd, TERM: "xterm-256color", PS1: "$ ", LC_ALL: "C.UTF-8", HISTFILE: "" },
    });
    const said = await new Promise<string>((resolve) =>
      relay.stderr.once("data", (bytes: Buffer) => resolve(bytes.toString())),
    );
    const [pid = "", tty = ""] = said.trim().split(" ");
    const screen = await TerminalScreen.open({ cols: 80, rows: 24, reply: (bytes) => relay.stdin.write(bytes) });
    return new TestTerminal(screen, relay, { pid: Number(pid), tty });
  }

  async write(bytes: Buffer): Promise<{ readonly taken: number; readonly isOpen: boolean }> {
    this.#relay.stdin?.write(bytes);
    return { taken: bytes.length, isOpen: true };
  }

  async facts(): Promise<TerminalFacts | undefined> {
    const said = spawnSync("perl", ["-e", LOOK, this.#leader.tty], { encoding: "utf8" }).stdout;
    const leader = statOf(this.#leader.pid);
    if (leader === undefined || said === "") return undefined;
    const [flags = 0, unread = 0] = said.split(" ").map(Number);
    const pids = readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
    const there = pids.flatMap((pid) => {
      const stat = statOf(pid);
      return stat?.ttyNumber === leader.ttyNumber ? [{ pid, stat }] : [];
    });
    const foreground = there.filter(({ stat }) => stat.group === leader.front).map(({ pid }) => this.#processOf(pid));
    const behind = there.filter(({ stat }) => stat.group !== leader.front).map(({ pid }) => this.#processOf(pid));
    // What is under way is drawn before anything is said.
    const isPassedOn = statOf(this.#relay.pid ?? 0)?.state === "S";
    await sleep(20);
    return {
      isCanonical: (flags & FLAGS.canonical) !== 0,
      echoes: (flags & FLAGS.echo) !== 0,
      hasSignals: (flags & FLAGS.signals) !== 0,
      unread,
      queued: 0,
      quietMs: isPassedOn ? performance.now() - this.#drewAt : 0,
      foreground,
      behind,
    };
  }

  async close(): Promise<void> {
    const isOver = this.#relay.exitCode !== null || this.#relay.signalCode !== null;
    const ended = isOver ? undefined : new Promise((resolve) => this.#relay.once("exit", resolve));
    this.#relay.stdin?.end();
    await ended;
    this.screen.dispose();
  }

  #processOf(pid: number): TerminalProcess {
    const call = read(`/proc/${pid}/syscall`).split(" ");
    const descriptor = Number(call[1] ?? -1);
    const isReading = call[0] === "0" && link(`/proc/${pid}/fd/${descriptor}`) === this.#leader.tty;
    return {
      pid,
      name: read(`/proc/${pid}/comm`).trim(),
      exe: link(`/proc/${pid}/exe`),
      argv: read(`/proc/${pid}/cmdline`).split("\0").slice(0, -1),
      cwd: link(`/proc/${pid}/cwd`),
      state: statOf(pid)?.state ?? "Z",
      call: isReading ? "read" : "other",
      readsTerminal: isReading,
      isCommandShell: false,
    };
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function link(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

type Stat = { readonly state: string; readonly group: number; readonly ttyNumber: number; readonly front: number };

function statOf(pid: number): Stat | undefined {
  const [state = "", , group = 0, , ttyNumber = 0, front = 0] = read(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, "")
    .split(" ");
  return state === "" ? undefined : { state, group: Number(group), ttyNumber: Number(ttyNumber), front: Number(front) };
}
