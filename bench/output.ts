/** Output against its floor: spawning `bash -c` with pipes. */
import { amount, type Bench, floor, interleave, peakGrowthMiB, ratioOf, type Sample } from "./measure.ts";
import { inScratch, ours, Sessions } from "./subjects.ts";

const LINES = "yes $'\\e[32mINFO\\e[0m building module é number 12345 of the project, all well'";
const HUNDRED_MB = `${LINES} | head -c 100000000`;

export const output: Bench = () =>
  inScratch(async (directory) => {
    await using sessions = new Sessions(ours, directory);
    await sessions.run("true");
    // Before anything has made the heap grow.
    const growth = await peakGrowthMiB(() => sessions.run(HUNDRED_MB));
    const timings = await interleave(
      [
        { name: "ours", act: () => sessions.run(HUNDRED_MB) },
        { name: "floor", act: () => floor(HUNDRED_MB) },
      ],
      5,
    );
    return [
      ratioOf(timings, "output-100mb", ["ours", "floor"]),
      { row: "output-100mb-memory", value: growth } satisfies Sample,
    ];
  });

export const flood: Bench = () =>
  inScratch(async (directory) => {
    await using sessions = new Sessions(ours, directory);
    let shown = "";
    const growth = await peakGrowthMiB(async () => {
      shown = await sessions.run(`echo FIRST; ${LINES} | head -c 1073741000; echo; echo LAST`);
    });
    const wrong = [shown.startsWith("FIRST\n"), shown.endsWith("LAST\n")].filter((isExact) => !isExact).length;
    return [
      { row: "output-1gib-memory", value: growth, of: `${amount(growth)} MiB` },
      { row: "output-1gib-lost", value: wrong },
    ];
  });
