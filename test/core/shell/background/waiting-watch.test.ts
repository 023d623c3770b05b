import { expect, test } from "vitest";
import { QUIET_SHELL_MS } from "../../../../src/core/base/limits.ts";
import type { ShellEvent } from "../../../../src/core/shell/shell-event.ts";
import { testManager } from "../../../support/shells.ts";
import { jumpingClock } from "../../../support/time-jumps.ts";
import { waitUntil } from "../../../support/wait-until.ts";

test("each listener is told once that a shell waits for input, and none after it left", async () => {
  const { jump } = jumpingClock();
  const [given, added, left]: ShellEvent[][] = [[], [], []];
  const manager = testManager({ onEvent: (event) => given?.push(event) });
  manager.onEvent((event) => added?.push(event));
  manager.onEvent((event) => left?.push(event))();
  const shell = await manager.createShell("cat", "/tmp");
  const { id, sessionId } = shell;
  const waits = { kind: "shell-waits", id, sessionId, program: "cat", canBeTyped: true };
  await waitUntil("both to be told", () => {
    jump(QUIET_SHELL_MS);
    return [given, added].every((events) => events?.some(({ kind }) => kind === "shell-waits") === true);
  });
  await shell.kill();
  expect(given?.map(({ kind }) => kind)).toEqual(["shell-started", "shell-waits", "shell-ended"]);
  expect(given?.[1]).toEqual(waits);
  expect(added).toEqual(given);
  expect(left).toEqual([]);
});
