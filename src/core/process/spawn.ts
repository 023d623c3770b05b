import { type ChildProcess, spawn } from "node:child_process";
import type { Writable } from "node:stream";
import { systemFault } from "../base/system-fault.ts";
import type { SpawnPlan } from "./spawn-plan.ts";
import { enteringGroups } from "./system/enter-cgroups.ts";

/** Starts a plan in a session of its own, with pipes to the host as stdin, stdout and stderr. */
export async function startProcess(asked: SpawnPlan): Promise<ChildProcess> {
  const plan = enteringGroups(asked);
  const descriptors = plan.descriptors ?? [];
  const child = spawn(plan.file, [...plan.args], {
    cwd: plan.cwd,
    env: { ...plan.env },
    detached: true,
    stdio: ["pipe", "pipe", "pipe", ...descriptors.map(() => "pipe" as const)],
  });
  await untilSpawned(child, plan.file);
  for (const [index, bytes] of descriptors.entries()) {
    const pipe = child.stdio[3 + index];
    if (pipe !== null && pipe !== undefined && "end" in pipe) deliver(pipe, bytes);
  }
  return child;
}

/** A reader that ends early breaks the pipe; its exit reports that, so nothing is thrown here. */
function deliver(pipe: Writable, bytes: Buffer): void {
  pipe.on("error", () => undefined);
  pipe.end(bytes);
}

/** Settles when a child runs; a fault when it could not be started. */
export function untilSpawned(child: ChildProcess, file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", (cause) => reject(systemFault(cause, { what: file, otherwise: "SPAWN_FAILED" })));
  });
}
