import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { run, testManager } from "../../../support/shells.ts";
import { tempDir } from "../../../support/temp-dir.ts";

test("a caller that means another directory is taken there; one that means the same stays where it went", async () => {
  const manager = testManager();
  const other = tempDir();
  expect((await run(manager, "cd /usr", { directory: "/tmp" })).outcome.cwd).toBe("/usr");
  expect((await run(manager, "pwd", { directory: "/tmp" })).stdout).toBe("/usr\n");
  expect((await run(manager, "pwd", { directory: other })).stdout).toBe(`${other}\n`);
  await expect(run(manager, "pwd", { directory: join(other, "gone") })).rejects.toMatchObject({
    code: "DIRECTORY_UNUSABLE",
  });
  expect((await run(manager, "pwd", { directory: other })).stdout).toBe(`${other}\n`);
});

test("pipe statuses are given one by one, where the text has a pipe", async () => {
  const manager = testManager();
  expect((await run(manager, "true | (exit 3) | false")).outcome.pipeStatus).toEqual([0, 3, 1]);
  expect((await run(manager, "false | true")).outcome.pipeStatus).toEqual([1, 0]);
  expect((await run(manager, "true")).outcome.pipeStatus).toEqual([]);
});

test("a directory that is deleted under the session is survived and said", async () => {
  const manager = testManager();
  const doomed = join(tempDir(), "doomed");
  const { outcome } = await run(manager, `mkdir ${doomed}; cd ${doomed}; rmdir ${doomed}`);
  expect(outcome.missingDirectory).toBe(doomed);
  const after = await run(manager, "echo alive; pwd");
  const to = dirname(doomed);
  expect(after.stdout).toBe(`alive\n${to}\n`);
  expect(after.outcome).toMatchObject({ relocation: { from: doomed, to, cause: "deleted" }, previousCwd: doomed });
  expect(after.outcome).not.toHaveProperty("missingDirectory");
});

test("a session whose directory is gone when its bash is lost goes on in the working directory", async () => {
  const manager = testManager();
  const doomed = join(tempDir(), "doomed");
  await run(manager, `mkdir ${doomed}; cd ${doomed}; X=1`);
  await run(manager, `rmdir ${doomed}; kill -9 $$`);
  const { stdout, outcome } = await run(manager, "pwd; echo $X");
  expect(stdout).toBe("/tmp\n1\n");
  expect(outcome.relocation).toEqual({ from: doomed, to: "/tmp", cause: "elsewhere" });
});

test("merged, the two streams come in true order", async () => {
  const manager = testManager();
  const lines = Array.from({ length: 50 }, (_, i) => `echo o${i}; echo e${i} >&2`).join("\n");
  const { stdout, stderr } = await run(manager, lines, { merge: true });
  expect(stderr).toBe("");
  expect(stdout).toBe(Array.from({ length: 50 }, (_, i) => `o${i}\ne${i}\n`).join(""));
});

test("calls on one session run in order, sessions run side by side", async () => {
  const manager = testManager();
  const fifo = join(tempDir(), "fifo");
  await run(manager, `mkfifo ${fifo}`);
  // The first session's reader can only end because the second session's writer runs at the same time.
  const [reader, writer] = await Promise.all([
    run(manager, `cat ${fifo}`, { session: "a" }),
    run(manager, `echo through >${fifo}`, { session: "b" }),
  ]);
  expect([reader.stdout, writer.code]).toEqual(["through\n", 0]);
  const order = await Promise.all(
    Array.from({ length: 10 }, (_, i) => run(manager, `n=$((n+1)); echo ${i} $n`, { session: "a" })),
  );
  expect(order.map(({ stdout }) => stdout)).toEqual(Array.from({ length: 10 }, (_, i) => `${i} ${i + 1}\n`));
});
