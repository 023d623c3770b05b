/** Shells of a host that died: their records, logs and files, and no process. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_SESSION, shellIdOf } from "../../src/core/base/ids.ts";
import { writeRecord } from "../../src/core/shell/background/shell-record.ts";
import { recover } from "../../src/core/shell/host/recovery.ts";
import { inScratch } from "../subjects.ts";
import type { Growth } from "./growth.ts";
import { cpuMs, longestStop } from "./stopwatch.ts";

/** Above every pid of the machine, so that no process can have it. */
const DEAD = { pid: 4_194_305, startTime: "1" };

function leaveShells(stateDir: string, count: number): void {
  const host = join(stateDir, "hosts", `${DEAD.pid}-dead`);
  for (const part of ["shells", "logs", "run"]) mkdirSync(join(host, part), { recursive: true });
  writeFileSync(join(host, "host.json"), JSON.stringify(DEAD));
  for (let index = 0; index < count; index++) {
    const id = shellIdOf(`shell_${index}`);
    const logs = { stdout: join(host, "logs", `${id}.out`), stderr: join(host, "logs", `${id}.err`) };
    const facts = { sessionId: DEFAULT_SESSION, command: "sleep 900", workingDir: "/tmp", createdAt: 1 };
    writeRecord(join(host, "shells"), { id, logs, status: "running", ...facts });
    writeFileSync(logs.stdout, "printed before the end\n");
    mkdirSync(join(host, "run", String(index)));
    for (const name of ["o", "e"]) writeFileSync(join(host, "run", String(index), name), "");
  }
}

export const deadShells: Growth = {
  unit: "shells of a dead host",
  sizes: [32, 128, 512, 2048],
  things: { "recovery, processor's time": "all", "longest stop of the host in it": "one" },
  measure: (size) =>
    inScratch(async (directory) => {
      leaveShells(directory, size);
      // Nearly all of it is files that are made, moved and removed: how long the disk takes is not how it grows.
      const before = cpuMs();
      const stopped = await longestStop(async () => {
        const { length } = await recover(directory);
        if (length !== size) throw new Error(`${length} of ${size} shells were recovered`);
      });
      return { "recovery, processor's time": cpuMs() - before, "longest stop of the host in it": stopped };
    }),
};
