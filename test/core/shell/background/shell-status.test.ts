import { expect, test } from "vitest";
import { isLive, nextStatus, SHELL_STATUSES, ShellStatus } from "../../../../src/core/shell/background/shell-status.ts";

test("an ended shell stays what it is", () => {
  expect([
    nextStatus("pending", "running"),
    nextStatus("running", "killed"),
    nextStatus("killed", "failed"),
    nextStatus("completed", "timeout"),
  ]).toEqual(["running", "killed", "killed", "completed"]);
  expect([isLive("running"), isLive("lost")]).toEqual([true, false]);
});

test("only pending and running ever change", () => {
  expect(SHELL_STATUSES.filter(isLive)).toEqual(["pending", "running"]);
  expect(nextStatus("pending", "completed")).toBe("pending");
});

test("every status has a name", () => {
  expect(Object.values(ShellStatus)).toEqual([...SHELL_STATUSES]);
});
