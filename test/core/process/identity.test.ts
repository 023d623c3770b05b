import { expect, test } from "vitest";
import { commandLineOf, identityOf, ignores, isRunning, signal, statOf } from "../../../src/core/process/identity.ts";
import { isAlive } from "../../support/is-alive.ts";
import { identityNow, ownBash } from "../../support/own-bash.ts";
import { waitUntil } from "../../support/wait-until.ts";

test("a process is known by its pid and start time, and not by its pid alone", async () => {
  const pid = ownBash("sleep 300");
  const self = identityNow(pid);
  expect(isRunning(self)).toBe(true);
  expect(ignores(self, "SIGTERM")).toBe(false);
  expect(isRunning({ ...self, startTime: "1" })).toBe(false);
  expect(signal({ ...self, startTime: "1" }, "SIGKILL")).toBe(false);
  expect(isAlive(pid)).toBe(true);
  expect(signal(self, "SIGKILL")).toBe(true);
  await waitUntil("its end", () => !isRunning(self));
  expect([identityOf(pid), signal(self, "SIGKILL")]).toEqual([undefined, false]);
  expect([statOf(2 ** 22), commandLineOf(2 ** 22), ignores({ pid: 2 ** 22, startTime: "" }, "SIGTERM")]).toEqual([
    undefined,
    "",
    false,
  ]);
});

test("a process that may not be signalled is not claimed to have been", () => {
  // A zombie has no identity; pid 1 of another user would refuse: both look the same to the caller.
  expect(signal({ pid: 2 ** 22, startTime: "0" }, "SIGTERM")).toBe(false);
});
