import { expect, onTestFinished, test } from "vitest";
import { IdleMonitor } from "../../../../src/core/sandbox/bubblewrap/idle-monitor.ts";
import { waitUntil } from "../../../support/wait-until.ts";

function monitor(): { idle: IdleMonitor; calm: () => number } {
  let calmed = 0;
  const onCalm = (): void => {
    calmed += 1;
  };
  const idle = new IdleMonitor({ shells: () => [], perShell: 2, onCalm });
  onTestFinished(() => idle.close());
  return { idle, calm: () => calmed };
}

test("a sandbox is not known to rest before it came to rest", () => {
  expect(monitor().idle.isUndisturbed()).toBe(false);
});

test("one in which nothing runs comes to rest, which is told, until it is disturbed", async () => {
  const { idle, calm } = monitor();
  idle.expectIdle(0);
  await waitUntil("the calm", () => calm() === 1);
  expect(idle.isUndisturbed()).toBe(true);
  idle.disturb();
  expect(idle.isUndisturbed()).toBe(false);
});
