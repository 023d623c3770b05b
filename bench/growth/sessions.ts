/** Sessions of one host. */
import { inScratch, ours, Sessions } from "../subjects.ts";
import type { Growth } from "./growth.ts";
import { inTurns, medianMs, msOf } from "./stopwatch.ts";

export const sessions: Growth = {
  unit: "sessions",
  sizes: [4, 16, 64, 256],
  things: { "first command": "all", "a command in each": "all", "echo in one": "one", dispose: "all" },
  measure: (size) =>
    inScratch(async (directory) => {
      const host = new Sessions(ours, directory, { limits: { maxSessions: 1000 } });
      const first = await msOf(() => inTurns(size, (index) => host.run("true", `s${index}`)));
      const each = await medianMs(() => inTurns(size, (index) => host.run("echo hi", `s${index}`)), 3);
      const one = await medianMs(() => host.run("echo hi", "s0"), 20);
      return {
        "first command": first,
        "a command in each": each,
        "echo in one": one,
        dispose: await msOf(() => host.manager.dispose()),
      };
    }),
};
