import { expect, onTestFinished } from "vitest";
import { isRunning } from "../../src/core/process/identity.ts";
import type { SpawnPlan } from "../../src/core/process/spawn-plan.ts";
import { supervisorsNaming } from "../../src/core/process/supervisor/find-supervisors.ts";
import { Nursery } from "../../src/core/process/supervisor/nursery.ts";
import { Supervisor } from "../../src/core/process/supervisor/supervisor.ts";
import { tempDir } from "./temp-dir.ts";

/** A nursery, and its name. When the test is over it is closed, and none of its processes may be left. */
export function testNursery(): { readonly nursery: Nursery; readonly name: string } {
  const name = tempDir();
  const nursery = new Nursery(name);
  onTestFinished(async () => {
    const left = supervisorsNaming(name);
    await nursery.close();
    expect(left.filter(isRunning)).toEqual([]);
  });
  return { nursery, name };
}

/** Starts a supervisor in a nursery of its own. */
export const startSupervisor = (plan: SpawnPlan): Promise<Supervisor> => Supervisor.start(plan, testNursery().nursery);
