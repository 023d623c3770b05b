import { type ChildProcess, spawn } from "node:child_process";
import { statSync } from "node:fs";
import { Socket } from "node:net";
import { isAbsolute } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { after, stopwatch } from "../base/clock.ts";
import { KILL_GRACE_MS, LOGIN_CAPTURE_MS } from "../base/limits.ts";

export type Environment = Readonly<Record<string, string>>;

/** Variables that describe the login shell itself, not the user's set-up. */
const OF_THE_SHELL = new Set(["_", "SHLVL", "PWD", "OLDPWD", "TERM", "COLUMNS", "LINES", "PS1", "PS2"]);

/** How often a group that was asked to end is looked at. */
const LOOK_MS = 50;

/**
 * The environment of this user's login shell: PATH as nvm, Homebrew or pyenv make it; undefined when there is none by
 * then. The shell runs in a session of its own (rc files must not reach the host's terminal). It does not keep the host
 * running: a host that ends leaves it to end by itself, as every login does.
 */
export async function askLoginShell(
  bash: string,
  env: Environment,
  limitMs: number = LOGIN_CAPTURE_MS,
): Promise<Environment | undefined> {
  // On a descriptor of its own, because rc files print what they like. `env` by a fixed path, because they may alias it.
  const child = spawn(bash, ["-lic", "exec /usr/bin/env -0 >&3"], {
    env,
    cwd: homeOf(env),
    detached: true,
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  child.unref();
  const said: Buffer[] = [];
  const pipe = child.stdio[3];
  if (pipe instanceof Socket) pipe.unref().on("data", (chunk: Buffer) => said.push(chunk));
  const limit = after(limitMs, () => endGroup(child)).unref();
  const exitCode = await exitOf(child);
  limit.cancel();
  await quiet(said);
  pipe?.destroy(); // what the rc files left in the background may hold the other end
  endGroup(child);
  return exitCode === 0 ? parseEnvironment(Buffer.concat(said).toString("utf8")) : undefined;
}

const exitOf = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => {
    child.once("error", () => resolve(null));
    child.once("exit", resolve);
  });

/** Waits until nothing more comes: all that an ended process has written lies in the pipe. */
async function quiet(said: readonly Buffer[]): Promise<void> {
  for (let before = -1; before !== said.length; await nextTurn()) before = said.length;
}

/**
 * Ends what is left of the shell's group. What works there may hold a lock of the user's: it is asked to end, and has time
 * to let go. An interactive bash does not heed TERM, but it does HUP, once the program that it waits for has ended.
 */
function endGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || !signalGroup(pid, "SIGTERM")) return;
  if (exitCode === null && signalCode === null) process.kill(pid, "SIGHUP");
  signalGroup(pid, "SIGCONT");
  const spent = stopwatch();
  // Until none is left: later the number may be that of another group.
  const look = (): void => {
    if (signalGroup(pid, spent() < KILL_GRACE_MS ? 0 : "SIGKILL")) after(LOOK_MS, look).unref();
  };
  look();
}

/** Whether there was a process left to signal. */
function signalGroup(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, name);
  } catch {
    return false; // the group has ended
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
