import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import type { ProcessTable } from "../../../../src/core/process/system/process-table.ts";
import { waitUntil } from "../../../support/wait-until.ts";

async function child(mark: string): Promise<ChildProcess & { pid: number }> {
  const started = spawn("sleep", ["300"], { env: { PATH: "/usr/bin:/bin", MARK: mark }, stdio: "ignore" });
  onTestFinished(() => void started.kill("SIGKILL"));
  await once(started, "spawn");
  return Object.assign(started, { pid: started.pid ?? 0 });
}

/** What a table of processes tells, however it learns of them. */
export function processTableContract(table: ProcessTable): void {
  test("a process is told with its parent, and begins at one time", async () => {
    table.check();
    const { pid } = await child("none");
    const [first, second] = [table.stat(pid), table.stat(pid)];
    expect(first).toMatchObject({ parent: process.pid, startTime: expect.stringMatching(/\d/) });
    expect(second?.startTime).toBe(first?.startTime);
    expect([table.pids().includes(pid), table.children(process.pid, false).includes(pid)]).toEqual([true, true]);
    expect(table.innermostPid(pid)).toBe(pid);
  });

  test("its words and its variables are told", async () => {
    const mark = `mark-${process.pid}`;
    const { pid } = await child(mark);
    await waitUntil("sleep to run", () => table.words(pid, 500).toString().includes("sleep"));
    expect(table.words(pid, 500).toString().replaceAll("\0", " ").trim()).toBe("sleep 300");
    expect(table.words(pid, 3).toString()).toBe("sle");
    expect(table.environment(pid)).toContain(`MARK=${mark}`);
  });

  test("a stopped process is told as stopped, and one that has ended is not there", async () => {
    const started = await child("none");
    started.kill("SIGSTOP");
    await waitUntil("the stop", () => table.stat(started.pid)?.state === "T");
    started.kill("SIGKILL");
    await once(started, "exit");
    await waitUntil("the end", () => table.stat(started.pid) === undefined);
    expect([table.environment(started.pid), table.words(started.pid, 9).length]).toEqual(["", 0]);
    expect(table.children(started.pid, false)).toEqual([]);
  });
}
