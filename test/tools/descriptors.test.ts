import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sessionIdOf } from "../../src/core/base/ids.ts";
import { descriptorsOfNurses } from "../../src/core/process/supervisor/nursery.ts";
import { hasBubblewrap } from "../support/open-sandbox.ts";
import { type OpenToolkit, openToolkit } from "../support/open-toolkit.ts";
import { waitUntil } from "../support/wait-until.ts";

/** How many descriptors this process has open, but for the channels on which the next shells will be started. */
const open = (): number => readdirSync("/proc/self/fd").length - descriptorsOfNurses();

/** The same when a call is over: the host opens what the next one needs behind its result. */
async function openAtRest(): Promise<number> {
  let most = open();
  for (let look = 0; look < 20; look++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    most = Math.max(most, open());
  }
  return most;
}

/** Polls until no more descriptors are open than before; the message of a failure has the number. */
async function givenBack(kit: OpenToolkit, before: number): Promise<void> {
  const isBack = async (): Promise<boolean> => {
    await kit.shells.cleanupCompleted(); // what the manager does every minute: no shell here is old enough to be forgotten
    return open() <= before;
  };
  await waitUntil("descriptors to be given back", isBack).catch(() => undefined);
  expect(open()).toBeLessThanOrEqual(before);
  // Left out of the count, so bounded here: the spare channels of the last nurse, and what earlier ones have left.
  expect(descriptorsOfNurses()).toBeLessThanOrEqual(64);
}

const ended = (kit: OpenToolkit, id: string): Promise<void> =>
  waitUntil(`${id} to end`, async () => {
    const { metadata } = await kit.call("BashOutput", { bash_id: id });
    return metadata.status !== "running";
  });

/** How a background shell comes to its end. Each must leave nothing open. */
const ENDINGS: readonly (readonly [string, number, (kit: OpenToolkit) => Promise<string | undefined>])[] = [
  ["ended by itself", 50, (kit) => kit.start("echo out; echo err >&2")],
  ["failed", 3, (kit) => kit.start("echo out; exit 3")],
  ["left a process that ended later", 3, (kit) => kit.start("echo out; (sleep 0.3; echo late) &")],
  ["left a silent process that ended later", 3, (kit) => kit.start("echo out; sleep 0.3 >/dev/null 2>&1 &")],
  ["timed out", 3, (kit) => kit.start("echo out; sleep 100", { timeout: 1000 })],
  [
    "was killed",
    3,
    async (kit) => {
      const id = await kit.start("echo out; sleep 100");
      await kit.call("KillShell", { shell_id: id });
      return id;
    },
  ],
  [
    "was handed over, and ended",
    3,
    async (kit) => {
      const context = { onTimeout: "background" } as const;
      const { metadata } = await kit.call(
        "Bash",
        { command: "echo out; sleep 1.5; echo late", timeout: 1000 },
        context,
      );
      return metadata.bash_id;
    },
  ],
  [
    "was handed over, and killed",
    3,
    async (kit) => {
      const context = { onTimeout: "background" } as const;
      const { metadata } = await kit.call("Bash", { command: "echo out; sleep 100", timeout: 1000 }, context);
      await kit.call("KillShell", { shell_id: metadata.bash_id });
      return metadata.bash_id;
    },
  ],
];

for (const sandbox of ["none", "workspace"] as const) {
  const runIf = test.skipIf(sandbox === "workspace" && !hasBubblewrap);
  const where = sandbox === "none" ? "without a sandbox" : "in the sandbox";

  runIf.each(ENDINGS)(`a shell that %s gives its descriptors back ${where} (%i times)`, async (_, times, end) => {
    const kit = openToolkit({ sandbox });
    await kit.bash("true");
    await ended(kit, (await end(kit)) ?? "none");
    await kit.bash("true");
    const before = await openAtRest();
    for (let round = 0; round < times; round++) await ended(kit, (await end(kit)) ?? "none");
    await kit.bash("true");
    await givenBack(kit, before);
  });

  runIf(`a session that ended gives its descriptors back ${where}, also one that was at work`, async () => {
    const kit = openToolkit({ sandbox });
    await kit.bash("true");
    const before = await openAtRest();
    for (const session of ["a", "b", "c"]) {
      const call = (command: string): Promise<unknown> => kit.call("Bash", { command }, { sessionId: session });
      await call("echo out; sleep 100 &");
      await call("seq 20000");
      const atWork = call(`touch ${session}; echo out; sleep 100`);
      await waitUntil("the command to run", () => existsSync(join(kit.workingDir, session)));
      await kit.shells.endSession(sessionIdOf(session));
      await atWork;
    }
    await givenBack(kit, before);
  });

  runIf(`a command whose output was cut gives its descriptors back ${where}`, async () => {
    const kit = openToolkit({ sandbox });
    await kit.bash("true");
    const before = await openAtRest();
    for (let round = 0; round < 5; round++) {
      const { metadata } = await kit.bash("seq 20000; seq 20000 >&2");
      expect(metadata.truncated).toBe(true);
    }
    await givenBack(kit, before);
  });
}
