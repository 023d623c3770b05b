import { spawn } from "node:child_process";
import { expect, onTestFinished, test } from "vitest";
import { childrenOf, descendantsOf, innermostPid, pidsMarked } from "../../../src/core/process/descendants.ts";
import { commandLineOf } from "../../../src/core/process/identity.ts";
import { childrenByParent } from "../../../src/core/process/system/proc-table.ts";
import { identityNow, ownBash } from "../../support/own-bash.ts";
import { waitUntil } from "../../support/wait-until.ts";

test("children are found under every thread, and by their parent's pid where the kernel keeps no list", async () => {
  const pid = ownBash("sleep 300 & sleep 301 & wait");
  await waitUntil("two children", () => childrenOf(pid).length === 2);
  expect(childrenByParent(pid).sort()).toEqual(childrenOf(pid).sort());
  expect(
    descendantsOf(pid)
      .map((one) => one.pid)
      .sort(),
  ).toEqual(childrenOf(pid).sort());
  expect(descendantsOf(pid, { isSingle: true, shell: identityNow(childrenOf(pid)[0] ?? 0) })).toHaveLength(2);
  expect(childrenOf(2 ** 22)).toEqual([]);
  const threaded = spawn(
    process.execPath,
    [
      "-e",
      'new (require(\'worker_threads\').Worker)(\'require("child_process").spawnSync("sleep", ["300"])\', { eval: true })',
    ],
    { stdio: "ignore", detached: true },
  );
  onTestFinished(() => {
    if (threaded.pid !== undefined) process.kill(-threaded.pid, "SIGKILL");
  });
  await waitUntil("the thread's child", () =>
    descendantsOf(threaded.pid ?? 0).some((one) => commandLineOf(one.pid) === "sleep 300"),
  );
});

test("what carries a mark in its environment is found", async () => {
  const mark = `MARK_${Math.random().toString(16).slice(2)}`;
  const pid = ownBash("sleep 300; true", { [mark]: "1" });
  await waitUntil("the marked", () => pidsMarked(`${mark}=1`).length === 2);
  expect(pidsMarked(`${mark}=1`).map((one) => one.pid)).toContain(pid);
});

test("a process that is gone goes by the pid it was asked for", () => {
  expect(innermostPid(2 ** 22)).toBe(2 ** 22);
});
