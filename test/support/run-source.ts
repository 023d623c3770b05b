import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { transform } from "esbuild";
import { onTestFinished } from "vitest";
import { pidsInEnvironment } from "./is-alive.ts";
import { tempDir } from "./temp-dir.ts";
import { waitUntil } from "./wait-until.ts";

/** A throwaway directory inside the package, from where `nacre` means the built files and every dev dependency is found. */
export function insideDir(): string {
  mkdirSync(".nacre-test", { recursive: true });
  const dir = resolve(mkdtempSync(join(".nacre-test", "inside-")));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

export type SourceRun = { readonly code: number; readonly stdout: string; readonly stderr: string };

/** The source without its types; with a target, also without the syntax that the target cannot read. */
export async function plainSource(source: string, target = "esnext"): Promise<string> {
  return (await transform(source, { loader: "ts", format: "esm", target })).code;
}

/** Writes the program for Node: only its types are taken out, so that Node itself reads the syntax. */
async function programOf(source: string): Promise<string> {
  const file = join(insideDir(), "program.mjs");
  writeFileSync(file, await plainSource(source));
  return file;
}

/** What this Node says of the syntax of a source; nothing when it can read it. */
export async function syntaxErrorIn(source: string): Promise<string> {
  return promisify(execFile)(process.execPath, ["--check", await programOf(source)]).then(
    () => "",
    (error: { stderr?: unknown }) => String(error.stderr),
  );
}

/** Runs TypeScript or JavaScript as a program of its own, in an empty directory. Nothing it started may outlive it. */
export async function runSource(source: string): Promise<SourceRun> {
  const file = await programOf(source);
  const stateDir = tempDir("nacre-state-");
  const env = { ...process.env, NACRE_STATE_DIR: stateDir, NACRE_TEST: stateDir };
  const ran = await promisify(execFile)(process.execPath, [file], { cwd: tempDir(), env, timeout: 60_000 }).then(
    ({ stdout, stderr }): SourceRun => ({ code: 0, stdout, stderr }),
    (error: { code?: unknown; stdout?: unknown; stderr?: unknown }): SourceRun => ({
      code: Number(error.code ?? 1) || 1,
      stdout: String(error.stdout),
      stderr: String(error.stderr),
    }),
  );
  await waitUntil("nothing of it to be alive", () => pidsInEnvironment(`NACRE_TEST=${stateDir}`).length === 0);
  return ran;
}
