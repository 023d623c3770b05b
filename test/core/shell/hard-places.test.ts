import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inHardPlace } from "../../support/hard-place.ts";
import { isRoot } from "../../support/plain-user.ts";

/*
 * Places that take something away that a session is built on: room on the disk, the right to run a file, the sight of its
 * processes. A session there works and says what it cannot promise, or is refused with the reason.
 */

const NO_NAMESPACES = "this machine gives no namespaces, or cannot mount what the place is made of";

const disk = (options: string) => (stateDir: string) => `mount -t tmpfs -o mode=1777,${options} none '${stateDir}'`;

test("a session whose disk gets full runs on, is replaced when it ends, and says what was not kept", async (context) => {
  const report = await inHardPlace(disk("size=8m"), [
    { command: "X=1" },
    { command: "head -c 20m /dev/zero >../state/fill; df --output=avail ../state | tail -1; X=2" },
    { command: "echo $X; kill -9 $$" },
    { command: "echo $X; cd /" },
    { command: "seq 300000 | tail -c 1000000" },
    { command: "echo background $X", run_in_background: true },
    { command: 'rm "$OLDPWD"/../state/fill; seq 300000 | tail -c 1000000' },
  ]);
  if (report === undefined) return context.skip(NO_NAMESPACES);
  const [, filled, killed, after, long, background, long2] = report.results;
  expect(filled?.output).toMatch(/^ *0\n\[stderr\]\nhead: .*No space left/);
  expect(killed).toMatchObject({ output: expect.stringMatching(/^2\n/), metadata: { session_restored: true } });
  expect(after?.output).toMatch(/^2\n/);
  expect(long).toMatchObject({ metadata: { exit_code: 0, output_problem: expect.stringContaining("ENOSPC") } });
  expect(background?.output).toContain("\nbackground 2\n");
  expect(long2?.metadata).toMatchObject({ exit_code: 0, truncated: true });
  expect(long2?.metadata).not.toHaveProperty("output_problem");
});

test("a disk without room for bash, or for another FIFO, is named as the reason", async (context) => {
  const small = await inHardPlace(disk("size=64k"), [{ command: "echo ran" }]);
  const crowded = await inHardPlace(disk("size=8m,nr_inodes=40"), [
    { command: "i=0; while : >../state/$((i++)); do :; done 2>/dev/null; sleep 300 & echo made" },
    { command: "touch ran" },
    { command: "touch ran", run_in_background: true },
  ]);
  if (small === undefined || crowded === undefined) return context.skip(NO_NAMESPACES);
  expect(small.results[0]?.error).toMatch(/the copy of bash could not be made: ENOSPC/);
  expect(small.doctor.what).toMatch(/no session could be tried: .*ENOSPC/);
  const [crowd, ...refused] = crowded.results;
  expect(crowd?.output).toMatch(/^made\n/);
  expect(refused.map(({ error }) => error)).toEqual([
    expect.stringMatching(/a FIFO could not be made in the state directory: No space left on device$/),
    expect.stringMatching(/no space, no inode or no quota is left on a disk: ENOSPC/),
  ]);
  expect(existsSync(join(crowded.directory, "ran"))).toBe(false);
});

test("a state directory where no program runs has sessions that are not attested, and the doctor says why", async (context) => {
  const report = await inHardPlace(disk("size=8m,noexec"), [
    { command: "X=1; echo hi" },
    { command: "kill -9 $$" },
    { command: "echo $X" },
    { command: "echo background $X", run_in_background: true },
  ]);
  if (report === undefined) return context.skip(NO_NAMESPACES);
  const [first, killed, after, background] = report.results;
  expect(first).toMatchObject({ output: "hi\n", metadata: { exit_code: 0, attested: false } });
  expect(killed?.metadata).toMatchObject({ exit_code: 137, attested: false });
  expect(after).toMatchObject({ output: "1\n", metadata: { attested: false } });
  expect(background?.output).toContain("\nbackground 1\n");
  expect(report.doctor).toMatchObject({
    state: "partly",
    what: expect.stringMatching(/^not attested .* because no program can be run from the state directory$/),
    fix: expect.stringContaining("noexec"),
  });
});

test.for([
  ["is not there", "mount -t tmpfs -o size=1m none /proc", /it is not mounted/],
  ["shows other processes than nacre's", "umount /proc", /belongs to another container/],
  ["hides every program that cannot be looked into", "mount -t proc -o hidepid=2 proc /proc", /hidepid/],
  ["shows no more than the names of such programs", "mount -t proc -o hidepid=1 proc /proc", /hidepid/],
] as const)("where /proc %s, nothing runs, and the reason is said", async ([, build, why], context) => {
  const calls = [{ command: "touch ran" }, { command: "touch ran", run_in_background: true }];
  const report = await inHardPlace(() => build, calls);
  if (report === undefined || !isRoot) return context.skip(`${NO_NAMESPACES}, or nacre is root in them`);
  expect(report.results).toHaveLength(2);
  expect(existsSync(join(report.directory, "ran"))).toBe(false);
  for (const { error, metadata } of report.results) {
    expect(metadata).toMatchObject({ fault: "PROC_UNUSABLE" });
    expect(error).toMatch(why);
  }
  expect(report.doctor).toMatchObject({ state: "partly", what: expect.stringMatching(why) });
});

test("a /proc that hides programs but shows them to nacre's group takes nothing away", async (context) => {
  const report = await inHardPlace(
    () => "mount -t proc -o hidepid=2,gid=65534 proc /proc",
    [{ command: "X=1; echo hi" }, { command: "kill -9 $$" }, { command: "echo $X" }],
  );
  if (report === undefined || !isRoot) return context.skip(`${NO_NAMESPACES}, or nacre is root in them`);
  expect(report.results[0]).toMatchObject({ output: "hi\n" });
  expect(report.results[0]?.metadata).not.toHaveProperty("attested");
  expect(report.results[2]?.output).toBe("1\n");
});
