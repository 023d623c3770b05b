import { spawn } from "node:child_process";
import { statSync } from "node:fs";
import { isAbsolute } from "node:path";
import { after } from "../base/clock.ts";
import { LOGIN_CAPTURE_MS } from "../base/limits.ts";

type Environment = Readonly<Record<string, string>>;

/** Variables that describe the login shell itself, not the user's set-up. */
const OF_THE_SHELL = new Set(["_", "SHLVL", "PWD", "OLDPWD", "TERM", "COLUMNS", "LINES", "PS1", "PS2"]);

/** Asked once per home directory and process: rc files can be slow. */
const captured = new Map<string, Promise<Environment>>();

/**
 * The environment of this user's login shell: PATH as nvm, Homebrew or pyenv make it. The shell runs in a session of
 * its own (rc files must not reach the host's terminal), with a time limit; empty when it failed.
 */
export function loginEnvironment(bash: string, env: Environment): Promise<Environment> {
  const key = `${bash}\0${env["HOME"] ?? ""}`;
  let capture = captured.get(key);
  if (capture === undefined) {
    capture = askLoginShell(bash, env);
    captured.set(key, capture);
  }
  return capture;
}

function askLoginShell(bash: string, env: Environment): Promise<Environment> {
  return new Promise((resolve) => {
    // On a descriptor of its own, because rc files print what they like. `env` by a fixed path, because they may alias
    // it.
    const child = spawn(bash, ["-lic", "exec /usr/bin/env -0 >&3"], {
      env,
      cwd: homeOf(env),
      detached: true,
      stdio: ["ignore", "ignore", "ignore", "pipe"],
    });
    const chunks: Buffer[] = [];
    const end = (): void => {
      timer.cancel();
      resolve(parseEnvironment(Buffer.concat(chunks).toString("utf8")));
    };
    const timer = after(LOGIN_CAPTURE_MS, () => {
      chunks.length = 0; // half an environment is worse than none
      killGroup(child.pid);
      end();
    });
    child.stdio[3]?.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.on("error", end);
    child.on("exit", () => killGroup(child.pid)); // what the rc files left in the background may hold the pipe
    child.on("close", end);
  });
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

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The process has ended, and everything in its group with it.
  }
}
