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

/** Runs TypeScript or JavaScript as a program of its own, in an empty directory. Nothing it started may outlive it. */
export async function runSource(source: string): Promise<SourceRun> {
  const file = join(insideDir(), "program.mjs");
  const { code } = await transform(source, { loader: "ts", format: "esm", target: "node20" });
  writeFileSync(file, code);
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
