/** Readers of one background shell that prints 50 MB, each twenty milliseconds after its last answer. */
import { setTimeout as sleep } from "node:timers/promises";
import { createToolkit } from "../../src/tools/toolkit.ts";
import { inScratch } from "../subjects.ts";
import type { Growth } from "./growth.ts";
import { longestStop, msOf } from "./stopwatch.ts";

const FLOOD = "yes 'a line of a log, as builds print them by the thousand' | head -c 50000000";
const PAUSE_MS = 20;

export const readers: Growth = {
  unit: "readers of a flood",
  sizes: [1, 5, 20, 50],
  things: { "the flood, until it has ended": "one", "longest stop of the host": "one", "one read": "one" },
  measure: (size) =>
    inScratch(async (directory) => {
      await using kit = createToolkit({ workingDir: directory, stateDir: directory, loginShell: false });
      await kit.call("Bash", { command: "true" });
      let [flood, reads, reading] = [0, 0, 0];
      const stopped = await longestStop(async () => {
        const begun = performance.now();
        const shell = await kit.shells.createShell(FLOOD, directory);
        const read = async (): Promise<void> => {
          while (shell.isRunning) {
            reading += await msOf(() => kit.call("BashOutput", { bash_id: shell.id, tail: 20 }));
            reads += 1;
            await sleep(PAUSE_MS);
          }
        };
        const all = Array.from({ length: size }, read);
        await shell.wait();
        flood = performance.now() - begun;
        await Promise.all(all);
      });
      return {
        "the flood, until it has ended": flood,
        "longest stop of the host": stopped,
        "one read": reading / Math.max(1, reads),
      };
    }),
};
