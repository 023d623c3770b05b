// Output, background shells and kills against their floor: spawning `bash -c` with pipes, in the same run.
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sessionIdOf } from "../src/core/base/ids.ts";
import { keepAlive } from "../src/core/base/keep-alive.ts";
import { trust } from "../src/core/permission/cleared.ts";
import { ShellManager } from "../src/core/shell/shell-manager.ts";
import { find, floor, interleave, ms, peakGrowthMiB, quantile, ratio, report } from "./measure.ts";

const stateDir = mkdtempSync(join(tmpdir(), "nacre-bench-"));
const manager = new ShellManager({ stateDir, loginShell: false });

async function ours(text: string, session = "bare", timeoutMs = 600_000): Promise<string> {
  const outcome = await manager.session(sessionIdOf(session), "/tmp").run(trust(text), { timeoutMs });
  const { text: shown } = outcome.transcript.read();
  manager.keepLog(outcome.transcript);
  return shown;
}

const LINES = "yes $'\\e[32mINFO\\e[0m building module é number 12345 of the project, all well'";

async function output(): Promise<void> {
  const text = `${LINES} | head -c 100000000`;
  const timings = await interleave(
    [
      { name: "ours", act: () => ours(text) },
      { name: "floor", act: () => floor(text) },
    ],
    7,
  );
  const [mine, base] = [find(timings, "ours"), find(timings, "floor")];
  report({
    what: "100 MB of output / spawn",
    measured: `${ratio(mine.median, base.median)}  (${ms(mine)} : ${ms(base)})`,
    target: "<= 2x",
    holds: mine.median / base.median <= 2,
  });
  const growth = await peakGrowthMiB(() => ours(text));
  report({
    what: "100 MB of output: growth of memory",
    measured: `${growth.toFixed(0)} MiB`,
    target: "<= 45 MiB",
    holds: growth <= 45,
  });
  let whole = "";
  const huge = await peakGrowthMiB(async () => {
    whole = await ours(`echo FIRST; ${LINES} | head -c 1073741000; echo; echo LAST`);
  });
  const exact = whole.startsWith("FIRST\n") && whole.endsWith("LAST\n");
  const logs = readdirSync(stateDir, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".out"))
    .map((file) => statSync(join(stateDir, file)).size);
  report({
    what: "1 GiB of output: growth of memory, head and tail exact",
    measured: `${huge.toFixed(0)} MiB, ${exact ? "exact" : "NOT EXACT"}, log ${(Math.max(...logs) / 2 ** 20).toFixed(0)} MiB`,
    target: "< 64 MiB",
    holds: huge < 64 && exact,
  });
}

async function background(): Promise<void> {
  const up = (): Promise<void> =>
    new Promise((resolve) => {
      let ready = 0;
      for (let i = 0; i < 50; i++) {
        const child = spawn("/bin/bash", ["-c", "echo up; sleep 30"], {
          detached: true,
          stdio: ["ignore", "pipe", "pipe"],
        });
        child.stdout.once("data", () => {
          if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
          if (++ready === 50) resolve();
        });
      }
    });
  const mine = async (): Promise<void> => {
    const shells = await Promise.all(
      Array.from({ length: 50 }, () => manager.createShell("echo up; sleep 30", "/tmp")),
    );
    await keepAlive(
      Promise.all(
        shells.map(
          (shell) =>
            new Promise<void>((resolve) => {
              const look = (): void => {
                if (shell.transcript.bytes.stdout === 0) return;
                stop();
                resolve();
              };
              const stop = shell.transcript.onAppend(look);
              look();
            }),
        ),
      ),
    );
    started.push(shells);
  };
  const started: Awaited<ReturnType<typeof manager.createShell>>[][] = [];
  const times: { ours: number[]; floor: number[] } = { ours: [], floor: [] };
  for (let round = 0; round < 4; round++) {
    let begun = performance.now();
    await mine();
    times.ours.push(performance.now() - begun);
    await Promise.all(started.flat().map((shell) => shell.kill("SIGKILL")));
    begun = performance.now();
    await up();
    times.floor.push(performance.now() - begun);
  }
  const [a, b] = [quantile(times.ours, 0.5), quantile(times.floor, 0.5)];
  report({
    what: "50 background shells up / spawn",
    measured: `${ratio(a, b)}  (${a.toFixed(0)} : ${b.toFixed(0)} ms)`,
  });
}

const survivors = (number: string): number =>
  readdirSync("/proc").filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, "utf8").includes(`sleep\0${number}.`);
    } catch {
      return false;
    }
  }).length;

async function killing(): Promise<void> {
  const family = fileURLToPath(new URL("../test/fixtures/bin/family.sh", import.meta.url));
  const number = (): string => String(10_000 + Math.floor(Math.random() * 1_000_000));
  const past: number[] = [];
  let left = 0;
  for (let round = 0; round < 5; round++) {
    const timed = number();
    const begun = performance.now();
    // Without the one that ignores TERM: that one is given its grace.
    await ours(`bash '${family}' ${timed}`, "killing", 1500);
    past.push(performance.now() - begun - 1500);
    left += survivors(timed);
  }
  report({
    what: "11 kinds of descendants by timeout: survivors",
    measured: String(left),
    target: "0",
    holds: left === 0,
  });
  report({
    what: "time past a timeout, whole tree gone",
    measured: `${quantile(past, 0.5).toFixed(0)} / ${quantile(past, 0.95).toFixed(0)} ms`,
    target: "<= 50 ms",
    holds: quantile(past, 0.5) <= 50,
  });
  let leftKilled = 0;
  const kills: number[] = [];
  for (let round = 0; round < 5; round++) {
    const killed = number();
    const shell = await manager.createShell(`bash '${family}' ${killed}`, "/tmp");
    while (survivors(killed) < 10) await new Promise((resolve) => setTimeout(resolve, 20));
    const begun = performance.now();
    await shell.kill();
    kills.push(performance.now() - begun);
    leftKilled += survivors(killed);
  }
  report({
    what: "11 kinds of descendants by kill: survivors",
    measured: `${leftKilled}  (${quantile(kills, 0.5).toFixed(0)} ms)`,
    target: "0",
    holds: leftKilled === 0,
  });
}

const parts = { output, background, killing };
const only = process.env["BENCH_ONLY"];
for (const [name, part] of Object.entries(parts)) if (only === undefined || only === name) await part();
await manager.dispose();
rmSync(stateDir, { recursive: true, force: true });
