import { type ChildProcess, spawn } from "node:child_process";
import { expect, onTestFinished, test } from "vitest";
import { createCgroup } from "../../../../src/core/sandbox/bubblewrap/cgroup.ts";
import type { Freezer } from "../../../../src/core/sandbox/bubblewrap/freezer.ts";
import { IdleShells } from "../../../../src/core/sandbox/bubblewrap/idle-shells.ts";
import { pidsInside } from "../../../../src/core/sandbox/bubblewrap/inspect-sandbox.ts";
import { canFreeze } from "../../../support/can-freeze.ts";
import { isAlive } from "../../../support/is-alive.ts";
import { waitUntil } from "../../../support/wait-until.ts";

/** Above what the kernel ever gives. */
const NEVER_A_PID = 2 ** 22;

function resting(): { readonly rest: IdleShells; readonly calm: () => number } {
  let calmed = 0;
  const rest = new IdleShells({
    perShell: 1,
    onCalm: () => {
      expect(rest.isCertain).toBe(false); // what appeared until now is a command's
      calmed += 1;
    },
  });
  onTestFinished(() => rest.close());
  return { rest, calm: () => calmed };
}

/** Like a bubblewrap: a process with one child, which has one child that runs a script. */
async function wall(script: string, group = ""): Promise<{ readonly pid: number; readonly end: () => Promise<void> }> {
  const enter = '[ -z "$2" ] || echo $$ > "$2/cgroup.procs"; bash -c \'bash -c "$1" & wait\' x "$1" & wait';
  const child: ChildProcess = spawn("/bin/bash", ["-c", enter, "x", script, group], {
    detached: true,
    stdio: "ignore",
  });
  const pid = child.pid ?? 0;
  const end = async (): Promise<void> => {
    if (isAlive(pid)) process.kill(-pid, "SIGKILL");
    await waitUntil("its end", () => !isAlive(pid));
  };
  onTestFinished(end);
  await waitUntil("its processes", () => pidsInside(pid).length > 0);
  return { pid, end };
}

function group(): { readonly directory: string; readonly freezer: Freezer | undefined } {
  const made = createCgroup({});
  onTestFinished(() => waitUntil("the group to be empty", () => made?.remove() !== false));
  return { directory: made?.directories[0] ?? "", freezer: made?.freezer };
}

test("without a shell it is certain that nothing runs", () => {
  expect(resting().rest.isCertain).toBe(true);
});

test("shells look idle while none has more processes than an idle one", async () => {
  const { rest } = resting();
  expect(rest.lookIdle).toBe(true);
  const idle = await wall("exec sleep 300");
  rest.add(idle.pid, undefined);
  expect(rest.lookIdle).toBe(true);
  const busy = await wall("sleep 300 & wait");
  await waitUntil("its second process", () => pidsInside(busy.pid).length > 1);
  rest.add(busy.pid, undefined);
  expect(rest.lookIdle).toBe(false);
  await busy.end();
  expect(rest.lookIdle).toBe(true);
});

test("a shell that cannot be frozen is at rest when it has ended, and not before", async () => {
  const { rest, calm } = resting();
  const { pid, end } = await wall("exec sleep 300");
  rest.add(pid, undefined);
  rest.expectIdle();
  expect([rest.isCertain, rest.pids]).toEqual([false, [pid]]);
  await end();
  await waitUntil("its end to be seen", () => rest.isCertain);
  expect([rest.pids, calm()]).toEqual([[], 0]);
});

test.runIf(canFreeze)(
  "a look that fails when all are frozen ends nothing: it comes again, and is certain only then",
  async () => {
    let looks = 0;
    const rest = new IdleShells({
      perShell: 1,
      onCalm: () => {
        looks += 1;
        if (looks === 1) throw new Error("a directory was closed");
      },
    });
    onTestFinished(() => rest.close());
    const { directory, freezer } = group();
    const { pid } = await wall("exec sleep 300", directory);
    rest.add(pid, freezer);
    rest.expectIdle();
    await waitUntil("the rest", () => rest.isCertain);
    expect(looks).toBe(2);
  },
);

test.runIf(canFreeze)("an idle shell is frozen, which is told, and goes on when it is disturbed", async () => {
  const { rest, calm } = resting();
  const { directory, freezer } = group();
  const { pid } = await wall("exec sleep 300", directory);
  rest.add(pid, freezer);
  expect(rest.isCertain).toBe(false);
  rest.expectIdle();
  await waitUntil("the rest", () => rest.isCertain);
  expect([calm(), freezer?.isFrozen, rest.isStopped]).toEqual([1, true, true]);
  rest.disturb();
  expect([rest.isCertain, rest.isStopped]).toEqual([false, false]);
  await waitUntil("it to go on", () => freezer?.isFrozen === false);
});

test.runIf(canFreeze)("rest is lost with every new shell, and comes back when all are frozen", async () => {
  const { rest } = resting();
  const [one, two] = [group(), group()];
  rest.add((await wall("exec sleep 300", one.directory)).pid, one.freezer);
  rest.expectIdle();
  await waitUntil("the rest", () => rest.isCertain);
  const second = await wall("exec sleep 300", two.directory);
  rest.add(second.pid, two.freezer);
  await second.end();
  expect(rest.isCertain).toBe(false);
  rest.expectIdle();
  await waitUntil("the rest", () => rest.isCertain);
});

test.runIf(canFreeze).each([
  ["something is left running", "sleep 300 & wait"],
  ["it does something", "while :; do :; done"],
])("while %s a shell is not frozen", async (_, script) => {
  const { rest, calm } = resting();
  const { directory, freezer } = group();
  const { pid } = await wall(script, directory);
  if (script.includes("&")) await waitUntil("what is left", () => pidsInside(pid).length > 1);
  rest.add(pid, freezer);
  rest.expectIdle();
  // Longer than any shell takes that is idle.
  const since = Date.now();
  await waitUntil("some time", () => Date.now() - since > 300);
  expect([calm(), rest.isCertain, freezer?.isFrozen]).toEqual([0, false, false]);
});

test.runIf(canFreeze)("a shell that is being ended is not frozen", async () => {
  const { rest, calm } = resting();
  const { directory, freezer } = group();
  const { pid, end } = await wall("exec sleep 300", directory);
  rest.add(pid, freezer);
  rest.markEnding(pid);
  rest.expectIdle();
  const since = Date.now();
  await waitUntil("some time", () => Date.now() - since > 300);
  expect([calm(), freezer?.isFrozen]).toEqual([0, false]);
  await end();
  expect(rest.isCertain).toBe(true);
});

test("ended shells are forgotten although nobody asks which ones live", async () => {
  const { rest } = resting();
  const living = await wall("exec sleep 300");
  rest.add(living.pid, undefined);
  for (let count = 0; count < 200; count++) rest.add(NEVER_A_PID + count, undefined);
  expect(rest.remembered).toBeLessThan(50);
  expect(rest.pids).toEqual([living.pid]);
});
