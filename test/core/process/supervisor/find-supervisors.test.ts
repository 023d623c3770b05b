import { expect, test } from "vitest";
import { isBelowSupervisor } from "../../../../src/core/process/supervisor/find-supervisors.ts";
import { openToolkit } from "../../../support/open-toolkit.ts";

test("this process is below no supervisor, a command of a session is, and so is what it left behind", async () => {
  expect(isBelowSupervisor()).toBe(false);
  const { bash } = openToolkit();
  const { output } = await bash(
    "setsid -f sh -c 'echo $$ >late; exec sleep 300'; until [ -s late ]; do sleep 0.05; done; echo $$ $(cat late)",
  );
  const pids = /^\d+ \d+/.exec(output)?.[0].split(" ").map(Number) ?? [];
  expect(pids.map((pid) => isBelowSupervisor(pid))).toEqual([true, true]);
});

test("a process that is gone is below nothing", () => {
  expect(isBelowSupervisor(2 ** 22 + 1)).toBe(false);
});
