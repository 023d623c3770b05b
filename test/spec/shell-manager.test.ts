import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ShellManager } from "../../src/index.ts";
import { testManager } from "../support/shells.ts";
import { tempDir } from "../support/temp-dir.ts";
import { waitUntil } from "../support/wait-until.ts";

test("Shell Manager / Create shell", async () => {
  const manager = testManager();
  const shell = await manager.createShell("sleep 30; echo test", tempDir());
  const other = await manager.createShell("sleep 30", tempDir());
  expect(shell.id).toMatch(/^shell_[0-9a-f]{8,}$/);
  expect(other.id).not.toBe(shell.id);
  expect(shell.status).toBe("running");
  expect(manager.listShells()).toEqual([shell, other]);
});

test("Shell Manager / Get shell by ID", async () => {
  const manager = testManager();
  const shell = await manager.createShell("sleep 30", tempDir());
  await manager.createShell("sleep 31", tempDir());
  expect(manager.getShell(shell.id)).toBe(shell);
});

test("Shell Manager / Get non-existent shell", () => {
  expect(testManager().getShell("shell_xyz")).toBeUndefined();
});

test("Shell Manager / List all shells", async () => {
  const manager = testManager();
  const made = [];
  for (const seconds of [30, 31, 32]) made.push(await manager.createShell(`sleep ${seconds}`, tempDir()));
  expect(manager.listShells()).toEqual(made);
});

test("Shell Manager / List running shells", async () => {
  const manager = testManager();
  const running = [await manager.createShell("sleep 30", tempDir()), await manager.createShell("sleep 31", tempDir())];
  const ended = await manager.createShell("true", tempDir());
  await ended.wait();
  expect(manager.listRunning()).toEqual(running);
  expect(manager.listRunning().every(({ isRunning }) => isRunning)).toBe(true);
  expect(manager.listShells()).toHaveLength(3);
});

test("Shell Manager / Cleanup completed shells", async () => {
  const manager = testManager();
  const running = await manager.createShell("sleep 30", tempDir());
  const ended = await manager.createShell("true", tempDir());
  await ended.wait();
  expect(await manager.cleanupCompleted(3600)).toBe(0);
  expect(manager.listShells()).toEqual([running, ended]);
  expect(await manager.cleanupCompleted(0)).toBe(1);
  expect(manager.listShells()).toEqual([running]);
});

test("Shell Manager / Kill all shells", async () => {
  const manager = testManager();
  for (const seconds of [30, 31, 32]) await manager.createShell(`sleep ${seconds}`, tempDir());
  expect(await manager.killAll()).toBe(3);
  expect(manager.listShells().map(({ status }) => status)).toEqual(["killed", "killed", "killed"]);
});

test("Shell Manager / ShellManager is singleton", async () => {
  onTestFinished(() => ShellManager.reset());
  const [first, second] = [ShellManager.getInstance(), ShellManager.getInstance()];
  expect(first).toBe(second);
  const shell = await first.createShell("sleep 30", tempDir());
  expect(second.getShell(shell.id)).toBe(shell);
});

test("Shell Manager / Reset singleton for testing", async () => {
  onTestFinished(() => ShellManager.reset());
  const before = ShellManager.getInstance();
  const shell = await before.createShell("sleep 30", tempDir());
  await ShellManager.reset();
  expect(shell.isRunning).toBe(false);
  expect(shell.processes()).toEqual([]);
  expect(ShellManager.getInstance()).not.toBe(before);
  expect(ShellManager.getInstance().listShells()).toEqual([]);
});

test("Shell Process / Get new output", async () => {
  const manager = testManager();
  const shell = await manager.createShell(
    "echo line1; until [ -e gate ]; do sleep 0.05; done; echo line2; echo line3",
    tempDir(),
  );
  await waitUntil("the first line", () => shell.getAllOutput() === "line1\n");
  expect(shell.getNewOutput()).toBe("line1\n");
  writeFileSync(join(shell.workingDir, "gate"), "");
  await shell.wait();
  expect(shell.getNewOutput()).toBe("line2\nline3\n");
  expect(shell.getNewOutput()).toBe("");
});

test("Shell Process / Get new output includes stderr", async () => {
  const manager = testManager();
  const command = "echo out; echo err >&2";
  const shell = await manager.createShell(command, tempDir());
  await shell.wait();
  expect(shell.getNewOutput({ includeStderr: true })).toBe("out\n[stderr]\nerr\n");
  const other = await manager.createShell(command, tempDir());
  await other.wait();
  expect(other.getNewOutput({ includeStderr: false })).toBe("out\n");
});

test("Shell Process / Shell process lifecycle", async () => {
  const manager = testManager();
  const gate = join(tempDir(), "gate");
  const opened = `until [ -e ${gate} ]; do sleep 0.05; done`;
  const completed = await manager.createShell(opened, tempDir());
  const failed = await manager.createShell(`${opened}; exit 3`, tempDir());
  const late = await manager.createShell("sleep 30", tempDir());
  const killed = await manager.createShell("sleep 30", tempDir());
  const shells = [completed, failed, late, killed];
  expect(shells.map(({ status }) => status)).toEqual(["running", "running", "running", "running"]);
  writeFileSync(gate, "");
  await Promise.all([
    expect(completed.wait()).resolves.toBe(0),
    expect(failed.wait()).resolves.toBe(3),
    expect(late.wait(300)).rejects.toMatchObject({ code: "SHELL_TIMED_OUT" }),
    killed.kill(),
  ]);
  expect(shells.map(({ status }) => status)).toEqual(["completed", "failed", "timeout", "killed"]);
});

test("Shell Process / Calculate duration", async () => {
  const shell = await testManager().createShell("sleep 0.5", tempDir());
  await shell.wait();
  const { durationMs = 0, startedAt = 0, completedAt = 0 } = shell;
  expect(durationMs).toBe(completedAt - startedAt);
  expect(durationMs).toBeGreaterThanOrEqual(490);
});
