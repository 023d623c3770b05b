import { expect, test } from "vitest";
import { WorkerLink, WorkerLost } from "../../../src/tools/machines/worker-link.ts";
import { isAlive } from "../../support/is-alive.ts";
import { WORKER } from "../../support/machine-kit.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { waitUntil } from "../../support/wait-until.ts";

test("starts a worker, calls it, and leaves nothing when it is closed or lost", async () => {
  const lost: string[] = [];
  const start = () =>
    WorkerLink.start(
      { argv: WORKER, startMs: 60_000 },
      {
        hello: { options: { stateDir: tempDir(), workingDir: "/tmp", loginShell: false }, keepsRules: false },
        onWait: () => undefined,
        events: {
          onEvent: () => undefined,
          onShellOutput: () => undefined,
          onAsk: async () => undefined,
          onLost: (why) => lost.push(why),
        },
      },
    );
  const call = {
    said: { tool: "ListShells", input: {}, context: { workingDir: undefined } },
    signal: undefined,
    stdin: undefined,
    onBytes: () => undefined,
    onWait: () => undefined,
  };
  const { link, ready } = await start();
  expect(ready.pid).toBe(link.launcher.pid);
  expect(await link.call(call).result).toMatchObject({ result: { success: true, metadata: { count: 0 } } });
  await link.close();
  expect(isAlive(ready.pid)).toBe(false);
  expect(lost).toEqual([]);
  await expect(link.call(call).result).rejects.toThrow(WorkerLost);

  const second = await start();
  second.link.fail("it said what must not be");
  expect(lost).toEqual(["it said what must not be"]);
  await waitUntil("it to be gone", () => !isAlive(second.ready.pid));
});
