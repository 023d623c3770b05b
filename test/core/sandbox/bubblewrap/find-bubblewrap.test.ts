import { chmodSync, copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isFault } from "../../../../src/core/base/fault.ts";
import { trustedProgram } from "../../../../src/core/process/trusted-program.ts";
import {
  CONTAINER_FLAGS,
  detectBubblewrap,
  obstacleBehind,
  obstacleOf,
  slowness,
  unavailable,
} from "../../../../src/core/sandbox/bubblewrap/find-bubblewrap.ts";
import { hasBubblewrap } from "../../../support/open-sandbox.ts";
import { tempDir } from "../../../support/temp-dir.ts";

const isRoot = process.getuid?.() === 0;

const programSaying = (words: string): string => {
  const place = tempDir();
  writeFileSync(join(place, "bwrap"), `#!/bin/sh\necho "${words}"\n`);
  chmodSync(join(place, "bwrap"), 0o755);
  return place;
};

test.runIf(hasBubblewrap)("the bubblewrap of this machine is found where only root can change it", async () => {
  expect(await detectBubblewrap()).toMatchObject({
    kind: "usable",
    bwrap: expect.stringMatching(/^\/.*bwrap$/),
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
  });
});

test("a missing one is named, with the command that brings it", async () => {
  expect(await detectBubblewrap([tempDir()])).toMatchObject({
    kind: "unusable",
    reason: expect.stringContaining("not installed"),
    fix: expect.stringContaining("install bubblewrap"),
  });
});

test.runIf(isRoot)("one that is too old, or says nothing, is refused with its version", async () => {
  expect(await detectBubblewrap([programSaying("bubblewrap 0.4.1")])).toMatchObject({
    kind: "unusable",
    reason: expect.stringMatching(/version 0\.4\.1; 0\.8\.0 or newer/),
  });
  expect(await detectBubblewrap([programSaying("hello")])).toMatchObject({
    kind: "unusable",
    reason: expect.stringContaining("unknown version"),
  });
  expect(await detectBubblewrap([programSaying("bubblewrap 0.11.0")])).toMatchObject({
    kind: "usable",
    version: "0.11.0",
  });
  expect(await detectBubblewrap([programSaying("bubblewrap 1.0.0")])).toMatchObject({
    kind: "usable",
    version: "1.0.0",
  });
});

test("another system has none yet, and says so", async () => {
  expect(await detectBubblewrap(undefined, "darwin")).toMatchObject({
    kind: "unusable",
    reason: expect.stringContaining("darwin"),
  });
});

test("a program that others could have written is not trusted", () => {
  const place = tempDir();
  copyFileSync("/bin/true", join(place, "tool"));
  chmodSync(join(place, "tool"), 0o777);
  expect(trustedProgram("tool", [place])).toBeUndefined();
  chmodSync(join(place, "tool"), 0o755);
  expect(trustedProgram("tool", [place])).toBe(isRoot ? join(place, "tool") : undefined);
  chmodSync(join(place, "tool"), 0o600);
  expect(trustedProgram("tool", [place])).toBeUndefined();
});

test.each([
  [
    "bwrap: No permissions to create new namespace, likely because the kernel does not allow non-privileged user namespaces.",
    /namespaces/,
  ],
  ["bwrap: setting up uid map: Permission denied", /namespaces/],
  ["bwrap: Creating new namespace failed: No space left on device", /no more namespaces/],
  ["bwrap: Creating new namespace failed: nesting depth or max_*_namespaces exceeded (ENOSPC)", /no more namespaces/],
  ["bwrap: Can't mount proc on /newroot/proc: Device or resource busy", /Can't mount proc/],
  ["", /without a word/],
])("%s becomes a reason and a fix", (stderr, reason) => {
  const obstacle = obstacleOf(stderr);
  expect(obstacle.reason).toMatch(reason);
  expect(obstacle.fix).not.toBe("");
  const fault = unavailable(obstacle);
  expect(isFault(fault, "SANDBOX_UNAVAILABLE")).toBe(true);
  expect(fault.message).toContain(`To fix it: ${obstacle.fix}`);
  expect(obstacleBehind(fault)).toEqual(obstacle);
});

test.each([
  "bwrap: Can't set hostname to nacre: Operation not permitted",
  "bwrap: Can't mount proc on /newroot/proc: Operation not permitted",
  "bwrap: cannot open /proc/sys/user/max_user_namespaces: Read-only file system",
])("what bubblewrap says in a container (%s) leads to the container's flags", (stderr) => {
  expect(obstacleOf(stderr, () => "").fix).toContain(CONTAINER_FLAGS);
});

test.each([
  ["/proc/sys/user/max_user_namespaces", "0", /max_user_namespaces=15000/],
  ["/proc/sys/kernel/unprivileged_userns_clone", "0", /unprivileged_userns_clone=1/],
  ["/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1", /apparmor_restrict_unprivileged_userns=0/],
  ["", "", /--security-opt seccomp=unconfined --security-opt systempaths=unconfined/],
])("when %s is %s, the fix is one command", (path, value, fix) => {
  const obstacle = obstacleOf("bwrap: setting up uid map: Permission denied\nmore", (asked) =>
    asked === path ? `${value}\n` : "",
  );
  expect(obstacle.fix).toMatch(fix);
});

test("a proof that takes too long says so, and what helps", () => {
  expect(slowness(20, true)).toEqual({
    reason: expect.stringMatching(/^a first sandboxed program was not done after 20 s: .* more repositories/),
    fix: "start nacre in the directory of one project",
  });
  expect(slowness(20, false).fix).toContain("perl");
});
