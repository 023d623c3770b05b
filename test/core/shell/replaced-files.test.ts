import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { pidsInEnvironment } from "../../support/is-alive.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { waitUntil } from "../../support/wait-until.ts";

type Report = { readonly count: number; readonly place: string; readonly calls: readonly object[] };

/** A host of its own: one that waits for a FIFO stands still with everything in it. */
async function hostThatMeets(index?: number): Promise<Report> {
  const place = tempDir();
  const [stateDir, directory] = [join(place, "state"), join(place, "work")];
  for (const path of [stateDir, directory]) mkdirSync(path);
  const words = [
    "test/fixtures/hosts/replaced-files.mjs",
    stateDir,
    directory,
    ...(index === undefined ? [] : [`${index}`]),
  ];
  const env = { PATH: "/usr/bin:/bin", HOME: place, NACRE_TEST: place };
  const { stdout } = await promisify(execFile)(process.execPath, words, {
    env,
    timeout: 60_000,
    killSignal: "SIGKILL",
  });
  await waitUntil("nothing of it to be alive", () => pidsInEnvironment(`NACRE_TEST=${place}`).length === 0);
  return JSON.parse(stdout) as Report;
}

test("a FIFO in the place of any file of nacre's costs no session, no background shell and no other host", {
  timeout: 300_000,
}, async () => {
  const { count } = await hostThatMeets();
  expect(count).toBeGreaterThanOrEqual(10);
  const indexes = Array.from({ length: count }, (_, index) => index);
  for (const index of indexes) {
    const { place, calls } = await hostThatMeets(index).catch((cause: unknown) => {
      throw new Error(`file ${index} of ${count}`, { cause });
    });
    expect(calls, place).toEqual([
      { code: 0, stdout: "kept\n", isRestored: false },
      { code: 0, stdout: "20000\n", isRestored: false },
      { code: 137, stdout: "", isRestored: true },
      { code: 0, stdout: "kept\n", isRestored: false },
      { code: 0, stdout: "kept\n" },
    ]);
  }
});
