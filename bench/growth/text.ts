/** The text of one command: how long the judge takes, and how long a session takes to read it. */
import { LONGEST_COMMAND } from "../../src/core/base/limits.ts";
import { judge, type Where } from "../../src/core/policy/judge.ts";
import { quantile } from "../measure.ts";
import { inScratch, ours, Sessions } from "../subjects.ts";
import type { Growth } from "./growth.ts";
import { cpuMs, medianMs } from "./stopwatch.ts";
import { KINDS } from "./text-kinds.ts";

const PLACE: Where = { cwd: "/home/dev/app", home: "/home/dev", workspace: "/home/dev/app" };

/** What stands around the pieces of a kind: no text is longer than the longest command. */
const ROOM = 200;

function cpuOf(act: () => void): number {
  const before = cpuMs();
  act();
  return cpuMs() - before;
}

/** So much work at least in one measurement. */
const LEAST_MS = 5;

function judged(text: string): number {
  const once = cpuOf(() => judge(text, PLACE));
  const times = Math.ceil(LEAST_MS / Math.max(once, 0.05));
  const all = Array.from({ length: 5 }, () =>
    cpuOf(() => {
      for (let time = 0; time < times; time++) judge(text, PLACE);
    }),
  );
  return quantile(all, 0.5) / times;
}

export const text: Growth = {
  unit: "characters of a command",
  sizes: [1000, 10_000, 100_000, LONGEST_COMMAND],
  things: {
    ...Object.fromEntries(Object.keys(KINDS).map((kind) => [`a verdict on ${kind}`, "all" as const])),
    "read and run by a session": "all",
  },
  measure: (size) =>
    inScratch(async (directory) => {
      await using sessions = new Sessions(ours, directory);
      await sessions.run("true");
      const verdicts = Object.entries(KINDS).map(([kind, of]) => [`a verdict on ${kind}`, judged(of(size - ROOM))]);
      const run = await medianMs(() => sessions.run(`: ${"word ".repeat((size - ROOM) / 5)}`), 5);
      return { ...Object.fromEntries(verdicts), "read and run by a session": run };
    }),
};
