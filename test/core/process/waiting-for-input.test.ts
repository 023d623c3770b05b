import { execFile } from "node:child_process";
import { chmodSync, copyFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { descendantsOf } from "../../../src/core/process/descendants.ts";
import { type Identity, isStopped, signal } from "../../../src/core/process/identity.ts";
import { bashPath } from "../../../src/core/process/interpreter-paths.ts";
import { stoppedForGood, waitingForInput } from "../../../src/core/process/waiting-for-input.ts";
import { identityNow, ownBash } from "../../support/own-bash.ts";
import { AS_PLAIN_USER, plainCopy } from "../../support/plain-user.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { waitUntil } from "../../support/wait-until.ts";

test("nobody waits for input where nobody is, or where the calls are unknown", async () => {
  const pid = ownBash("sleep 300; true");
  await waitUntil("its child", () => descendantsOf(pid).length === 1);
  expect([
    waitingForInput([]),
    waitingForInput([identityNow(pid)], "mips"),
    waitingForInput([identityNow(pid), ...descendantsOf(pid)]),
  ]).toEqual([undefined, undefined, undefined]);
  expect(waitingForInput([{ pid: 2 ** 22, startTime: "" }])).toBeUndefined();
});

test("a program that was stopped while it waited for input is told as stopped", async () => {
  const fifo = join(tempDir(), "fifo");
  const pid = ownBash(`mkfifo ${fifo}; cat ${fifo}; true`);
  const all = (): readonly Identity[] => [identityNow(pid), ...descendantsOf(pid)];
  await waitUntil("its child to wait", () => waitingForInput(all()) === "cat");
  for (const one of descendantsOf(pid)) signal(one, "SIGSTOP");
  await waitUntil("its child to stand still", () => descendantsOf(pid).every(isStopped));
  // The kernel tells bash of it, which looks up from its wait for a moment.
  await waitUntil("it to be told", () => stoppedForGood(all()) === "cat");
  expect(waitingForInput(all())).toBeUndefined();
});

/** What a plain user's process says of the processes below a bash that its user cannot read. */
async function lookAsPlainUser(
  place: string,
  script: string,
): Promise<{ readonly waiting?: string; readonly stopped?: string }> {
  const hidden = join(place, "bash");
  const words = [...AS_PLAIN_USER, process.execPath, join(place, "test/fixtures/hosts/look.mjs"), hidden, script];
  const { stdout } = await promisify(execFile)("env", words, { cwd: place, timeout: 60_000 });
  return JSON.parse(stdout);
}

test("a bash that nobody can look into is asleep with children: it waits for them, and what they wait for is told", async () => {
  const place = plainCopy();
  copyFileSync(bashPath(), join(place, "bash"));
  chmodSync(join(place, "bash"), 0o111);
  const fifo = join(place, "fifo");
  expect(await lookAsPlainUser(place, `mkfifo ${fifo}; (sleep 0.1; exec cat ${fifo}); true`)).toEqual({
    waiting: "cat",
  });
  expect(await lookAsPlainUser(place, "(exec sleep 300); true")).toEqual({});
  expect(await lookAsPlainUser(place, "(sleep 0.1; kill -STOP $BASHPID; true); true")).toEqual({ stopped: "bash" });
  expect(await lookAsPlainUser(place, "sleep 300 & kill -STOP $!; while :; do :; done")).toEqual({});
});
