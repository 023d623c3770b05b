import { expect, test } from "vitest";
import { usageOf } from "../../../../src/core/process/system/tree-usage.ts";
import { identityNow } from "../../../support/own-bash.ts";
import { testManager } from "../../../support/shells.ts";
import { waitUntil } from "../../../support/wait-until.ts";

test("what all processes of a tree have used is added up", async () => {
  const manager = testManager();
  const shell = await manager.createShell("(while :; do :; done) & wait", "/tmp");
  await waitUntil("a bash and its copy that has used time", async () => {
    const usage = await usageOf(shell.processes());
    return shell.processes().length === 2 && usage !== undefined && usage.cpuMs >= 50;
  });
  const all = shell.processes();
  const [whole, parts] = [await usageOf(all), await Promise.all(all.map((one) => usageOf([one])))];
  const memory = parts.reduce((sum, part) => sum + (part?.memoryBytes ?? 0), 0);
  expect(whole?.memoryBytes).toBeGreaterThan(100_000);
  expect(Math.abs((whole?.memoryBytes ?? 0) - memory)).toBeLessThan(10_000_000);
});

test("a process that has ended counts for nothing", async () => {
  const gone = { pid: 4_194_304, startTime: "1" };
  expect(await usageOf([gone])).toBeUndefined();
  expect(await usageOf([gone, identityNow(process.pid)])).toMatchObject({ cpuMs: expect.any(Number) });
  expect(await usageOf([])).toBeUndefined();
});
