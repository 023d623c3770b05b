import { spawn } from "node:child_process";
import { statSync } from "node:fs";
import { isAbsolute } from "node:path";
import { LOGIN_CAPTURE_MS } from "../base/limits.ts";

type Environment = Readonly<Record<string, string>>;

/** What only describes the shell that was asked, not the user's set-up. */
const OF_THE_SHELL = new Set(["_", "SHLVL", "PWD", "OLDPWD", "TERM", "COLUMNS", "LINES", "PS1", "PS2"]);

/** Asked once per home directory and process: rc files cost whatever their owner put in them. */
const captured = new Map<string, Promise<Environment>>();

/**
 * The environment a login shell of this user has: PATH as nvm, Homebrew or pyenv make it. Asked in a session of its own
 * (rc files must not reach for our terminal), with a time limit; empty when it could not be had.
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
    // On a descriptor of its own: rc files print what they like. `env` by a fixed path: they may also alias it.
    const child = spawn(bash, ["-lic", "exec /usr/bin/env -0 >&3"], {
      env,
      cwd: homeOf(env),
      detached: true,
      stdio: ["ignore", "ignore", "ignore", "pipe"],
    });
    const chunks: Buffer[] = [];
    const end = (): void => {
      clearTimeout(timer);
      resolve(parseEnvironment(Buffer.concat(chunks).toString("utf8")));
    };
    const timer = setTimeout(() => {
      chunks.length = 0; // half an environment is worse than none
      killGroup(child.pid);
      end();
    }, LOGIN_CAPTURE_MS);
    child.stdio[3]?.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.on("error", end);
    child.on("exit", () => killGroup(child.pid)); // whatever the rc files left in the background, which may hold our pipe
    child.on("close", end);
  });
}

/** Where a login begins. Not where we are: that is a workspace, and rc files with `./node_modules/.bin` on PATH run what commands put there. */
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
    // It has ended, and everything in its group with it.
  }
}
