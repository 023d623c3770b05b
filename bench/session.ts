/** A session against its floor, spawning `bash -c` with pipes: one command, the Bash tool, back to back, starts. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { keepAlive } from "../src/core/base/keep-alive.ts";
import { limitsOf } from "../src/core/base/limits.ts";
import { createNoSandbox } from "../src/core/sandbox/none.ts";
import { HostDir } from "../src/core/shell/host/host-dir.ts";
import { Launcher } from "../src/core/shell/launcher.ts";
import { ShellSandbox } from "../src/core/shell/shell-sandbox.ts";
import {
  amount,
  type Bench,
  find,
  floor,
  interleave,
  quantile,
  ratioOf,
  type Sample,
  type Subject,
} from "./measure.ts";
import { type Build, inScratch, otherBuild, ours, Sessions } from "./subjects.ts";

const BIG = [
  ...Array.from(
    { length: 200 },
    (_, i) => `fn_${i}() { local a=$1; if [ "$a" = x ]; then echo ${i}; else for b in 1 2 3; do echo "$b"; done; fi; }`,
  ),
  ...Array.from({ length: 80 }, (_, i) => `export VAR_${i}='value ${i} ${"x".repeat(40)}'`),
].join("\n");

/** The link alone: no policy, no session, no transcript. */
async function linkSubject(stateDir: string): Promise<Subject & { close(): Promise<void> }> {
  const limits = limitsOf({});
  const launcher = new Launcher({
    stateDir,
    host: HostDir.create(stateDir),
    limits,
    environment: { inherit: "all" },
    loginShell: false,
    interactive: false,
    redactor: undefined,
    sandbox: new ShellSandbox(async () => createNoSandbox(limits)),
  });
  const link = await keepAlive(launcher.session("/tmp"));
  const { out, err, outName, errName } = await keepAlive(link.outputs.acquire());
  return {
    name: "link",
    act: () => keepAlive(link.ask({ kind: "run", text: "echo hi", in: undefined, out: outName, err: errName })),
    close: async () => {
      await link.close();
      out.close();
      err.close();
    },
  };
}

export const session: Bench = () =>
  inScratch(async (directory) => {
    await using sessions = new Sessions(ours, join(directory, "ours"));
    const link = await linkSubject(join(directory, "link"));
    await sessions.run("true");
    await sessions.run(BIG, "big");
    const timings = await interleave(
      [
        { name: "floor echo", act: () => floor("echo hi") },
        { name: "floor true", act: () => floor("/bin/true") },
        link,
        { name: "echo", act: () => sessions.run("echo hi") },
        { name: "true", act: () => sessions.run("/bin/true") },
        { name: "big echo", act: () => sessions.run("echo hi", "big") },
      ],
      60,
    );
    await link.close();
    return [
      ratioOf(timings, "link", ["link", "floor echo"]),
      ratioOf(timings, "session-echo", ["echo", "floor echo"]),
      ratioOf(timings, "session-true", ["true", "floor true"]),
      ratioOf(timings, "big-state", ["big echo", "echo"]),
    ];
  });

/** Long enough for a host to warm up what it warms when idle; no model answers sooner. */
const THINKING_MS = 200;

export const tool: Bench = () =>
  inScratch(async (directory) => {
    const other = await otherBuild();
    const builds: [string, Build][] = [["tool", ours]];
    if (other !== undefined) builds.push(["other", other]);
    const kits = builds.map(([name, build]) => {
      const shells = new build.ShellManager({ stateDir: join(directory, name), loginShell: false });
      return { name, kit: build.createToolkit({ shells, workingDir: "/tmp" }), shells };
    });
    for (const { kit } of kits) await kit.call("Bash", { command: "echo hi" });
    await sleep(THINKING_MS);
    const timings = await interleave(
      [
        { name: "floor", act: () => floor("echo hi") },
        ...kits.map(({ name, kit }) => ({ name, act: () => kit.call("Bash", { command: "echo hi" }) })),
      ],
      60,
    );
    await Promise.all(kits.map(({ shells }) => shells.dispose()));
    const samples: Sample[] = [ratioOf(timings, "tool", ["tool", "floor"])];
    if (other === undefined) return samples;
    const spawns = (name: string): number => find(timings, name).median / find(timings, "floor").median;
    const [mine, beside] = [spawns("tool"), spawns("other")];
    samples.push({ row: "tool-other", value: mine - beside, of: `${amount(mine)} - ${amount(beside)}` });
    return samples;
  });

/** No text is judged twice: what a text costs that comes for the first time. */
export const newTexts: Bench = () =>
  inScratch(async (directory) => {
    const shells = new ours.ShellManager({ stateDir: directory, loginShell: false });
    const kit = ours.createToolkit({ shells, workingDir: "/tmp" });
    let count = 0;
    const act = (): Promise<unknown> => kit.call("Bash", { command: `echo hi ${count++}` });
    await act();
    await sleep(THINKING_MS);
    const timings = await interleave(
      [
        { name: "floor", act: () => floor("echo hi") },
        { name: "new text", act },
      ],
      60,
    );
    await shells.dispose();
    return [ratioOf(timings, "tool-new-text", ["new text", "floor"])];
  });

export const throughput: Bench = () =>
  inScratch(async (directory) => {
    await using sessions = new Sessions(ours, directory);
    const perSecond = async (act: () => Promise<unknown>, count: number): Promise<number> => {
      const begun = performance.now();
      for (let i = 0; i < count; i++) await act();
      return (count / (performance.now() - begun)) * 1000;
    };
    await sessions.run("true");
    const rates: { mine: number[]; base: number[] } = { mine: [], base: [] };
    for (let round = 0; round < 3; round++) {
      rates.mine.push(await perSecond(() => sessions.run("echo hi"), 300));
      rates.base.push(await perSecond(() => floor("echo hi"), 100));
    }
    const [mine, base] = [quantile(rates.mine, 0.5), quantile(rates.base, 0.5)];
    return [{ row: "back-to-back", value: mine / base, of: `${mine.toFixed(0)} : ${base.toFixed(0)} a second` }];
  });

const childrenOf = (pid: string): string[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" ").filter(Boolean),
  );

/** What processes and their children hold for themselves alone, in MiB. */
function memoryOf(pids: readonly string[]): number {
  const own = (pid: string): number =>
    Number(/^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  return pids.flatMap((pid) => [pid, ...childrenOf(pid)]).reduce((sum, pid) => sum + own(pid), 0) / 1024;
}

const MEASURED_SESSIONS = 5;

export const start: Bench = () =>
  inScratch(async (directory) => {
    await using sessions = new Sessions(ours, join(directory, "kept"));
    for (let i = 0; i < MEASURED_SESSIONS; i++) await sessions.run("true", `memory-${i}`);
    const memory = memoryOf(childrenOf("self")) / MEASURED_SESSIONS;
    const hosts: Sessions[] = [];
    const timings = await interleave(
      [
        { name: "floor", act: () => floor("echo hi") },
        {
          name: "first",
          act: async () => {
            const host = new Sessions(ours, join(directory, `first-${hosts.length}`));
            hosts.push(host);
            await host.run("echo hi");
          },
        },
        { name: "exit", act: () => sessions.run("exit").then(() => sessions.run("true")) },
        {
          name: "background",
          act: async () => (await sessions.manager.createShell("echo up", "/tmp")).wait(),
        },
      ],
      15,
    );
    await Promise.all(hosts.map(({ manager }) => manager.dispose()));
    return [
      ratioOf(timings, "first-answer", ["first", "floor"]),
      ratioOf(timings, "exit-and-next", ["exit", "floor"]),
      ratioOf(timings, "background-one", ["background", "floor"]),
      { row: "session-memory", value: memory },
    ];
  });
