/** Every size of every growth once a pass, in another order each pass, each in a process of its own. */
import { inChild } from "../child.ts";
import { shuffled } from "../measure.ts";
import { aRun, progress } from "../passes.ts";
import { type GrowthResult, type GrowthSample, growthRows } from "./growth-table.ts";
import { GROWTHS } from "./growths.ts";

export function runGrowths(names: readonly string[], passes: number): Promise<GrowthResult> {
  return aRun(async () => {
    const samples: GrowthSample[] = [];
    const failed: Record<string, string> = {};
    const cells = names.flatMap((name) => (GROWTHS[name]?.sizes ?? []).map((size) => ({ name, size })));
    for (let round = 1; round <= passes; round++) {
      for (const { name, size } of shuffled(cells)) {
        progress(`pass ${round} of ${passes}: ${name} ${size}`);
        const done = await inChild<GrowthSample["ms"]>(`growth ${name} ${size}`);
        if ("failed" in done) failed[`${name} ${size}`] = done.failed;
        else samples.push({ name, size, ms: done.value });
      }
    }
    progress("");
    const rows = names.flatMap((name) => {
      const growth = GROWTHS[name];
      return growth === undefined ? [] : growthRows(name, growth, samples);
    });
    return { rows, failed };
  });
}
