import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { cgroupAbilities, createCgroup, sweepCgroups } from "../../../../src/core/sandbox/bubblewrap/cgroup.ts";
import { tempDir } from "../../../support/temp-dir.ts";
import { waitUntil } from "../../../support/wait-until.ts";

/** A directory that looks like a controller's: what is decided about it can be seen without being root. */
function controllerAt(directory: string, files: Readonly<Record<string, string>> = {}): string {
  mkdirSync(directory, { recursive: true });
  for (const [name, text] of Object.entries({ "cgroup.procs": "", ...files }))
    writeFileSync(join(directory, name), text);
  return directory;
}

test("a controller is used at its root, and not below a group that someone else made for us", () => {
  const pids = controllerAt(join(tempDir(), "pids"));
  const memory = controllerAt(join(tempDir(), "memory"));
  const mounts = `cgroup ${pids} cgroup rw,pids 0 0\ncgroup ${memory} cgroup rw,memory 0 0\n`;
  expect(cgroupAbilities({ mounts, membership: "2:pids:/\n1:memory:/some/service\n" })).toEqual(["processes"]);
  expect(cgroupAbilities({ mounts, membership: "2:pids:/\n1:memory:/\n" })).toEqual(["processes", "memoryBytes"]);
  expect(cgroupAbilities({ mounts: "", membership: "" })).toEqual([]);
});

test("in the unified hierarchy a controller is used where it was handed down", () => {
  const root = tempDir();
  controllerAt(join(root, "service"), { "cgroup.subtree_control": "pids memory\n" });
  const mounts = `cgroup2 ${root} cgroup2 rw 0 0\n`;
  expect(cgroupAbilities({ mounts, membership: "0::/service\n" })).toEqual(["processes", "memoryBytes"]);
  writeFileSync(join(root, "service", "cgroup.subtree_control"), "cpu\n");
  expect(cgroupAbilities({ mounts, membership: "0::/service\n" })).toEqual([]);
});

test("a group is made with its limit, and it goes again", () => {
  const pids = controllerAt(join(tempDir(), "pids"));
  const places = { mounts: `cgroup ${pids} cgroup rw,pids 0 0\n`, membership: "1:pids:/\n" };
  const group = createCgroup({ processes: 77, memoryBytes: 1 }, places);
  expect(group?.holds).toEqual(["processes"]);
  const [directory = ""] = group?.directories ?? [];
  expect(readFileSync(join(directory, "pids.max"), "utf8")).toBe("77");
  expect(createCgroup({ processes: 0 }, places)).toBeUndefined();
  // This is a plain directory with a file in it, so it cannot be removed: as if something still lived there.
  expect(group?.remove()).toBe(false);
});

test("empty groups of hosts that are gone are swept, and no others", () => {
  const pids = controllerAt(join(tempDir(), "pids"));
  const root = controllerAt(join(tempDir(), "unified"));
  const mounts = `cgroup ${pids} cgroup rw,pids 0 0\ncgroup2 ${root} cgroup2 rw 0 0\n`;
  const gone = `nacre-${spawnSync("/usr/bin/true").pid}-abcd`;
  const kept = [`nacre-${process.pid}-abcd`, "other"];
  for (const parent of [pids, root]) for (const name of [gone, ...kept]) mkdirSync(join(parent, name));
  sweepCgroups({ mounts, membership: "1:pids:/\n0::/\n" });
  for (const parent of [pids, root]) expect(readdirSync(parent).sort()).toEqual(["cgroup.procs", ...kept].sort());
});

test("a limit that the kernel refuses is not among what holds", () => {
  const pids = controllerAt(join(tempDir(), "pids"));
  const places = { mounts: `cgroup ${pids} cgroup rw,pids 0 0\n`, membership: "1:pids:/\n" };
  // The file to write is a directory here: writing fails as it does for a value out of range.
  const name = () => readdirSync(pids).filter((entry) => entry.startsWith("nacre-"));
  const group = createCgroup({ processes: 5 }, { ...places, mounts: `cgroup /proc/self cgroup rw,pids 0 0\n` });
  expect(group).toBeUndefined();
  expect(name()).toEqual([]);
});

test.runIf(cgroupAbilities().includes("processes"))(
  "a real group holds a tree to its number of processes",
  async () => {
    const group = createCgroup({ processes: 20 });
    const [directory = ""] = group?.directories ?? [];
    const script =
      "echo $$ > \"$1/cgroup.procs\"; exec perl -e 'my $n = 0; for (1..60) { my $p = fork; last unless defined $p; if (!$p) { sleep 20; exit } push @p, $p; $n++ } kill 9, @p; print $n'";
    const child = spawn("/bin/bash", ["-c", script, "x", directory], { stdio: ["ignore", "pipe", "ignore"] });
    onTestFinished(() => void child.kill("SIGKILL"));
    let heard = "";
    child.stdout.on("data", (bytes: Buffer) => (heard += bytes.toString()));
    await new Promise((resolve) => child.once("close", resolve));
    expect(Number(heard)).toBeLessThan(20);
    await waitUntil("the group to be empty", () => group?.remove() === true);
  },
);
