import { expect, test } from "vitest";
import { fifoFault } from "../../../../src/core/process/supervisor/fifo-fault.ts";

test.each([
  ["28 No space left on device", "DISK_FULL", "No space left on device"],
  ["122 Disk quota exceeded", "DISK_FULL", "Disk quota exceeded"],
  ["2 No such file or directory", "SPAWN_FAILED", "No such file or directory"],
  ["odd words", "SPAWN_FAILED", "odd words"],
] as const)("a FIFO that failed with %j is the fault %s", (why, code, words) => {
  const fault = fifoFault(why);
  expect([fault.code, fault.message.endsWith(`a FIFO could not be made in the state directory: ${words}`)]).toEqual([
    code,
    true,
  ]);
});
