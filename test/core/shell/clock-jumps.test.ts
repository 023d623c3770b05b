import { existsSync } from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import { stampNow } from "../../../src/core/base/stamp.ts";
import { endedShells, keepEnded, sweepSoon } from "../../../src/core/shell/host/ended-shells.ts";
import { shellRecord } from "../../support/shell-record.ts";
import { run, testManager } from "../../support/shells.ts";
import { tempDir } from "../../support/temp-dir.ts";

const HOUR = 3_600_000;
const JUMPS = [2 * HOUR, 30 * 24 * HOUR, -3 * HOUR, -90 * 24 * HOUR];

/** Puts the clock forward or back. */
function jump(ms: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
  onTestFinished(() => void vi.useRealTimers());
}

test.each(JUMPS)("a finished shell is kept, with its log and its age, when the clock jumps by %i ms", async (ms) => {
  const manager = testManager();
  const shell = await manager.createShell("echo kept", "/tmp");
  await shell.wait();
  const { durationMs, completedAt } = shell;
  jump(ms);
  expect(await manager.cleanupCompleted(60)).toBe(0);
  expect(manager.getShell(shell.id)).toBe(shell);
  expect(shell.getAllOutput()).toBe("kept\n");
  expect(shell.transcript.paths.every((path) => existsSync(path))).toBe(true);
  expect([shell.durationMs, shell.completedAt]).toEqual([durationMs, completedAt]);
  for (const age of [shell.ageMs, shell.endedMsAgo ?? -1]) {
    expect(age).toBeGreaterThanOrEqual(0);
    expect(age).toBeLessThan(HOUR);
  }
  expect(await manager.cleanupCompleted(0)).toBe(1);
});

test.each(JUMPS)("a shell that runs while the clock jumps by %i ms has the time that it took", async (ms) => {
  const manager = testManager();
  const shell = await manager.createShell("sleep 0.2", "/tmp");
  jump(ms);
  expect(shell.ageMs).toBeLessThan(HOUR);
  await shell.wait();
  expect(shell.durationMs).toBeGreaterThanOrEqual(0);
  expect(shell.durationMs).toBeLessThan(HOUR);
  expect(shell.durationMs).toBe((shell.completedAt ?? 0) - (shell.startedAt ?? 0));
});

test.each(JUMPS)("what a session's command printed stays readable when the clock jumps by %i ms", async (ms) => {
  const manager = testManager({ limits: { outputMemoryBytes: 1000 } });
  const { outcome } = await run(manager, "seq 5000");
  jump(ms);
  await manager.cleanupCompleted(60);
  expect(outcome.transcript.paths.every((path) => existsSync(path))).toBe(true);
});

test.each(JUMPS)("a shell of a dead host is kept for its time when the clock jumps by %i ms", async (ms) => {
  const stateDir = tempDir();
  const started = stampNow();
  const facts = { createdAt: started.wall, completedAt: started.wall + 5, started };
  keepEnded(stateDir, shellRecord("shell_1", { ...facts, status: "lost", left: true }));
  const manager = testManager({ stateDir });
  jump(ms);
  sweepSoon(stateDir);
  await manager.cleanupCompleted();
  expect(manager.getShell("shell_1")?.status).toBe("lost");
  await manager.cleanupCompleted(-1);
  expect(manager.getShell("shell_1")).toBeUndefined();
  expect(endedShells(stateDir)).toHaveLength(1);
});
