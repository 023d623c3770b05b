import { spawn } from "node:child_process";
import { once } from "node:events";
import { onTestFinished } from "vitest";
import { type Identity, identityOf } from "../../src/core/process/identity.ts";

/** A bash of our own that is gone when the test is over, with everything in its group. */
export function ownBash(script: string, env: Record<string, string> = {}): number {
  const child = spawn("/bin/bash", ["-c", script], {
    detached: true,
    stdio: "ignore",
    env: { PATH: "/usr/bin:/bin", ...env },
  });
  const { pid } = child;
  if (pid === undefined) throw new Error("bash did not start");
  onTestFinished(async () => {
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // It ended by itself.
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  });
  return pid;
}

/** A process that runs now. */
export const identityNow = (pid: number): Identity => {
  const found = identityOf(pid);
  if (found === undefined) throw new Error(`no process ${pid}`);
  return found;
};
