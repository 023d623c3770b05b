import { expect, test } from "vitest";
import { commandLineOf, identityOf } from "../../../../src/core/process/identity.ts";
import { childrenAmong } from "../../../../src/core/shell/session/left-running.ts";
import { run, testManager } from "../../../support/shells.ts";

test("a process is named by its command", async () => {
  const ours = identityOf(process.pid) ?? { pid: 0, startTime: "" };
  const [child] = await childrenAmong([ours]);
  expect(child?.command).toBe(commandLineOf(process.pid));
});

test("a process that has ended is not named", async () => {
  expect(await childrenAmong([{ pid: 2 ** 30, startTime: "1" }])).toEqual([]);
});

test("a subshell that a command leaves running is named bash, with no word of ours", async () => {
  const manager = testManager();
  const { outcome } = await run(manager, "while :; do sleep 1000; done &");
  const names = outcome.backgroundChildren.map(({ command }) => command);
  expect(names).toContain("bash");
  expect(names.filter((name) => name.includes("nacre"))).toEqual([]);
});
