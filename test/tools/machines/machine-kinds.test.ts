import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { launchOf } from "../../../src/tools/machines/machine-kinds.ts";
import type { MachineOptions } from "../../../src/tools/machines/machine-options.ts";
import { WORKER } from "../../support/machine-kit.ts";
import { openToolkit } from "../../support/open-toolkit.ts";
import { tempDir } from "../../support/temp-dir.ts";

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

/** Stand-ins for docker and kubectl: they check what they are called with, and start the worker here. */
test.each<[string, Omit<MachineOptions, "kind">, MachineOptions["kind"], RegExp]>([
  ["docker", { image: "dev" }, "docker", /^run -i --rm dev /],
  ["kubectl", { pod: "agent-0" }, "kubernetes", /^exec -i agent-0 -- /],
])(
  "a stand-in for %s is called as the real one is, and passes stdin and stdout on",
  async (program, more, kind, words) => {
    const bin = tempDir();
    const file = join(bin, program);
    writeFileSync(
      file,
      `#!/bin/bash\necho "$*" > ${bin}/words\nwhile [ "$1" != ${process.execPath} ]; do shift; done\nexec "$@"\n`,
    );
    chmodSync(file, 0o755);
    const machines = {
      there: { ...more, kind, worker: WORKER, command: ["env", `PATH=${bin}:${process.env["PATH"]}`] },
    };
    const { bash } = openToolkit({ machine: "there", machines });
    expect((await bash("echo through")).output).toBe("through\n");
    expect(readFileSync(join(bin, "words"), "utf8")).toMatch(words);
  },
);
