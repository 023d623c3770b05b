import { spawnSync } from "node:child_process";
import { readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ShellManager } from "../../src/core/shell/shell-manager.ts";
import { run } from "../support/shells.ts";
import { tempDir } from "../support/temp-dir.ts";
import type { Text } from "./texts.ts";

/** What can be seen of a text that ran. */
export type Seen = { readonly stdout: string; readonly stderr: string; readonly code: number | string };

const callsOf = (text: Text): readonly string[] => (typeof text === "string" ? [text] : text);

/** A directory with the script in it, called as bash calls itself, so that both sides see the same files and name. */
function directoryWith(text: Text): string {
  const directory = realpathSync(tempDir());
  writeFileSync(join(directory, "bash"), `${callsOf(text).join("\n")}\n`);
  return directory;
}

/** Gives bash pipes for its output, as a session does, and keeps its status. */
const PIPED =
  '{ { /usr/bin/bash --norc --noprofile bash </dev/null; printf %s $? >"$1/status"; } 2>&1 >&3 3>&- | cat >"$1/err"; } 3>&1 | cat >"$1/out"';

/** The text as a script of the machine's bash. */
export function asScript(text: Text, env: NodeJS.ProcessEnv): Seen {
  const [cwd, results] = [directoryWith(text), tempDir()];
  spawnSync("/bin/sh", ["-c", PIPED, "sh", results], { cwd, env: { ...env, PWD: cwd }, timeout: 20_000 });
  const read = (name: string): string => neutral(readFileSync(join(results, name), "utf8"), cwd);
  return { stdout: read("out"), stderr: read("err"), code: Number(read("status")) };
}

/** The environment that commands of this manager get, without what each bash sets itself. */
export async function environmentOf(manager: ShellManager): Promise<NodeJS.ProcessEnv> {
  const { stdout } = await run(manager, "env", { session: "environment" });
  const pairs = stdout.split("\n").flatMap((line) => {
    const [, name = "", value = ""] = /^(\w+)=(.*)$/.exec(line) ?? [];
    return ["", "_", "PWD", "OLDPWD", "SHLVL"].includes(name) ? [] : [[name, value]];
  });
  return Object.fromEntries(pairs);
}

/** The calls in a session of their own, one after another. */
export async function asCalls(manager: ShellManager, session: string, text: Text): Promise<Seen> {
  const workingDir = directoryWith(text);
  const seen = { stdout: "", stderr: "", code: 0 as number | string };
  for (const call of callsOf(text)) {
    const { stdout, stderr, code } = await run(manager, call, { session, workingDir, timeoutMs: 20_000 });
    seen.stdout += neutral(stdout, workingDir);
    seen.stderr += neutral(stderr, workingDir);
    seen.code = code;
  }
  return seen;
}

/** Without what must differ: the directory, and the numbers of processes in messages about them. */
const neutral = (text: string, directory: string): string =>
  text.replaceAll(directory, "DIR").replaceAll(/\b\d{3,}\b(?=\s+(?:Terminated|Killed|Done|Running))/g, "PID");
