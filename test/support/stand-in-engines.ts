import { chmodSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { tempDir } from "./temp-dir.ts";

/** Words before a launcher's own, so that `docker` and `kubectl` are stand-ins which check what they are called with. */
export function withStandIns(): readonly string[] {
  const bin = tempDir("nacre-stand-ins-");
  for (const program of ["docker", "kubectl"]) {
    const script = resolve("test/support/engine-stand-in.mjs");
    writeFileSync(join(bin, program), `#!/bin/sh\nexec '${process.execPath}' '${script}' ${program} "$@"\n`);
    chmodSync(join(bin, program), 0o755);
  }
  return ["env", `PATH=${bin}:${process.env["PATH"]}`];
}
