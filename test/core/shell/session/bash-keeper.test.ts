import { readdirSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DEFAULT_SESSION } from "../../../../src/core/base/ids.ts";
import { isAlive } from "../../../support/is-alive.ts";
import { run, testManager } from "../../../support/shells.ts";
import { tempDir } from "../../../support/temp-dir.ts";
import { waitUntil } from "../../../support/wait-until.ts";

test("a session can be warmed, is busy while it works, and closes while it starts", async () => {
  const manager = testManager();
  const session = manager.session(DEFAULT_SESSION, "/tmp");
  await session.warm();
  expect([session.present.now, session.cwd, session.id]).toEqual([undefined, "/tmp", "default"]);
  const other = testManager();
  void other
    .session(DEFAULT_SESSION, "/tmp")
    .warm()
    .catch(() => undefined);
  await other.dispose();
});

test("a session that is closed while its bash is being replaced starts no other", async () => {
  // Each round closes at another moment of the replacement; what is left is looked for when the test is over.
  for (let round = 0; round < 12; round++) {
    const manager = testManager();
    await run(manager, "true");
    await run(manager, round % 3 === 0 ? "exit 1" : round % 3 === 1 ? "kill -9 $$" : "kill -9 $PPID");
    if (round > 5) await new Promise((resolve) => setTimeout(resolve, round - 5));
    await manager.dispose();
  }
});

test("a bash that dies while nobody looks is replaced, with the state it had", async () => {
  const manager = testManager();
  const { stdout: pid } = await run(manager, "X=kept; echo $$");
  await manager.session(DEFAULT_SESSION, "/tmp").saved();
  process.kill(Number(pid), "SIGKILL");
  await waitUntil("another bash", async () => (await run(manager, "echo $$ $X")).stdout.trim().endsWith(" kept"));
});

test("a bash that is killed just before it is to move is replaced, and the next command runs where it is wanted", async () => {
  const manager = testManager();
  const { stdout: pid } = await run(manager, "X=kept; echo $$");
  await manager.session(DEFAULT_SESSION, "/tmp").saved();
  const directory = realpathSync(tempDir());
  process.kill(Number(pid), "SIGKILL"); // the host has not seen the end when it asks
  await run(manager, "true", { directory }).catch(() => undefined);
  const { stdout } = await run(manager, "echo $X; pwd", { directory });
  expect(stdout).toBe(`kept\n${directory}\n`);
});

test("a bash that is killed while the next command's FIFOs are made costs neither the command nor the jobs", async () => {
  const manager = testManager();
  for (let round = 0; round < 10; round++) {
    // The job holds its FIFOs, so the next command needs others.
    const { stdout } = await run(manager, `X=${round}; sleep 300 & echo $$ $!`);
    const [bash = 0, job = 0] = stdout.split(" ").map(Number);
    await manager.session(DEFAULT_SESSION, "/tmp").saved();
    process.kill(bash, "SIGKILL"); // the host has not seen the end when it makes the FIFOs
    expect([(await run(manager, "echo $X")).stdout, isAlive(job)]).toEqual([`${round}\n`, true]);
  }
});

test("a start that fails costs nothing of what was saved", async () => {
  const stateDir = tempDir("nacre-state-");
  const manager = testManager({ stateDir });
  const { stdout: supervisor } = await run(manager, "X=kept; echo $PPID");
  await manager.session(DEFAULT_SESSION, "/tmp").saved();
  const runs = join(stateDir, "hosts", readdirSync(join(stateDir, "hosts"))[0] ?? "", "run");
  renameSync(runs, `${runs}-away`);
  writeFileSync(runs, ""); // no bash can have a directory now
  process.kill(Number(supervisor), "SIGKILL");
  const fails = (): Promise<boolean> =>
    run(manager, "echo $X").then(
      () => false,
      () => true,
    );
  await waitUntil("the host to have seen it", fails);
  expect([await fails(), await fails()]).toEqual([true, true]);
  rmSync(runs);
  renameSync(`${runs}-away`, runs);
  expect((await run(manager, "echo $X")).stdout).toBe("kept\n");
});
