import { expect, test } from "vitest";
import { checkMachines } from "../../../src/tools/machines/machine-options.ts";

test.each([
  [{ box: { kind: "ssh", destination: "me@box", workspace: "/srv/app" } }],
  [{ clean: { kind: "podman", image: "localhost/dev", sandbox: "none", idleMs: 60_000 } }],
  [{ big: { kind: "slurm", profiles: { small: { cpus: 1, memory: "2G", time: "1:00:00" } }, profile: "small" } }],
  [{ pod: { kind: "kubernetes", pod: "agent-0", namespace: "agents" } }],
  [{ any: { kind: "command", command: ["sudo", "-u", "agent"], beatMs: 1000 } }],
  [{}],
])("%j is right", (machines) => {
  expect(checkMachines(machines)).toBe(machines);
});

test.each([
  [{ box: { kind: "ssh" } }, /kind ssh needs destination/],
  [{ box: { kind: "ssh", destination: "-oProxyCommand=x" } }, /destination .* dash/],
  [{ box: { kind: "telnet" } }, /kind is "telnet"/],
  [{ box: { destination: "x" } }, /has no kind/],
  [{ box: { kind: "docker" } }, /needs image or container/],
  [{ box: { kind: "ssh", destinaton: "x" } }, /destinaton is not a key.*destination/],
  [{ "-x": { kind: "command", command: ["a"] } }, /no name for a machine/],
  [{ a: { kind: "slurm", profiles: { x: { cpus: "1 --uid=0" } } } }, /profiles is/],
  [{ a: { kind: "slurm", profile: "gone" } }, /no profile "gone"/],
  [{ a: { kind: "command", command: "ssh box" } }, /list of words/],
  [{ a: { kind: "command", command: ["x"], workspace: "relative" } }, /path there/],
  [{ a: { kind: "command", command: ["x"], idleMs: 5 } }, /at least 1000/],
  [{ a: 5 }, /an object with kind/],
  [5, /an object of machines/],
])("%j is refused", (machines, why) => {
  expect(() => checkMachines(machines)).toThrow(why);
});
