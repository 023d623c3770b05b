/** What is left of a tree of eleven kinds of descendants after a timeout and after a kill, and how long each takes. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Bench, quantile, root } from "./measure.ts";
import { inScratch, ours, Sessions } from "./subjects.ts";

const ROUNDS = 3;
const TIMEOUT_MS = 1500;

/** How many processes still sleep for this number of seconds; `family.sh` gives every member the same. */
const survivors = (seconds: string): number =>
  readdirSync("/proc").filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, "utf8").includes(`sleep\0${seconds}.`);
    } catch {
      return false;
    }
  }).length;

const seconds = (): string => String(10_000 + Math.floor(Math.random() * 1_000_000));

export const kill: Bench = () =>
  inScratch(async (directory) => {
    await using sessions = new Sessions(ours, directory);
    const family = join(root, "test", "fixtures", "bin", "family.sh");
    const left = { timeout: 0, kill: 0 };
    const times: { past: number[]; kill: number[] } = { past: [], kill: [] };
    await sessions.run("true", "killing");
    for (let round = 0; round < ROUNDS; round++) {
      const timed = seconds();
      let begun = performance.now();
      // Without the one that ignores TERM: that one is given its grace.
      await sessions.run(`bash '${family}' ${timed}`, "killing", TIMEOUT_MS);
      times.past.push(performance.now() - begun - TIMEOUT_MS);
      left.timeout += survivors(timed);
      const killed = seconds();
      const shell = await sessions.manager.createShell(`bash '${family}' ${killed}`, "/tmp");
      while (survivors(killed) < 10) await sleep(20);
      begun = performance.now();
      await shell.kill();
      times.kill.push(performance.now() - begun);
      left.kill += survivors(killed);
    }
    return [
      { row: "timeout-survivors", value: left.timeout },
      { row: "kill-survivors", value: left.kill },
      { row: "past-timeout", value: quantile(times.past, 0.5) },
      { row: "kill-time", value: quantile(times.kill, 0.5) },
    ];
  });
