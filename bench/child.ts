/** One piece of work in a process of its own, started from the same program with `--once WORK`. */
import { type ChildProcess, fork } from "node:child_process";

/** The slowest piece takes minutes on a loaded machine; one that hangs must not hang the run. */
const LIMIT_MS = 15 * 60_000;

export type Done<T> = { readonly value: T } | { readonly failed: string };

const children = new Set<ChildProcess>();

/** Runs the work and returns what it sent. A process that fails or hangs is told, not thrown. */
export function inChild<T>(work: string): Promise<Done<T>> {
  return new Promise((resolve) => {
    const child = fork(process.argv[1] ?? "", ["--once", work], { execArgv: process.execArgv });
    children.add(child);
    const limit = setTimeout(() => {
      resolve({ failed: `no end within ${LIMIT_MS / 60_000} minutes` });
      child.kill("SIGKILL");
    }, LIMIT_MS);
    child.once("message", (message: Done<T>) => resolve(message));
    child.once("exit", (code, signal) => {
      clearTimeout(limit);
      children.delete(child);
      resolve({ failed: `its process ended with ${signal ?? code}` });
    });
  });
}

/** In the child: does the work, sends what it gave, and ends. What a failed piece left running ends with its process. */
export async function sendResult<T>(work: () => Promise<T>): Promise<never> {
  const done: Done<T> = await work().then(
    (value) => ({ value }),
    (error: unknown) => ({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
  await new Promise((resolve) => process.send?.(done, resolve));
  process.exit();
}

/** A signal ends the children too; each nacre in them ends what it started. */
export function endWithChildren(): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      for (const child of children) child.kill(signal);
      process.exit(130);
    });
  }
}
