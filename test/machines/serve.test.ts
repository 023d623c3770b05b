import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { MachineOptions } from "../../src/tools/machines/machine-options.ts";
import { CLIENTS, type ClientKind, connect, type TestClient } from "../e2e/mcp-clients.ts";
import { end } from "../e2e/servers.ts";
import { isAlive } from "../support/is-alive.ts";
import { waitUntil } from "../support/wait-until.ts";
import { startCluster } from "./cluster.ts";
import { killNode } from "./kill-node.ts";
import { done, lacking, suiteDir } from "./system.ts";

const lack = lacking({
  slurmctld: "slurmctld",
  slurmd: "slurmd",
  srun: "slurm-client",
  munged: "munge",
});

type Served = {
  readonly process: ChildProcess;
  readonly client: (kind?: ClientKind) => Promise<TestClient>;
  readonly dir: string;
};

describe.skipIf(lack !== undefined)(`nacre serve --on Slurm${lack === undefined ? "" : ` (${lack})`}`, () => {
  const dir = suiteDir("serve");
  const conf = join(dir, "slurm.conf");
  const env = { SLURM_CONF: conf };
  let nodes: Awaited<ReturnType<typeof startCluster>> = new Map();

  beforeAll(async () => {
    nodes = await startCluster(dir, conf);
  });

  const jobs = (): readonly string[] => done("squeue", ["-h", "-o", "%i"], env).split("\n").filter(Boolean);
  const noJobs = (): Promise<void> => waitUntil("every job to be over", () => jobs().length === 0, 60_000);

  /** The command itself, as an operator starts it. */
  async function serve(flags: readonly string[], machine: Partial<MachineOptions> = {}): Promise<Served> {
    const place = mkdtempSync(join(dir, "serve-"));
    const profiles = { small: { cpus: 1, memory: "50M" }, large: { cpus: 3, memory: "100M" } };
    const cluster = { kind: "slurm", node: process.execPath, workspace: place, profiles, profile: "small", ...machine };
    writeFileSync(
      join(place, "config.json"),
      JSON.stringify({ machines: { cluster }, stateDir: join(place, "state") }),
    );
    const words = ["serve", "--on", "cluster", "--sandbox", "none", "--config", join(place, "config.json"), ...flags];
    const child = spawn(process.execPath, ["bin/nacre.js", ...words, "--port", "0", "--json", "--structured"], {
      stdio: ["ignore", "pipe", "ignore"],
      env: { ...process.env, ...env, HOME: place },
    });
    onTestFinished(async () => {
      await end(child);
      await noJobs();
    });
    let said = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
    await waitUntil("the server to say where it is", () => said.includes("\n"));
    const { mcp, token_file, tokenFile = token_file } = JSON.parse(said) as Record<string, string>;
    const token = readFileSync(tokenFile ?? "", "utf8").trim();
    const client = async (kind: ClientKind = "current"): Promise<TestClient> => {
      const connected = await connect(kind, { kind: "http", url: mcp ?? "", token });
      onTestFinished(() => connected.close().catch(() => undefined)); // its server may be dead
      return connected;
    };
    return { process: child, client, dir: place };
  }

  const bash = async (client: TestClient, command: string): Promise<string> =>
    (await client.call("Bash", { command })).text;

  test("each session of a client is a job of its own, with what the profile says, and no more than are allowed", async () => {
    const { client } = await serve(["--max-workers", "3", "--profile", "large"]);
    const clients = await Promise.all(CLIENTS.map((kind) => client(kind)));
    const places = await Promise.all(clients.map((one) => bash(one, "echo $SLURM_JOB_ID $SLURM_CPUS_PER_TASK")));
    for (const place of places) expect(place).toMatch(/^\d+ 3\n/);
    expect(new Set(places).size).toBe(CLIENTS.length);
    expect(jobs()).toHaveLength(CLIENTS.length);
    const sessions = [clients[0], clients[1]].filter((one) => one !== undefined);
    for (const [index, one] of sessions.entries()) await bash(one, `X=${index}`);
    expect(await Promise.all(sessions.map((one) => bash(one, "echo $X")))).toEqual(["0\n", "1\n"]);
    const another = await client();
    expect(await bash(another, "true")).toContain("--max-workers");
    await clients[0]?.end();
    await waitUntil("its job to be over", () => jobs().length < CLIENTS.length, 60_000);
    expect(await bash(another, "echo room")).toBe("room\n");
  });

  test("waiting in the queue is told as progress, and the call runs when there is room", async () => {
    const { client } = await serve([]);
    const names = [...nodes.keys()].join(",");
    done("scontrol", ["update", `NodeName=${names}`, "State=DRAIN", "Reason=test"], env);
    const one = await client();
    const told: string[] = [];
    const running = one.call(
      "Bash",
      { command: "echo ran" },
      { onProgress: ({ message = "" }) => void told.push(message) },
    );
    try {
      await waitUntil("the queue to be told", () => told.some((what) => /queued and waiting/.test(what)), 60_000);
    } finally {
      done("scontrol", ["update", `NodeName=${names}`, "State=RESUME"], env);
    }
    expect((await running).text).toBe("ran\n");
  });

  test("a worker that is idle is given back, and the next call has a new job and says so", async () => {
    const { client } = await serve([], { idleMs: 2000 });
    const one = await client();
    const first = await bash(one, "X=5; echo $SLURM_JOB_ID");
    await noJobs();
    const next = await one.call("Bash", { command: "echo ${X:-gone} $SLURM_JOB_ID" });
    expect(next.text).toMatch(/^gone \d+\n\[note\] this is a new session on cluster, .* given back/);
    expect(next.structured).toMatchObject({ session_new: true, machine: "cluster" });
    expect(next.text).not.toContain(`gone ${first.trim()}\n`);
  });

  test("a gateway that is killed leaves no job and no process", async () => {
    const server = await serve([], { beatMs: 500 });
    const [one, two] = [await server.client(), await server.client()];
    const pids = await Promise.all([one, two].map((each) => bash(each, "sleep 300 & echo $!")));
    expect(jobs()).toHaveLength(2);
    await end(server.process, "SIGKILL");
    await noJobs();
    await waitUntil("their commands to be gone", () => !pids.some((pid) => isAlive(Number.parseInt(pid, 10))), 60_000);
  });

  test("a node that dies loses its session, with its last output; the next call is new and says so", async () => {
    const { client, dir: place } = await serve([], { beatMs: 500 });
    const [one, other] = [await client(), await client()];
    await bash(one, "X=5");
    await bash(other, "Y=other");
    const file = join(place, "pid");
    const told: string[] = [];
    const running = one.call(
      "Bash",
      { command: "echo $BASHPID > pid; echo before; sleep 300" },
      { onProgress: ({ message = "" }) => void told.push(message) },
    );
    await waitUntil("its output to get here", () => existsSync(file) && told.some((line) => line.includes("before")));
    const node = killNode(nodes, Number(readFileSync(file, "utf8")));
    const lost = await running;
    expect(lost).toMatchObject({ isError: true, structured: { status: "lost", fault: "MACHINE_LOST" } });
    expect(lost.text).toMatch(/machine cluster was lost[^]*before/);
    expect(await bash(other, "echo $Y")).toBe("other\n");
    done("scontrol", ["update", `NodeName=${node}`, "State=DOWN", "Reason=test"], env);
    const next = await one.call("Bash", { command: "echo ${X:-gone} $SLURMD_NODENAME" });
    expect(next.text).toMatch(/^gone n\d\n\[note\] this is a new session on cluster/);
    expect(next.text).not.toContain(`gone ${node}\n`);
  });
});
