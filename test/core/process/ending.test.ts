import { expect, test } from "vitest";
import { exitOfShellStatus, exitOfWaitStatus } from "../../../src/core/process/ending.ts";

test.each([
  [0, { kind: "exited", exitCode: 0 }],
  [3 << 8, { kind: "exited", exitCode: 3 }],
  [9, { kind: "signaled", signal: "SIGKILL", exitCode: 137 }],
  [143 << 8, { kind: "signaled", signal: "SIGTERM", exitCode: 143 }],
  [200 << 8, { kind: "exited", exitCode: 200 }],
])("a wait status of %i is %j", (status, exit) => {
  expect(exitOfWaitStatus(status)).toEqual(exit);
});

test("128 itself is no signal", () => {
  expect(exitOfShellStatus(128)).toEqual({ kind: "exited", exitCode: 128 });
});
