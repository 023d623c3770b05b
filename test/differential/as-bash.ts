import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { sessionIdOf } from "../../src/core/base/ids.ts";
import type { ShellManager } from "../../src/core/shell/shell-manager.ts";
import { run } from "../support/shells.ts";
import type { Text } from "./texts.ts";

/** What can be seen of a text that ran. */
export type Seen = { readonly stdout: string; readonly stderr: string; readonly code: number | string };

const callsOf = (text: Text): readonly string[] => (typeof text === "string" ? [text] : text);
const scriptOf = (text: Text): string => callsOf(text).join("\n");

/** A directory with the script in it, called as bash calls itself, so that every side sees the same files and name. */
function directoryWith(text: Text, parent: string): string {
  const directory = realpathSync(mkdtempSync(join(parent, "text-")));
  writeFileSync(join(directory, "bash"), scriptOf(text));
  return directory;
}

/** Gives bash pipes for its output, as a shell of nacre's does. */
const PIPED = '{ perl -e "$3" "$1/status" "$2" </dev/null 2>&1 >&3 3>&- | cat >"$1/err"; } 3>&1 | cat >"$1/out"';

/** Runs bash and keeps its status; a shell would say a word of its own about a signal. */
const WAITING = `
my ($file, $bash) = @ARGV;
my $status = system($bash, qw(--norc --noprofile bash));
open(my $to, '>', $file) or die;
print $to $status & 127 ? 128 + ($status & 127) : $status >> 8`;

/** Where a text runs: the directory that its own is made in, and what bash finds there. */
export type Ground = {
  readonly parent: string;
  readonly env: NodeJS.ProcessEnv;
  readonly bash: string;
};

/** The text as a script of bash alone. */
export async function asScript(text: Text, ground: Ground): Promise<Seen> {
  const { parent, env, bash } = ground;
  const cwd = directoryWith(text, parent);
  const results = `${cwd}.results`;
  mkdirSync(results);
  await new Promise((resolve) => {
    const options = { cwd, env: { ...env, PWD: cwd }, timeout: 20_000 };
    execFile("/bin/sh", ["-c", PIPED, "sh", results, bash, WAITING], options, resolve);
  });
  const read = (name: string): string => neutral(readFileSync(join(results, name), "utf8"), cwd);
  return { stdout: read("out"), stderr: withoutLines(read("err"), text), code: Number(read("status")) };
}

/** The environment that commands of this manager get, without what each bash sets itself. */
export async function environmentOf(manager: ShellManager, workingDir: string): Promise<NodeJS.ProcessEnv> {
  const { stdout } = await run(manager, "env", { session: "environment", workingDir });
  const pairs = stdout.split("\n").flatMap((line) => {
    const [, name = "", value = ""] = /^(\w+)=(.*)$/.exec(line) ?? [];
    return ["", "_", "PWD", "OLDPWD", "SHLVL"].includes(name) ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(pairs), SHLVL: process.env["SHLVL"] };
}

/** The calls in a session of their own, one after another. */
export async function asCalls(manager: ShellManager, text: Text, ground: Ground): Promise<Seen> {
  const workingDir = directoryWith(text, ground.parent);
  const session = workingDir.slice(-6);
  const seen = { stdout: "", stderr: "", code: 0 as number | string };
  for (const call of callsOf(text)) {
    const { stdout, stderr, code } = await run(manager, call, { session, workingDir, timeoutMs: 20_000 });
    seen.stdout += neutral(stdout, workingDir);
    seen.stderr += withoutLines(neutral(stderr, workingDir), text);
    seen.code = code;
  }
  (await manager.endSession(sessionIdOf(session)))?.remove();
  return seen;
}

/** The whole script in a background shell. Its input has ended, as that of the bash it is compared with. */
export async function asShell(manager: ShellManager, text: Text, ground: Ground): Promise<Seen> {
  const workingDir = directoryWith(text, ground.parent);
  const shell = await manager.createShell(scriptOf(text), workingDir);
  shell.input?.end();
  const code = await shell.wait(20_000);
  const { stdout, stderr } = shell.read({ maxChars: Number.MAX_SAFE_INTEGER });
  await shell.kill();
  return { stdout: neutral(stdout, workingDir), stderr: withoutLines(neutral(stderr, workingDir), text), code };
}

/** Without what must differ: the directory (a home may shorten its path), the numbers of processes in messages about them, and times. */
const neutral = (text: string, directory: string): string =>
  text
    .replaceAll(directory, "DIR")
    .replaceAll(basename(directory), "NAME")
    .replaceAll(/\s*\b\d+(?=\s+(?:Terminated|Killed|Done|Running|Segmentation))/g, " PID")
    .replaceAll(/^\[\d+\] \d+$/gm, "[JOB] PID")
    .replaceAll(/^(real|user|sys)\s.*/gm, "$1");

/** A call counts its own lines, from the first. */
const withoutLines = (stderr: string, text: Text): string =>
  typeof text === "string" ? stderr : stderr.replaceAll(/\bline \d+:/g, "line N:");
