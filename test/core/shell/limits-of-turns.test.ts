import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DEFAULT_SESSION } from "../../../src/core/base/ids.ts";
import { run, testManager } from "../../support/shells.ts";
import { tempDir } from "../../support/temp-dir.ts";

const session = (manager: ReturnType<typeof testManager>) => manager.session(DEFAULT_SESSION, "/tmp");

test("a bash that was stopped while idle goes on, or is replaced: the next command runs", async () => {
  const manager = testManager();
  const { stdout } = await run(manager, "X=1; echo $$");
  await session(manager).saved();
  process.kill(Number(stdout), "SIGSTOP");
  expect((await run(manager, "echo $X")).stdout).toBe("1\n");
});

test("a bash that was stopped before it is saved, or before it moves, does not hang the session", async () => {
  const manager = testManager();
  const directory = tempDir();
  const { stdout } = await run(manager, "X=1; echo $$");
  process.kill(Number(stdout), "SIGSTOP");
  await session(manager).saved();
  process.kill(Number((await run(manager, "echo $$")).stdout), "SIGSTOP");
  expect((await run(manager, "pwd; echo $X", { directory })).stdout).toBe(`${directory}\n1\n`);
});

test("a bash that is killed while idle is told in the next result, with what it cost", async () => {
  const manager = testManager();
  const { stdout } = await run(manager, "X=1; echo $$");
  await session(manager).saved();
  process.kill(Number(stdout), "SIGKILL");
  const { stdout: kept, outcome } = await run(manager, "echo $X");
  expect([kept, outcome.restored]).toEqual(["1\n", { lost: "nothing", cause: "between" }]);
  expect((await run(manager, "true")).outcome.restored).toBeUndefined();
});

/** The directory of the session's FIFOs. */
const runtimeOf = (stateDir: string): string => {
  const [host = ""] = readdirSync(join(stateDir, "hosts"));
  return join(stateDir, "hosts", host, "run", "0");
};

test.each([
  ["a directory", (path: string) => mkdirSync(path)],
  ["nothing", () => undefined],
])("%s in the place of the output FIFOs costs no command", async (_what, put) => {
  const stateDir = tempDir();
  const manager = testManager({ stateDir });
  await run(manager, "X=1");
  await session(manager).saved();
  const runtime = runtimeOf(stateDir);
  for (const name of readdirSync(runtime)) {
    rmSync(join(runtime, name));
    put(join(runtime, name));
  }
  expect((await run(manager, "echo $X")).stdout).toBe("1\n");
});

test("a command that puts other FIFOs in the place of its own costs the next one nothing", async () => {
  const stateDir = tempDir();
  const manager = testManager({ stateDir });
  await run(manager, "X=1");
  const runtime = runtimeOf(stateDir);
  const { code } = await run(manager, `cd ${runtime}; for f in *; do rm "$f"; mkfifo "$f"; done; cd /tmp`);
  expect(code).toBe(0);
  expect((await run(manager, "echo $X")).stdout).toBe("1\n");
});
