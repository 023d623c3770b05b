import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A throwaway directory that is gone when the test is over. */
export function tempDir(name = "nacre-test-"): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), name)));
  // What a process still writes while it ends is given its moment.
  onTestFinished(() => {
    const remove = (): void => rmSync(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    try {
      remove();
    } catch {
      spawnSync("chmod", ["-R", "u+rwX", dir]); // a test may take away the rights of a plain user
      remove();
    }
  });
  return dir;
}
