import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { accessSync, constants, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll } from "vitest";
import { endSteps } from "./kill-node.ts";

const PLACES = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin", "/sbin"];

/** The path of a program; undefined where its package is not installed. */
const programAt = (name: string): string | undefined =>
  PLACES.map((place) => join(place, name)).find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

/** Which of these programs are missing, and why the suite is skipped; undefined where all are there. */
export function lacking(programs: Readonly<Record<string, string>>): string | undefined {
  const missing = Object.entries(programs).filter(([program]) => programAt(program) === undefined);
  if (missing.length > 0) return `needs ${missing.map(([, name]) => name).join(", ")}`;
  return process.getuid?.() === 0 ? undefined : "needs root";
}

/** What a suite has started: a hook inside a hook is not heard, so the directory's own ends them. */
const daemons: ChildProcess[] = [];

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const over = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const hard = setTimeout(() => child.kill("SIGKILL"), 5000);
  await over;
  clearTimeout(hard);
}

/** A directory that every user may enter, gone when the suite is over. */
export function suiteDir(name: string): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), `nacre-${name}-`)));
  spawnSync("chmod", ["755", dir]);
  afterAll(async () => {
    for (const child of daemons.splice(0).toReversed()) await ended(child);
    await endSteps(dir);
    rmSync(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });
  return dir;
}

/** Runs a program to its end; its output where it succeeded. */
export function done(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): string {
  const { status, stdout, stderr } = spawnSync(programAt(program) ?? program, [...args], {
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${stderr || stdout}`);
  return stdout;
}

/** A daemon in the foreground, ended when the suite is over. */
export function daemon(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ChildProcess {
  const child = spawn(programAt(program) ?? program, [...args], { stdio: "ignore", env: { ...process.env, ...env } });
  daemons.push(child);
  return child;
}
