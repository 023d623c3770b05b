import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { stampNow } from "../../../../src/core/base/stamp.ts";
import { trust } from "../../../../src/core/permission/cleared.ts";
import { run, testManager } from "../../../support/shells.ts";
import { tempDir } from "../../../support/temp-dir.ts";

test("a command that takes too long can go on as a background shell; the session goes on without it", async () => {
  const manager = testManager();
  const gate = join(tempDir(), "gate");
  // Right behind one another, as calls that were made at once: what the first set is not lost with the second's bash.
  await run(manager, "V=1; cd /usr; sleep 300 &");
  const { outcome, stdout } = await run(
    manager,
    `echo begun; V=2; until [ -e ${gate} ]; do sleep 0.02; done; echo ended $V; exit 4`,
    { timeoutMs: 1000, onTimeout: "background" },
  );
  expect(stdout).toBe("begun\n");
  if (outcome.ending.kind !== "handed-over") throw new Error(`it ended: ${outcome.ending.kind}`);
  const shell = manager.adopt(
    trust("the command"),
    { workingDir: "/tmp" },
    { backing: outcome.ending.backing, started: stampNow() },
  );
  expect((await run(manager, "echo next $V; pwd")).stdout).toBe("next 1\n/usr\n");
  expect(shell.isRunning).toBe(true);
  writeFileSync(gate, "");
  expect([await shell.wait(), shell.status, shell.getAllOutput()]).toEqual([4, "failed", "begun\nended 2\n"]);
});

test("a command handed over can be killed, and the session's earlier job is not touched by that", async () => {
  const manager = testManager();
  const { stdout: job } = await run(manager, "sleep 300 & echo $!");
  const { outcome } = await run(manager, "sleep 301; echo no", { timeoutMs: 1000, onTimeout: "background" });
  if (outcome.ending.kind !== "handed-over") throw new Error(`it ended: ${outcome.ending.kind}`);
  const shell = manager.adopt(
    trust("the command"),
    { workingDir: "/tmp" },
    { backing: outcome.ending.backing, started: stampNow() },
  );
  expect(await shell.kill()).toEqual({ survivors: [] });
  expect((await run(manager, `kill -0 ${job.trim()} && echo alive`)).stdout).toBe("alive\n");
});
