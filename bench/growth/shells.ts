/** Background shells that only sleep. */
import { createToolkit } from "../../src/tools/toolkit.ts";
import { inScratch } from "../subjects.ts";
import type { Growth } from "./growth.ts";
import { inTurns, longestStop, medianMs, msOf } from "./stopwatch.ts";

export const shells: Growth = {
  unit: "background shells",
  sizes: [8, 32, 128, 512, 1024],
  things: {
    start: "all",
    "echo beside them": "one",
    ListShells: "all",
    "longest stop of the host in ListShells": "one",
    killAll: "all",
    "longest stop of the host in killAll": "one",
    "dispose, all ended": "all",
  },
  measure: (size) =>
    inScratch(async (directory) => {
      const kit = createToolkit({
        workingDir: directory,
        stateDir: directory,
        loginShell: false,
        limits: { maxShells: 5000 },
      });
      await kit.call("Bash", { command: "true" });
      const start = await msOf(() => inTurns(size, () => kit.shells.createShell("exec sleep 900", directory)));
      const echo = await medianMs(() => kit.call("Bash", { command: "echo hi" }), 15);
      const list = () => kit.call("ListShells", {});
      const listed = await medianMs(list, 2);
      const stopped = await longestStop(list);
      let killed = 0;
      const killStop = await longestStop(async () => {
        killed = await msOf(() => kit.shells.killAll());
      });
      return {
        start,
        "echo beside them": echo,
        ListShells: listed,
        "longest stop of the host in ListShells": stopped,
        killAll: killed,
        "longest stop of the host in killAll": killStop,
        "dispose, all ended": await msOf(kit.dispose),
      };
    }),
};
