import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import type { Socket } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Identity, identityOf, isRunning, statOf } from "../../../../src/core/process/identity.ts";
import { findProgram } from "../../../../src/core/process/interpreter-paths.ts";
import type { SpawnPlan } from "../../../../src/core/process/spawn-plan.ts";
import { supervisorsNaming } from "../../../../src/core/process/supervisor/find-supervisors.ts";
import type { Nursery } from "../../../../src/core/process/supervisor/nursery.ts";
import { Supervisor } from "../../../../src/core/process/supervisor/supervisor.ts";
import { supervisorPlan } from "../../../../src/core/process/supervisor/supervisor-plan.ts";
import { type Cgroup, createCgroup } from "../../../../src/core/sandbox/bubblewrap/cgroup.ts";
import { testNursery } from "../../../support/nursery.ts";
import { tempDir } from "../../../support/temp-dir.ts";
import { waitUntil } from "../../../support/wait-until.ts";

const bash = (script: string, more: Partial<SpawnPlan> = {}): SpawnPlan => ({
  file: "/bin/bash",
  args: ["--norc", "-c", script],
  cwd: "/",
  env: { PATH: "/usr/bin:/bin" },
  ...more,
});

async function said(channel: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  channel.on("data", (bytes: Buffer) => chunks.push(bytes));
  await once(channel.resume(), "close");
  return Buffer.concat(chunks).toString();
}

/** What a plan prints, as a nurse's child. */
const output = async (nursery: Nursery, plan: SpawnPlan): Promise<string> => said((await nursery.start(plan)).channel);

async function supervisor(nursery: Nursery): Promise<Supervisor> {
  const plan = supervisorPlan({ file: "/bin/sleep", args: ["sleep", "300"], home: "/" }, tempDir(), {});
  const started = await Supervisor.start(plan, nursery);
  onTestFinished(() => started.end());
  return started;
}

/** The processes of a nursery that are no supervisors. */
const nurses = (name: string): Identity[] =>
  supervisorsNaming(name).filter(({ pid }) => statOf(pid)?.parent === process.pid);

/** A nurse of these. Never pid 0: a signal to that reaches the whole test. */
function nurseOf(name: string): Identity {
  const [nurse] = nurses(name);
  if (nurse === undefined) throw new Error("there is no nurse");
  return nurse;
}

test("a plan runs with its own words, variables, directory and descriptors, and has no other", async () => {
  const { nursery } = testNursery();
  const cwd = tempDir();
  const script =
    'printf "%s|" "$0" "$#" "$@" "$PWD" "$ODD" "$(cat <&3)" "$(wc -c <&4)"; echo $(ps -o sid= -p $$); for fd in {0..99}; do [[ ! -e /proc/$$/fd/$fd ]] || printf " $fd"; done';
  const plan = bash(script, {
    args: ["--norc", "-c", script, "zeroth", "", "a b\n'c'", "é"],
    cwd,
    env: { PATH: "/usr/bin:/bin", ODD: "x=\ny" },
    descriptors: [Buffer.from("first"), Buffer.alloc(100_000, "s")],
  });
  const { pid, channel } = await nursery.start(plan);
  expect(await said(channel)).toBe(`zeroth|3||a b\n'c'|é|${cwd}|x=\ny|first|100000|${pid}\n 0 1 2 3 4`);
});

test("a plan that cannot run says why on its channel", async () => {
  const { nursery } = testNursery();
  expect(await output(nursery, bash("", { file: "/no/such/program" }))).toBe(
    "/no/such/program: No such file or directory\n",
  );
  expect(await output(nursery, bash("", { cwd: "/no/such/place" }))).toBe(
    "/no/such/place: No such file or directory\n",
  );
});

test("a script for perl runs as a program of its own, in whatever language the nurse is", async () => {
  const { nursery, name } = testNursery();
  const perl = findProgram("perl") ?? "";
  const script =
    'print join("|", @ARGV, $ENV{A}, scalar(<STDIN>) // "none"); open(my $given, "<&=", 3); print <$given>';
  const plan = { file: perl, args: ["-e", script, "--", "--", "b c"], cwd: "/", env: { A: "é" } };
  const { channel } = await nursery.start({ ...plan, descriptors: [Buffer.from("|handed")] });
  channel.end();
  expect(await said(channel)).toBe("--|b c|é|none|handed");
  const dying = { ...plan, args: ["-e", 'die "it failed\\n"', "--"] };
  expect(await output(nursery, dying)).toBe("it failed\n");
  // What it started with is not to be taken for a nurse, or for a supervisor.
  const { channel: lasting } = await nursery.start({ ...plan, args: ["-e", '$| = 1; print "."; <STDIN>', "--"] });
  await once(lasting.resume(), "data");
  expect(supervisorsNaming(name)).toHaveLength(nurses(name).length);
  lasting.end();
  await once(lasting, "close");
});

/** A group for real, with a unified one in it where this machine has that; undefined where none can be made. */
function realGroup(): Cgroup | undefined {
  const group = createCgroup({ processes: 100 });
  onTestFinished(() => waitUntil("the groups to be removed", () => group?.remove() ?? true));
  return group;
}

test("a plan is in its control groups when it begins, and has no other descriptors", async ({ skip }) => {
  const group = realGroup();
  if (group === undefined) return skip("no control group can be made here");
  const { nursery } = testNursery();
  const { pid, channel } = await nursery.start(
    bash("echo $$; cat /proc/self/cgroup; ls /proc/$$/fd", {
      groups: group.directories,
      descriptors: [Buffer.from("x")],
    }),
  );
  const lines = (await said(channel)).trimEnd().split("\n");
  expect(lines[0]).toBe(String(pid));
  expect(lines.filter((line) => line.includes("/nacre-"))).toHaveLength(group.directories.length);
  expect(lines.slice(-5)).toEqual(["0", "1", "2", "3", "4"]); // with the one that ls itself opens
});

test("a group that a plan cannot be born in is entered by the file it has", async () => {
  const { nursery } = testNursery();
  const [older, unified] = [tempDir(), tempDir()];
  writeFileSync(join(older, "tasks"), "");
  expect(await output(nursery, bash("echo ran", { groups: [older, unified] }))).toBe("ran\n");
  expect(readFileSync(join(older, "tasks"), "utf8")).toBe("0\n");
  expect(readFileSync(join(unified, "cgroup.procs"), "utf8")).toBe("0\n");
});

test("a plan does not run outside of a group that it cannot enter", async () => {
  const { nursery } = testNursery();
  const gone = join(tempDir(), "gone");
  const refused = `${gone}: No such file or directory\n`;
  expect(await output(nursery, bash("echo ran", { groups: [gone] }))).toBe(refused);
  expect(await output(nursery, bash("echo ran", { groups: [tempDir(), gone] }))).toBe(refused);
});

test("a plan starts in its groups when its nurse is killed before it has forked", async ({ skip }) => {
  const group = realGroup();
  if (group === undefined) return skip("no control group can be made here");
  const { nursery, name } = testNursery();
  await output(nursery, bash("true"));
  const nurse = nurseOf(name);
  process.kill(nurse.pid, "SIGSTOP");
  const starting = output(nursery, bash("cat /proc/self/cgroup", { groups: group.directories }));
  process.kill(nurse.pid, "SIGKILL");
  expect((await starting).match(/\/nacre-/g)).toHaveLength(group.directories.length);
  await waitUntil("the killed nurse to be gone", () => !isRunning(nurse));
});

test("many plans at once are started by several nurses, which end with what they started", async () => {
  const { nursery, name } = testNursery();
  const numbers = Array.from({ length: 64 }, (_, index) => index);
  const outputs = await Promise.all(numbers.map((number) => output(nursery, bash(`echo ${number}`))));
  expect(outputs).toEqual(numbers.map((number) => `${number}\n`));
  await waitUntil("the nurses with channels to spare to be left", () => nurses(name).length <= 2);
});

test("the next nurse comes before the channels are used up, and none is left when the nursery is closed meanwhile", async () => {
  const { nursery, name } = testNursery();
  await supervisor(nursery);
  await supervisor(nursery);
  expect(nurses(name)).toHaveLength(1);
  await supervisor(nursery); // the first nurse has one channel left
  await waitUntil("a second nurse", () => nurses(name).length === 2);

  const other = testNursery();
  const started = [];
  for (let count = 0; count < 3; count += 1) started.push(await supervisor(other.nursery));
  await Promise.all(started.map((one) => one.end()));
  await other.nursery.close();
  expect(nurses(other.name)).toEqual([]);
});

test("supervisors live on when a nurse is killed, and the next one is started by another", async () => {
  const { nursery, name } = testNursery();
  // Several times: the host hears of the kill before, while or after it asks.
  for (let round = 0; round < 10; round += 1) {
    const first = await supervisor(nursery);
    const nurse = nurseOf(name);
    process.kill(nurse.pid, "SIGKILL");
    const second = await supervisor(nursery);
    await first.startShell([{ path: "/", name: "/" }]);
    expect([first, second].map(({ identity }) => isRunning(identity))).toEqual([true, true]);
    await waitUntil("the killed nurse to be gone", () => !isRunning(nurse));
  }
});

test("a nurse that a command stopped goes on", async () => {
  const { nursery, name } = testNursery();
  await supervisor(nursery);
  process.kill(nurseOf(name).pid, "SIGSTOP");
  await supervisor(nursery);
});

test("a nurse is no child's way to the host: its channels are hidden, and it ends with its stdin", async () => {
  const { nursery, name } = testNursery();
  await supervisor(nursery);
  const nurse = nurseOf(name);
  if (process.getuid?.() !== 0) {
    expect(await output(nursery, bash(`ls /proc/${nurse.pid}/fd 2>&1`))).toContain("Permission denied");
  }
  await nursery.close();
  expect(identityOf(nurse.pid)).toBeUndefined();
});
