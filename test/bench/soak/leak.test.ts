import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import type { SoakResult } from "../../../bench/soak/soak-report.ts";
import { tempDir } from "../../support/temp-dir.ts";

/** A soak of seconds, in a process of its own. It ends with 1: something leaks. */
async function soakWith(leak: string): Promise<{ readonly result: SoakResult; readonly said: string }> {
  const json = join(tempDir(), "soak.json");
  const short = ["--minutes", "0.35", "--sessions", "2", "--every", "0.4", "--forget", "2", "--sandbox", "none"];
  const said = await promisify(execFile)(process.execPath, [
    "scripts/soak.mjs",
    ...short,
    "--leak",
    leak,
    "--json",
    json,
  ]).then(
    () => "passed",
    ({ code, stdout }: { code: number; stdout: string }) => `${code}: ${stdout}`,
  );
  return { result: JSON.parse(readFileSync(json, "utf8")), said };
}

test.each([
  ["descriptors", "descriptors"],
  ["memory", "heap"],
] as const)("a host that loses %s with every step is found out", { timeout: 240_000 }, async (leak, figure) => {
  const { result, said } = await soakWith(leak);
  expect(result.trends[figure].course).toBe("rising");
  expect(said).toMatch(/^1: [^]*not passed: /);
  expect(result.problems).toEqual([]);
  expect(result.left).toEqual({ processes: 0, files: 0 });
  const steps = Object.values(result.steps).reduce((sum, count) => sum + count, 0);
  expect(result.samples.at(-1)?.descriptors ?? 0).toBeGreaterThan(leak === "descriptors" ? steps / 2 : 0);
});
