import { readdirSync, readlinkSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { RETAINED_MOUNTS } from "../../../../src/core/base/limits.ts";
import { RetainedMounts } from "../../../../src/core/sandbox/bubblewrap/retain-mounts.ts";
import { startLiveShell } from "../../../support/live-shell.ts";
import { hasBubblewrap, openSandbox } from "../../../support/open-sandbox.ts";
import { waitUntil } from "../../../support/wait-until.ts";

/** How many descriptors of mounts this process has. */
const open = (): number => readdirSync("/proc/self/fd").filter((fd) => linkOf(fd).startsWith("mnt:")).length;

function linkOf(fd: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return ""; // closed while we looked
  }
}

function isRefused(hold: () => () => void): boolean {
  try {
    hold()();
    return false;
  } catch (error) {
    expect(error).toMatchObject({
      message: expect.stringMatching(/the mounts of \d+ ended shells cannot be given up/),
    });
    return true;
  }
}

describe.runIf(hasBubblewrap)("mounts", () => {
  test("are held until they could be let go, and tried again when more have ended", async () => {
    const { pid } = await startLiveShell(await openSandbox());
    const asked: number[] = [];
    let works = false;
    const mounts = new RetainedMounts(async (held) => {
      asked.push(held.length);
      return works ? [] : held;
    });
    const before = open();
    const ends = [mounts.hold(pid), mounts.hold(pid), mounts.hold(pid)];
    expect(open()).toBe(before + 3);
    ends[0]?.();
    ends[0]?.();
    ends[1]?.();
    await waitUntil("a first attempt", () => asked.length === 1);
    expect([asked, open()]).toEqual([[2], before + 3]);
    works = true;
    ends[2]?.();
    await waitUntil("the descriptors to be closed", () => open() === before);
    expect(asked).toEqual([2, 3]);
    await mounts.close();
  });

  test("that cannot be let go are bounded: no further shell starts, until the sandbox is closed", async () => {
    const { pid } = await startLiveShell(await openSandbox());
    const mounts = new RetainedMounts(async () => {
      throw new Error("no process can be started");
    });
    const before = open();
    for (let index = 0; index < RETAINED_MOUNTS; index++) mounts.hold(pid)();
    mounts.hold(pid)(); // none was tried yet
    await waitUntil("the attempt", () => isRefused(() => mounts.hold(pid)));
    expect(open()).toBeGreaterThan(before + RETAINED_MOUNTS);
    await mounts.close();
    expect(open()).toBe(before);
  });

  test("of a sandbox that is over are not held", async () => {
    const mounts = new RetainedMounts();
    const before = open();
    mounts.hold(2 ** 22)();
    expect(open()).toBe(before);
    await mounts.close();
  });
});
