import { spawn } from "node:child_process";
import { mkdirSync, renameSync, rmdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Fault } from "../../../src/core/base/fault.ts";
import { DEFAULT_SESSION, type SessionId, sessionIdOf } from "../../../src/core/base/ids.ts";
import { limitsOf } from "../../../src/core/base/limits.ts";
import { trust } from "../../../src/core/permission/cleared.ts";
import { createNoSandbox } from "../../../src/core/sandbox/none.ts";
import type { Sandbox } from "../../../src/core/sandbox/sandbox.ts";
import { run, testManager } from "../../support/shells.ts";
import { tempDir } from "../../support/temp-dir.ts";

/** A root with a directory in it, and a place outside. `swap` puts a link to that place where the directory was. */
const swappable = (): { inside: string; outside: string; swap: () => void } => {
  const [root, outside] = [tempDir(), tempDir()];
  const inside = join(root, "inside");
  mkdirSync(inside);
  const swap = (): void => {
    renameSync(inside, `${inside}-moved`);
    symlinkSync(outside, inside);
  };
  return { inside, outside, swap };
};

/** No wall, but something that happens between the check of a directory and the start: the sandbox is asked for in between. */
const whenAsked = (times: number, act: () => void): (() => Promise<Sandbox>) => {
  const none = createNoSandbox(limitsOf());
  let asked = 0;
  const before = (): void => {
    asked += 1;
    if (asked === times) act();
  };
  return () =>
    Promise.resolve({
      ...none,
      wrap: (plan, bind) => {
        before();
        return none.wrap(plan, bind);
      },
    });
};

const REPLACED = { code: "DIRECTORY_UNUSABLE", message: expect.stringContaining("was replaced meanwhile") };

test("a session whose directory is swapped for a link after the check does not start in what the link leads to", async () => {
  const { inside, swap } = swappable();
  const manager = testManager({ sandbox: whenAsked(1, swap) });
  await expect(run(manager, "pwd -P", { workingDir: inside })).rejects.toMatchObject(REPLACED);
});

test("a session is not made in a directory that leads through a link", async () => {
  const { inside, swap } = swappable();
  swap();
  await expect(run(testManager(), "pwd -P", { workingDir: inside })).rejects.toMatchObject(REPLACED);
});

test("a session that is taken to a directory swapped for a link runs nothing there, and goes on elsewhere", async () => {
  const { inside, swap } = swappable();
  const manager = testManager();
  await run(manager, "kept=1");
  swap();
  await expect(run(manager, "pwd -P", { directory: inside })).rejects.toMatchObject(REPLACED);
  expect((await run(manager, "pwd -P; echo $kept", { directory: "/tmp" })).stdout).toBe("/tmp\n1\n");
});

test("a background shell whose directory is swapped for a link runs nothing, and says why", async () => {
  const { inside, swap } = swappable();
  const manager = testManager({ sandbox: whenAsked(2, swap) });
  await run(manager, "true", { workingDir: inside });
  await expect(manager.startShell(trust("pwd -P"), { workingDir: inside })).rejects.toMatchObject(REPLACED);
});

test("a replaced bash does not follow a link that took the place of its directory", async () => {
  const { inside, outside } = swappable();
  const manager = testManager();
  await run(manager, `cd ${inside}; kept=1`);
  await manager.session(DEFAULT_SESSION, "/tmp").saved();
  await run(manager, `mv ${inside} ${inside}-moved; ln -s ${outside} ${inside}; kill -9 $$`);
  const { stdout } = await run(manager, "pwd -P; echo $kept");
  expect(stdout).toBe("/tmp\n1\n");
  expect(stdout).not.toContain(outside);
});

test("a session keeps the name it went by, also in its background shells and after a loss", async () => {
  const { inside } = swappable();
  const link = join(tempDir(), "link");
  symlinkSync(inside, link);
  const manager = testManager();
  expect((await run(manager, `cd ${link}; pwd; pwd -P`)).stdout).toBe(`${link}\n${inside}\n`);
  const shell = await manager.startShell(trust("pwd; pwd -P"), { workingDir: "/tmp" });
  await shell.wait(30_000);
  expect([shell.getAllOutput(), shell.workingDir]).toEqual([`${link}\n${inside}\n`, link]);
  await run(manager, "kill -9 $$");
  expect((await run(manager, "pwd; pwd -P")).stdout).toBe(`${link}\n${inside}\n`);
});

test("a session that calls its directory by another name is believed only as far as it is true", async () => {
  const manager = testManager();
  const { outcome } = await run(manager, "cd /usr; PWD=/tmp");
  expect(outcome.cwd).toBe("/usr");
  expect(manager.session(DEFAULT_SESSION, "/tmp").cwd).toBe("/usr");
});

test("a background shell of a session whose directory is gone starts in the nearest one that is left", async () => {
  const { inside } = swappable();
  const manager = testManager();
  await run(manager, `cd ${inside}; rmdir ${inside}`);
  const shell = await manager.startShell(trust("pwd -P"), { workingDir: "/tmp" });
  await shell.wait(30_000);
  expect([shell.getAllOutput(), shell.workingDir]).toEqual([`${dirname(inside)}\n`, dirname(inside)]);
});

test("a background shell whose directory is deleted after its judgement is refused", async () => {
  const { inside } = swappable();
  const manager = testManager();
  await run(manager, `cd ${inside}`);
  const started = manager.session(DEFAULT_SESSION, "/tmp").inTurn(async (turn) => {
    rmdirSync(inside);
    return manager.startShell(trust("pwd"), { workingDir: "/tmp" }, await turn.saved("/tmp"));
  });
  await expect(started).rejects.toMatchObject({
    code: "DIRECTORY_UNUSABLE",
    message: expect.stringContaining("was deleted before the command could start"),
  });
});

test("however a directory is swapped to and fro, nothing ever runs outside", async () => {
  const { inside, outside } = swappable();
  const flipping = 'while :; do mv "$1" "$1.real"; ln -s "$2" "$1"; rm "$1"; mv "$1.real" "$1"; done';
  const flipper = spawn("/bin/bash", ["-c", flipping, "bash", inside, outside], { stdio: "ignore" });
  onTestFinished(() => void flipper.kill("SIGKILL"));
  const manager = testManager();
  const places = new Set<string>();
  const attempt = async (act: () => Promise<string>): Promise<void> => {
    try {
      places.add(await act());
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      places.add(error.code);
    }
  };
  const where = async (options: { session: string; directory?: string; workingDir?: string }): Promise<string> =>
    (await run(manager, "stat -c %i .", options)).stdout.trim();
  const background = async (sessionId: SessionId): Promise<string> => {
    const shell = await manager.startShell(trust("stat -c %i ."), { sessionId, workingDir: inside });
    return (await shell.wait(30_000)) === 126 ? "126" : shell.getAllOutput().trim();
  };
  const { stdout: inode } = await run(manager, `stat -c %i ${outside}`);
  for (let round = 0; round < 20; round++) {
    const fresh = sessionIdOf(`s${round}`);
    await attempt(() => where({ session: fresh, workingDir: inside }));
    await attempt(() => background(fresh));
    await manager.endSession(fresh);
    await attempt(() => where({ session: "moved", directory: inside }));
    await attempt(() => where({ session: "moved", directory: "/tmp" }));
  }
  expect(places).not.toContain(inode.trim());
});
