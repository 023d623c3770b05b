/** One piece of work in a process of its own, started from the same program with `--once WORK`. */
import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The slowest piece takes minutes on a loaded machine; one that hangs must not hang the run. */
const LIMIT_MS = 15 * 60_000;

export type Done<T> = { readonly value: T } | { readonly failed: string };

const children = new Set<ChildProcess>();
let isEnding = false;

/** Runs the work and returns what it sent. A process that fails or hangs is told, not thrown; its files go with it. */
export function inChild<T>(work: string): Promise<Done<T>> {
  return new Promise((resolve) => {
    const scratch = mkdtempSync(join(tmpdir(), "nacre-bench-"));
    const env = { ...process.env, NACRE_BENCH_SCRATCH: scratch };
    const child = fork(process.argv[1] ?? "", ["--once", work], { execArgv: process.execArgv, env });
    children.add(child);
    let done: Done<T> | undefined;
    const limit = setTimeout(() => {
      done = { failed: `no end within ${LIMIT_MS / 60_000} minutes` };
      child.kill("SIGKILL");
    }, LIMIT_MS);
    child.once("message", (message: Done<T>) => {
      done = message;
    });
    child.once("exit", (code, signal) => {
      clearTimeout(limit);
      children.delete(child);
      // Supervisors of a child that was killed may still be clearing up.
      rmSync(scratch, { recursive: true, force: true, maxRetries: 10 });
      // A run that was told to end waits here for its end: no next piece begins.
      if (!isEnding) resolve(done ?? { failed: `its process ended with ${signal ?? code}` });
    });
  });
}

/** In the child: does the work, sends what it gave, and ends. What a failed piece left running ends with its process. */
export async function sendResult<T>(work: () => Promise<T>): Promise<never> {
  const done: Done<T> = await work().then(
    (value) => ({ value }),
    (error: unknown) => {
      console.error(error);
      return { failed: error instanceof Error ? error.message : String(error) };
    },
  );
  await new Promise((resolve) => process.send?.(done, resolve));
  process.exit();
}

/** A signal ends the children first; each nacre in them ends what it started. */
export function endWithChildren(): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      isEnding = true;
      const ended = [...children].map((child) => new Promise((resolve) => child.once("exit", resolve)));
      for (const child of children) child.kill(signal);
      void Promise.all(ended).then(() => process.exit(130));
    });
  }
}
