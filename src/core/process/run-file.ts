import { spawn } from "node:child_process";
import { after } from "../base/clock.ts";
import { Fault } from "../base/fault.ts";
import type { SpawnPlan } from "./spawn-plan.ts";
import { enteringGroups } from "./system/enter-cgroups.ts";

export type RunFileOptions = {
  readonly timeoutMs?: number;
  /** How much of each stream is kept. */
  readonly maxBytes?: number;
  readonly input?: Buffer;
};

/** What a short program printed. `exitCode` is undefined when a signal ended it, also at the time limit. */
export type FileRun = { readonly exitCode: number | undefined; readonly stdout: string; readonly stderr: string };

/** Runs a short program to its end for nacre itself: no shell, no terminal, a time limit. */
export async function runFile(asked: SpawnPlan, options: RunFileOptions = {}): Promise<FileRun> {
  const { timeoutMs = 10_000, maxBytes = 4 * 1024 * 1024, input } = options;
  const plan = enteringGroups(asked);
  const descriptors = plan.descriptors ?? [];
  const child = spawn(plan.file, [...plan.args], {
    cwd: plan.cwd,
    env: { ...plan.env },
    stdio: ["pipe", "pipe", "pipe", ...descriptors.map(() => "pipe" as const)],
  });
  const kept = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  for (const name of ["stdout", "stderr"] as const) {
    let bytes = 0;
    child[name]?.on("data", (chunk: Buffer) => {
      if (bytes < maxBytes) kept[name].push(chunk.subarray(0, maxBytes - bytes));
      bytes += chunk.length;
    });
  }
  const ended = new Promise<number | undefined>((resolve, reject) => {
    child.once("error", (cause) => reject(new Fault("SPAWN_FAILED", `${plan.file}: ${cause.message}`, { cause })));
    child.once("close", (code) => resolve(code ?? undefined));
  });
  for (const [index, bytes] of [input ?? Buffer.alloc(0), ...descriptors].entries()) {
    const pipe = child.stdio[index === 0 ? 0 : 2 + index];
    if (pipe === null || pipe === undefined || !("end" in pipe)) continue;
    pipe.on("error", () => undefined); // the program ended without reading; its exit code tells
    pipe.end(bytes);
  }
  const limit = after(timeoutMs, () => child.kill("SIGKILL"));
  const exitCode = await ended.finally(() => limit.cancel());
  return { exitCode, stdout: Buffer.concat(kept.stdout).toString(), stderr: Buffer.concat(kept.stderr).toString() };
}
