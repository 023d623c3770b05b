/**
 * Fifty background shells at once against fifty spawns of `bash -c` with the same text, until all fifty have printed. The
 * text says so in a FIFO as well: that is how a server's shells are seen to print.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { closeSync, constants, mkdirSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { nacreServer } from "./mcp.ts";
import { openStdio } from "./mcp-client.ts";
import { type Bench, interleave, ratioOf, type Sample } from "./measure.ts";
import { type Build, inScratch, otherBuild, ours } from "./subjects.ts";

const COUNT = 50;
const ROUNDS = 4;
const TEXT = "echo up; echo . >up; exec sleep 600";

/** The FIFO in a workspace, and the wait for all fifty. */
class Up {
  readonly #fifo: number;

  constructor(workspace: string) {
    execFileSync("mkfifo", [join(workspace, "up")]);
    // The host holds a writing end too, so that it never reads an end.
    this.#fifo = openSync(join(workspace, "up"), constants.O_RDWR | constants.O_NONBLOCK);
  }

  async all(): Promise<void> {
    const bytes = Buffer.alloc(4096);
    for (let seen = 0; seen < 2 * COUNT; ) {
      try {
        seen += readSync(this.#fifo, bytes);
      } catch {
        await sleep(1);
      }
    }
  }

  close(): void {
    closeSync(this.#fifo);
  }
}

/** Something that starts fifty shells, and ends them when they were seen. */
type Starter = {
  readonly name: string;
  start(): Promise<unknown>;
  stop(): Promise<unknown>;
  close(): Promise<unknown>;
};

function spawning(workspace: string): Starter {
  let children: ChildProcess[] = [];
  return {
    name: "floor",
    start: () => {
      children = Array.from({ length: COUNT }, () =>
        spawn("/bin/bash", ["-c", TEXT], { cwd: workspace, detached: true, stdio: ["ignore", "pipe", "pipe"] }),
      );
      return Promise.all(children.map((child) => new Promise((resolve) => child.stdout?.once("data", resolve))));
    },
    stop: () =>
      Promise.all(
        children.map((child) => {
          const gone = new Promise((resolve) => child.once("close", resolve));
          child.kill("SIGKILL");
          return gone;
        }),
      ),
    close: async () => undefined,
  };
}

/** The Bash tool of a build, in this process. */
async function byTool(name: string, build: Build, options: object): Promise<Starter> {
  const kit = build.createToolkit({ loginShell: false, ...options });
  await kit.call("Bash", { command: "true" });
  let calls: Promise<unknown>[] = [];
  return {
    name,
    start: async () => {
      calls = Array.from({ length: COUNT }, () => kit.call("Bash", { command: TEXT, run_in_background: true }));
      const printed = (): number =>
        kit.shells.listRunning().filter((shell) => shell.transcript.bytes.stdout > 0).length;
      while (printed() < COUNT) await sleep(1);
    },
    stop: async () => {
      await Promise.all(calls);
      await kit.shells.killAll();
      await kit.shells.cleanupCompleted(0);
    },
    close: kit.dispose,
  };
}

/** The tool of `nacre mcp`. */
async function overMcp(name: string, directory: string): Promise<Starter> {
  const server = await openStdio(nacreServer("mcp", "none", directory), directory);
  const call = (tool: string, input: object) => server.request("tools/call", { name: tool, arguments: input });
  await call("Bash", { command: "true" });
  let calls: Promise<unknown>[] = [];
  return {
    name,
    start: async () => {
      calls = Array.from({ length: COUNT }, () => call("Bash", { command: TEXT, run_in_background: true }));
    },
    stop: async () => {
      const ids = (await Promise.all(calls)).map((answer) => /shell_\w+/.exec(JSON.stringify(answer))?.[0]);
      await Promise.all(ids.map((shell_id) => call("KillShell", { shell_id })));
    },
    close: server.end,
  };
}

export const background: Bench = () =>
  inScratch(async (directory) => {
    const workspace = join(directory, "workspace");
    mkdirSync(workspace);
    const up = new Up(workspace);
    const other = await otherBuild();
    const at = (name: string) => ({ workingDir: workspace, stateDir: join(directory, name) });
    const walled = (name: string, build: Build) => byTool(name, build, { ...at(name), sandbox: "workspace" });
    const starters = [
      spawning(workspace),
      await byTool("tool", ours, at("tool")),
      await overMcp("mcp", workspace),
      ...(other === undefined ? [] : [await walled("walled", ours), await walled("other", other)]),
    ];
    const timings = await interleave(
      starters.map(({ name, start, stop }) => ({ name, act: () => Promise.all([start(), up.all()]), after: stop })),
      ROUNDS,
    );
    for (const starter of starters) await starter.close();
    up.close();
    const samples: Sample[] = [
      ratioOf(timings, "background-50", ["tool", "floor"]),
      ratioOf(timings, "background-50-mcp", ["mcp", "tool"]),
    ];
    if (other !== undefined) samples.push(ratioOf(timings, "background-50-walled", ["walled", "other"]));
    return samples;
  });
