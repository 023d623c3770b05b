/** Many background shells, and many readers of one: what a list and a read cost, and whether the host stands still. */
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { createToolkit, type Toolkit } from "../src/tools/toolkit.ts";
import { inTurns, longestStop, msOf } from "./growth/stopwatch.ts";
import { type Bench, find, interleave, quantile, ratioOf } from "./measure.ts";
import { inScratch } from "./subjects.ts";

const SHELLS = 1000;
const LISTENING = `exec node -e 'require("node:net").createServer().listen(0, "127.0.0.1")'`;

/** One shell of the thousand listens, so that no look at sockets can be left out. */
async function expectPorts(kit: Toolkit): Promise<void> {
  const { metadata } = await kit.call("ListShells", {});
  if (!/"listening_ports":\[\d/.test(JSON.stringify(metadata))) throw new Error("the listening shell was not found");
}

export const list: Bench = () =>
  inScratch(async (directory) => {
    await using kit = createToolkit({
      workingDir: directory,
      stateDir: directory,
      loginShell: false,
      limits: { maxShells: SHELLS },
    });
    await inTurns(SHELLS - 1, () => kit.shells.createShell("exec sleep 3600", directory));
    await kit.shells.createShell(LISTENING, directory);
    for (let isListening = false; !isListening; await sleep(50)) {
      isListening = await expectPorts(kit).then(
        () => true,
        () => false,
      );
    }
    const pids = kit.shells
      .listShells()
      .flatMap((shell) => [shell.supervisor?.pid, ...shell.processes().map(({ pid }) => pid)]);
    const timings = await interleave(
      [
        { name: "list", act: () => expectPorts(kit) },
        {
          name: "stat",
          act: async () => {
            for (const pid of pids) readFileSync(`/proc/${pid}/stat`, "utf8");
          },
        },
      ],
      7,
    );
    const stop = await longestStop(() => expectPorts(kit));
    return [
      ratioOf(timings, "list-1000", ["list", "stat"]),
      { row: "list-1000-stop", value: stop, of: `of ${find(timings, "list").median.toFixed(0)} ms` },
    ];
  });

const FLOOD = "yes $'\\e[32mINFO\\e[0m building module é number 12345 of the project, all well' | head -c 100000000";
const READERS = 50;
const PAUSE_MS = 20;

/** 100 MB, and so many readers that each read on twenty milliseconds after their last answer. */
async function flood(kit: Toolkit, directory: string, readers: number): Promise<number> {
  const shell = await kit.shells.createShell(FLOOD, directory);
  const follow = async (): Promise<void> => {
    for (let since = "0"; shell.isRunning; await sleep(PAUSE_MS)) {
      const { metadata } = await kit.call("BashOutput", { bash_id: shell.id, since });
      const { next_cursor } = metadata;
      if (typeof next_cursor === "string") since = next_cursor;
    }
  };
  const all = Array.from({ length: readers }, follow);
  const took = await msOf(() => shell.wait());
  await Promise.all(all);
  await kit.shells.cleanupCompleted(0);
  return took;
}

export const readers: Bench = () =>
  inScratch(async (directory) => {
    await using kit = createToolkit({ workingDir: directory, stateDir: directory, loginShell: false });
    const times: { none: number[]; many: number[] } = { none: [], many: [] };
    for (let round = 0; round < 3; round++) {
      times.none.push(await flood(kit, directory, 0));
      times.many.push(await flood(kit, directory, READERS));
    }
    const [many, none] = [quantile(times.many, 0.5), quantile(times.none, 0.5)];
    const stop = await longestStop(() => flood(kit, directory, READERS));
    return [
      { row: "readers-50", value: many / none, of: `${many.toFixed(0)} : ${none.toFixed(0)} ms` },
      { row: "readers-50-stop", value: stop },
    ];
  });
