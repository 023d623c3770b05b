import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeRecord } from "../../src/core/shell/background/shell-record.ts";
import { shellRecord } from "./shell-record.ts";

/** The directory of a host that died while these shells ran. Returns its path. */
export function deadHost(stateDir: string, ids: readonly string[], name = "4194000-dead"): string {
  const path = join(stateDir, "hosts", name);
  for (const part of ["shells", "logs", "run"]) mkdirSync(join(path, part), { recursive: true });
  writeFileSync(join(path, "host.json"), JSON.stringify({ pid: 4_194_000, startTime: "1" }));
  for (const id of ids) {
    const logs = { stdout: join(path, "logs", `${id}.out`), stderr: join(path, "logs", `${id}.err`) };
    writeRecord(join(path, "shells"), shellRecord(id, { logs }));
    writeFileSync(logs.stdout, `${id} printed before\n`);
  }
  return path;
}
