import { type ChildProcess, spawn } from "node:child_process";
import { statSync } from "node:fs";
import { Socket } from "node:net";
import { isAbsolute } from "node:path";
import { after, stopwatch } from "../base/clock.ts";
import { createNonce } from "../base/ids.ts";
import { KILL_GRACE_MS, LOGIN_CAPTURE_MS } from "../base/limits.ts";

export type Environment = Readonly<Record<string, string>>;

/** Variables that describe the login shell itself, not the user's set-up. */
const OF_THE_SHELL = new Set(["_", "SHLVL", "PWD", "OLDPWD", "TERM", "COLUMNS", "LINES", "PS1", "PS2"]);

/** How often a group that was asked to end is looked at. */
const LOOK_MS = 50;

/** What a shell that has ended said comes within this time, whatever else holds the pipe. */
const LAST_WORDS_MS = 1000;

/**
 * The environment of this user's login shell: PATH as nvm, Homebrew or pyenv make it; undefined when there is none by
 * then. The shell runs in a session of its own (rc files must not reach the host's terminal). It does not keep the host
 * running: a host that exits asks it to end. One whose host was killed ends by itself, as every login does.
 */
export async function askLoginShell(
  bash: string,
  env: Environment,
  limitMs: number = LOGIN_CAPTURE_MS,
): Promise<Environment | undefined> {
  const end = createNonce();
  // On a descriptor of its own, because rc files print what they like. By fixed paths, because they may alias names. What
  // they leave in the background may hold the pipe, so a word marks the end. `exec`, because a login shell that exits
  // runs more files.
  const child = spawn(bash, ["-lic", `\\command /usr/bin/env -0 >&3; exec /bin/echo ${end} >&3`], {
    env,
    cwd: homeOf(env),
    detached: true,
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  child.unref();
  const ending = new LoginGroup(child);
  const limit = after(limitMs, () => ending.begin()).unref();
  const onExit = (): void => ending.begin();
  process.once("exit", onExit);
  const said = await answerOf(child, `\0${end}\n`);
  // What a login says after its programs were asked to end is not what it would have said.
  const whole = !ending.begun;
  limit.cancel();
  process.off("exit", onExit);
  child.stdio[3]?.destroy();
  ending.begin();
  return said === undefined || !whole ? undefined : parseEnvironment(said);
}

/** What the shell said before the end; undefined when it has ended without one. */
function answerOf(child: ChildProcess, end: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const said: Buffer[] = [];
    const pipe = child.stdio[3];
    if (pipe instanceof Socket)
      pipe.unref().on("data", (chunk: Buffer) => {
        const all = Buffer.concat([...said.splice(0), chunk]);
        said.push(all);
        if (all.subarray(-end.length).toString("latin1") === end)
          resolve(all.toString("utf8", 0, all.length - end.length));
      });
    const none = (): void => resolve(undefined);
    child.once("error", none);
    child.once("close", none);
    child.once("exit", () => after(LAST_WORDS_MS, none).unref());
  });
}

/**
 * The end of what is left of a login shell's group. What works there may hold a lock of the user's: it is asked once, and
 * has time to let go. A second request would end the very program that lets go (`trap "rm -f lock" EXIT`).
 */
class LoginGroup {
  readonly #shell: ChildProcess;
  #begun = false;
  #hungUp = false;

  constructor(shell: ChildProcess) {
    this.#shell = shell;
  }

  get begun(): boolean {
    return this.#begun;
  }

  begin(): void {
    const { pid } = this.#shell;
    if (this.#begun || pid === undefined) return;
    this.#begun = true;
    if (!send(-pid, "SIGTERM")) return;
    send(-pid, "SIGCONT");
    this.#look(pid, stopwatch());
  }

  /** Until none is left: later the number may be that of another group. */
  #look(pid: number, spent: () => number): void {
    if (spent() >= KILL_GRACE_MS / 2) this.#hangUp(pid);
    if (send(-pid, spent() < KILL_GRACE_MS ? 0 : "SIGKILL")) after(LOOK_MS, () => this.#look(pid, spent)).unref();
  }

  /** An interactive bash heeds no TERM. It heeds HUP, and passes it on to its group: so it comes late, and once. */
  #hangUp(pid: number): void {
    if (this.#hungUp || this.#shell.exitCode !== null || this.#shell.signalCode !== null) return;
    this.#hungUp = true;
    send(pid, "SIGHUP");
  }
}

/** Whether there was a process, or a group, to signal. */
function send(to: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(to, name);
  } catch {
    return false; // it has ended
  }
}

/**
 * Where a login begins. Not the host's directory: that is a workspace, and rc files with `./node_modules/.bin` on PATH
 * would run what commands put there.
 */
function homeOf({ HOME: home = "" }: Environment): string {
  return isAbsolute(home) && statSync(home, { throwIfNoEntry: false })?.isDirectory() === true ? home : "/";
}

function parseEnvironment(text: string): Environment {
  const pairs = text.split("\0").flatMap((entry) => {
    const at = entry.indexOf("=");
    const name = entry.slice(0, at);
    return at > 0 && !OF_THE_SHELL.has(name) && !name.startsWith("BASH_FUNC_")
      ? [[name, entry.slice(at + 1)] as const]
      : [];
  });
  return Object.fromEntries(pairs);
}
