import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { MachineOptions } from "../../src/tools/machines/machine-options.ts";
import { mcpDriver } from "../adapters/mcp-driver.ts";
import { adapterContract } from "../contract/adapter.contract.ts";
import { isAlive } from "../support/is-alive.ts";
import { type OpenToolkit, openToolkit } from "../support/open-toolkit.ts";
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

describe.skipIf(lack !== undefined)(`as a job of Slurm${lack === undefined ? "" : ` (${lack})`}`, () => {
  const dir = suiteDir("slurm");
  const conf = join(dir, "slurm.conf");
  const env = { SLURM_CONF: conf };
  let nodes: Awaited<ReturnType<typeof startCluster>> = new Map();

  beforeAll(async () => {
    nodes = await startCluster(dir, conf);
    process.env["SLURM_CONF"] = conf;
  });

  const open = (more: Partial<MachineOptions> = {}): OpenToolkit => {
    const workingDir = mkdtempSync(join(dir, "work-"));
    onTestFinished(() => rmSync(workingDir, { recursive: true, force: true }));
    const cluster: MachineOptions = { kind: "slurm", node: process.execPath, ...more };
    return openToolkit({ machine: "cluster", machines: { cluster }, workingDir });
  };

  adapterContract({ ...mcpDriver, name: "mcp as a job" }, () => open());

  const noJobs = (): Promise<void> =>
    waitUntil("every job to be over", () => done("squeue", ["-h", "-o", "%i"], env).trim() === "", 60_000);

  test("gets what its profile says, on a node of its own", async () => {
    const kit = open({ profiles: { two: { cpus: 2, memory: "50M" } }, profile: "two" });
    const { output } = await kit.bash("echo $SLURMD_NODENAME $SLURM_CPUS_PER_TASK");
    expect(output).toMatch(/^n[1-4] 2\n$/);
    await kit.dispose();
    await noJobs();
  });

  test("waiting in the queue is told as progress, and the job runs when there is room", async () => {
    await noJobs();
    const names = [...nodes.keys()].join(",");
    done("scontrol", ["update", `NodeName=${names}`, "State=DRAIN", "Reason=test"], env);
    const kit = open();
    const said: string[] = [];
    const running = kit.call(
      "Bash",
      { command: "echo ran" },
      { onWait: (what) => what !== undefined && said.push(what) },
    );
    await waitUntil("the queue to be told", () => said.some((what) => /queued and waiting/.test(what)));
    done("scontrol", ["update", `NodeName=${names}`, "State=RESUME"], env);
    expect((await running).output).toBe("ran\n");
  });

  test("a node that is drained lets its job end", async () => {
    const kit = open();
    const node = (await kit.bash("echo $SLURMD_NODENAME")).output.trim();
    done("scontrol", ["update", `NodeName=${node}`, "State=DRAIN", "Reason=test"], env);
    try {
      expect((await kit.bash("echo still here")).output).toBe("still here\n");
    } finally {
      done("scontrol", ["update", `NodeName=${node}`, "State=RESUME"], env);
    }
  });

  test("a job that is cancelled is lost, and the next call is a new job", async () => {
    const kit = open();
    await kit.bash("true");
    const file = join(kit.workingDir, "pid");
    // Slurm tells every process of the job to end: one that did would have its command completed before the worker is gone.
    const running = kit.bash("trap '' TERM; sleep 300 & echo $! > pid; wait");
    await waitUntil("it to run", () => existsSync(file) && readFileSync(file, "utf8").endsWith("\n"));
    const job = (await kit.call("Bash", { command: "echo $SLURM_JOB_ID", session_id: "b" })).output.trim();
    done("scancel", [job], env);
    expect((await running).metadata["status"]).toBe("lost");
    await waitUntil("its processes to be gone", () => !isAlive(Number(readFileSync(file, "utf8"))), 60_000);
    expect((await kit.bash("echo fresh")).output).toMatch(/^fresh\n\[note\] this is a new session/);
  });

  test("a node that dies takes its session along, whatever Slurm calls the job; the next one is on another node", async () => {
    const kit = open({ beatMs: 500 });
    const { output } = await kit.bash("echo $SLURMD_NODENAME; echo $PPID");
    const running = kit.bash("echo $BASHPID > pid; sleep 300");
    const file = join(kit.workingDir, "pid");
    await waitUntil("it to run", () => existsSync(file) && readFileSync(file, "utf8").endsWith("\n"));
    const node = killNode(nodes, Number(readFileSync(file, "utf8")));
    expect(output).toContain(`${node}\n`);
    const lost = await running;
    expect(lost.metadata["status"]).toBe("lost");
    await waitUntil("its processes to be gone", () => !isAlive(Number(readFileSync(file, "utf8"))), 60_000);
    done("scontrol", ["update", `NodeName=${node}`, "State=DOWN", "Reason=test"], env);
    expect((await kit.bash("echo $SLURMD_NODENAME")).output).not.toMatch(new RegExp(`^${node}\n`));
  });

  test("a launcher that is killed leaves no job and no process", async () => {
    const kit = open({ beatMs: 500 });
    const id = await kit.start("sleep 300 & echo $!; wait");
    await waitUntil("its pid", () => kit.shells.getShell(id)?.getAllOutput().endsWith("\n") === true);
    const pid = Number(kit.shells.getShell(id)?.getAllOutput());
    process.kill(kit.shells.getShell(id)?.supervisor?.pid ?? 0, "SIGKILL");
    await waitUntil("the shell to be lost", () => kit.shells.getShell(id)?.status === "lost");
    await waitUntil("the process to be gone", () => !isAlive(pid), 60_000);
    await kit.dispose();
    await noJobs();
  });
});
