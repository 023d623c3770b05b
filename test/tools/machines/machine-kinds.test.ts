import { expect, test } from "vitest";
import { launchOf } from "../../../src/tools/machines/machine-kinds.ts";
import type { MachineOptions } from "../../../src/tools/machines/machine-options.ts";
import { WORKER } from "../../support/machine-kit.ts";
import { openToolkit } from "../../support/open-toolkit.ts";
import { withStandIns } from "../../support/stand-in-engines.ts";

const worker = ["nacre", "worker"];
const argvOf = (machine: MachineOptions, profile?: string): string => launchOf(machine, profile).argv.join(" ");

test.each<[MachineOptions, string]>([
  [
    { kind: "ssh", destination: "me@box", arguments: ["-p", "2222"], worker: ["nacre", "worker", "it's"] },
    "ssh -T -o BatchMode=yes -o ServerAliveInterval=10 -o ServerAliveCountMax=3 -p 2222 me@box exec nacre worker 'it'\\''s'",
  ],
  [
    { kind: "podman", image: "dev", arguments: ["--network=none"], worker },
    "podman run -i --rm --network=none dev nacre worker",
  ],
  [{ kind: "docker", container: "mine", worker }, "docker exec -i mine nacre worker"],
  [
    { kind: "kubernetes", pod: "agent-0", namespace: "agents", worker },
    "kubectl exec -i --namespace=agents agent-0 -- nacre worker",
  ],
  [{ kind: "command", command: ["sudo", "-u", "agent"], worker }, "sudo -u agent nacre worker"],
  [{ kind: "slurm", worker }, "srun -u -n1 -N1 --job-name=nacre nacre worker"],
])("%j starts its worker", (machine, argv) => {
  expect(argvOf(machine)).toBe(argv);
  expect(launchOf(machine).carried).toBeUndefined();
});

test("a job gets what its profile says, and no client writes an argument", () => {
  const profiles = {
    big: { cpus: 8, memory: "16G", time: "2:00:00", partition: "long", gpus: "1" },
    small: { cpus: 1 },
  };
  const machine: MachineOptions = { kind: "slurm", worker, profiles, profile: "small" };
  expect(argvOf(machine)).toContain("--cpus-per-task=1 nacre");
  expect(argvOf(machine, "big")).toContain(
    "--cpus-per-task=8 --mem=16G --time=2:00:00 --partition=long --gpus=1 nacre",
  );
  expect(() => launchOf(machine, "--uid=0")).toThrow(/no profile .* there are: big, small/);
  expect(() => launchOf(machine, "toString")).toThrow(/no profile/);
});

test("without an installed worker it is carried over", () => {
  const { argv, carried } = launchOf({ kind: "docker", image: "node:22", node: "node22" });
  expect(argv.slice(0, 7)).toEqual(["docker", "run", "-i", "--rm", "node:22", "node22", "-e"]);
  expect(carried?.length).toBeGreaterThan(1000);
});

/** `npm run test:machines` runs the whole suite of the tools through these. */
test.each<[string, MachineOptions]>([
  ["docker run", { kind: "docker", image: "dev", arguments: ["--network=none", "--memory=2g"] }],
  ["docker exec", { kind: "docker", container: "mine" }],
  ["kubectl exec", { kind: "kubernetes", pod: "agent-0", namespace: "agents" }],
])("a stand-in for %s, which checks its words, takes them and passes stdin and stdout on", async (_, machine) => {
  const there = { ...machine, worker: WORKER, command: withStandIns() };
  const { bash } = openToolkit({ machine: "there", machines: { there } });
  expect((await bash("echo through")).output).toBe("through\n");
});

test("a stand-in refuses words that the real one would not take, and its sentence is told", async () => {
  const there: MachineOptions = { kind: "docker", image: "dev", arguments: ["--nonsense"], command: withStandIns() };
  const { bash } = openToolkit({ machine: "there", machines: { there } });
  const { error } = await bash("echo x");
  expect(error).toContain("stand-in for docker: unknown flag: --nonsense");
});
