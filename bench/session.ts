// A session against its floor, spawning `bash -c` with pipes, in the same run. NACRE_BENCH_OTHER: the directory of another
// build of nacre, measured in the same rounds.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sessionIdOf } from "../src/core/base/ids.ts";
import { keepAlive } from "../src/core/base/keep-alive.ts";
import { limitsOf } from "../src/core/base/limits.ts";
import { trust } from "../src/core/permission/cleared.ts";
import { createNoSandbox } from "../src/core/sandbox/none.ts";
import { HostDir } from "../src/core/shell/host/host-dir.ts";
import { Launcher } from "../src/core/shell/launcher.ts";
import { ShellManager } from "../src/core/shell/shell-manager.ts";
import { ShellSandbox } from "../src/core/shell/shell-sandbox.ts";
import { createToolkit } from "../src/tools/toolkit.ts";
import { find, floor, interleave, ms, quantile, rate, ratio, report, type Subject, type Timing } from "./measure.ts";

type Build = { readonly ShellManager: typeof ShellManager; readonly createToolkit: typeof createToolkit };

const directory = mkdtempSync(join(tmpdir(), "nacre-bench-"));
const otherPath = process.env["NACRE_BENCH_OTHER"];
const other: Build | undefined =
  otherPath === undefined ? undefined : await import(join(otherPath, "dist", "index.js"));

/** The sessions of one build. */
class Sessions {
  readonly manager: ShellManager;
  readonly #build: Build;

  constructor(build: Build, name: string) {
    this.#build = build;
    this.manager = new build.ShellManager({ stateDir: join(directory, name), loginShell: false });
  }

  async run(text: string, session = "bare"): Promise<void> {
    const outcome = await this.manager.session(sessionIdOf(session), "/tmp").run(trust(text), { timeoutMs: 600_000 });
    outcome.transcript.read();
    this.manager.keepLog(outcome.transcript);
  }

  /** Subjects under names that begin with this word. */
  async subjects(word: string): Promise<Subject[]> {
    const kit = this.#build.createToolkit({ shells: this.manager, workingDir: "/tmp" });
    await kit.call("Bash", { command: "true" });
    await this.run("true");
    await this.run(BIG, "big");
    return [
      { name: `${word} echo`, act: () => this.run("echo hi") },
      { name: `${word} true`, act: () => this.run("/bin/true") },
      { name: `${word} big echo`, act: () => this.run("echo hi", "big") },
      { name: `${word} tool`, act: () => kit.call("Bash", { command: "echo hi" }) },
    ];
  }
}

const disposals: ShellManager[] = [];

async function firstAnswer(build: Build): Promise<void> {
  const sessions = new Sessions(build, `first-${disposals.length}`);
  disposals.push(sessions.manager);
  await sessions.run("echo hi");
}

const BIG = [
  ...Array.from(
    { length: 200 },
    (_, i) => `fn_${i}() { local a=$1; if [ "$a" = x ]; then echo ${i}; else for b in 1 2 3; do echo "$b"; done; fi; }`,
  ),
  ...Array.from({ length: 80 }, (_, i) => `export VAR_${i}='value ${i} ${"x".repeat(40)}'`),
].join("\n");

/** The link alone: no policy, no session, no transcript. */
async function linkSubject(): Promise<Subject & { close(): Promise<void> }> {
  const limits = limitsOf({});
  const launcher = new Launcher({
    host: HostDir.create(join(directory, "link")),
    limits,
    environment: { inherit: "all" },
    loginShell: false,
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

/** The same of another build, in spawns: ours, theirs, the difference. */
function compare(
  timings: readonly Timing[],
  [what, name, unit]: readonly [string, string, string],
  most?: number,
): void {
  if (other === undefined) return;
  const of = (word: string): number => find(timings, `${word} ${name}`).median / find(timings, unit).median;
  const difference = of("ours") - of("other");
  report({
    what,
    measured: `${of("ours").toFixed(2)} - ${of("other").toFixed(2)} = ${difference.toFixed(2)} of a spawn`,
    ...(most === undefined ? {} : { target: `<= ${most}`, holds: difference <= most }),
  });
}

async function latency(): Promise<void> {
  const mine = new Sessions({ ShellManager, createToolkit }, "ours");
  const theirs = other === undefined ? undefined : new Sessions(other, "other");
  const link = await linkSubject();
  const timings = await interleave(
    [
      { name: "floor echo", act: () => floor("echo hi") },
      { name: "floor true", act: () => floor("/bin/true") },
      link,
      ...(await mine.subjects("ours")),
      ...((await theirs?.subjects("other")) ?? []),
    ],
    150,
  );
  rate(timings, ["the link alone, echo hi / spawn bash -c", "link", "floor echo"], 0.3);
  rate(timings, ["echo hi / spawn bash -c", "ours echo", "floor echo"], 0.36);
  rate(timings, ["/bin/true / spawn bash -c", "ours true", "floor true"], 0.65);
  rate(timings, ["echo with 80 variables + 200 functions / bare", "ours big echo", "ours echo"], 1.2);
  const [tool, bare] = [find(timings, "ours tool"), find(timings, "ours echo")];
  report({
    what: "echo through the Bash tool, judged and rendered / bare",
    measured: `${ratio(tool.median, bare.median)}  (${ms(tool)} : ${ms(bare)})`,
  });
  compare(timings, ["echo through the Bash tool - the other build", "tool", "floor echo"], 0.06);
  compare(timings, ["echo hi - the other build", "echo", "floor echo"]);
  compare(timings, ["/bin/true - the other build", "true", "floor true"]);
  await link.close();
  await Promise.all([mine.manager.dispose(), theirs?.manager.dispose()]);
}

/** What the direct children of this process and theirs hold for themselves alone, in MiB. */
function memoryOf(pids: readonly string[]): number {
  const own = (pid: string): number =>
    Number(/^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  return pids.flatMap((pid) => [pid, ...childrenOf(pid)]).reduce((sum, pid) => sum + own(pid), 0) / 1024;
}

const childrenOf = (pid: string): string[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" ").filter(Boolean),
  );

async function backgroundUp(manager: ShellManager): Promise<void> {
  const shell = await manager.createShell("echo up", "/tmp");
  await shell.wait();
}

async function start(): Promise<void> {
  const builds: [string, Build][] = [["ours", { ShellManager, createToolkit }]];
  if (other !== undefined) builds.push(["other", other]);
  const kept: { readonly word: string; readonly sessions: Sessions }[] = [];
  for (const [word, build] of builds) {
    const before = childrenOf("self");
    const sessions = new Sessions(build, `start-${word}`);
    for (let i = 0; i < 5; i++) await sessions.run("true", `memory-${i}`);
    const memory = memoryOf(childrenOf("self").filter((pid) => !before.includes(pid))) / 5;
    report({ what: `memory of a session's processes, ${word}`, measured: `${memory.toFixed(1)} MiB` });
    kept.push({ word, sessions });
  }
  const timings = await interleave(
    [
      { name: "floor", act: () => floor("echo hi") },
      ...builds.map(([word, build]) => ({ name: `${word} first`, act: () => firstAnswer(build) })),
      ...kept.flatMap(({ word, sessions }) => [
        { name: `${word} exit`, act: () => sessions.run("exit").then(() => sessions.run("true")) },
        { name: `${word} background`, act: () => backgroundUp(sessions.manager) },
      ]),
    ],
    40,
  );
  const whats = [
    ["a new host's first answer", "first"],
    ["exit, and the next answer", "exit"],
    ["a background shell's echo, and its end", "background"],
  ] as const;
  for (const [what, name] of whats) {
    const [mine, base] = [find(timings, `ours ${name}`), find(timings, "floor")];
    report({ what: `${what} / spawn`, measured: `${ratio(mine.median, base.median)}  (${ms(mine)} : ${ms(base)})` });
    compare(timings, [`${what} - the other build`, name, "floor"]);
  }
  await Promise.all(
    [...kept.map(({ sessions }) => sessions.manager), ...disposals].map((manager) => manager.dispose()),
  );
}

async function throughput(): Promise<void> {
  const sessions = new Sessions({ ShellManager, createToolkit }, "throughput");
  const rates: { ours: number[]; floor: number[] } = { ours: [], floor: [] };
  const perSecond = async (act: () => Promise<unknown>, count: number): Promise<number> => {
    const begun = performance.now();
    for (let i = 0; i < count; i++) await act();
    return (count / (performance.now() - begun)) * 1000;
  };
  for (let round = 0; round < 5; round++) {
    rates.ours.push(await perSecond(() => sessions.run("echo hi"), 300));
    rates.floor.push(await perSecond(() => floor("echo hi"), 100));
  }
  const [mine, base] = [quantile(rates.ours, 0.5), quantile(rates.floor, 0.5)];
  report({
    what: "commands a second, back to back / spawn",
    measured: `${ratio(mine, base)}  (${mine.toFixed(0)} : ${base.toFixed(0)})`,
    target: ">= 4x",
    holds: mine / base >= 4,
  });
  await sessions.manager.dispose();
}

const parts = { latency, throughput, start };
const only = process.env["BENCH_ONLY"];
for (const [name, part] of Object.entries(parts)) if (only === undefined || only === name) await part();
rmSync(directory, { recursive: true, force: true });
