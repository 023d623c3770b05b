import { expect, test } from "vitest";
import { descendantsOf } from "../../../src/core/process/descendants.ts";
import { waitingForInput } from "../../../src/core/process/waiting-for-input.ts";
import { identityNow, ownBash } from "../../support/own-bash.ts";
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
