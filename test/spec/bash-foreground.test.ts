import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openToolkit } from "../support/open-toolkit.ts";
import { toothlessToolkit } from "../support/toothless-toolkit.ts";

test("Bash Tool - Foreground Execution / Execute simple command", async () => {
  const { bash } = openToolkit();
  const result = await bash("echo hello");
  expect(result).toMatchObject({ success: true, output: "hello\n", metadata: { exit_code: 0 } });
  expect(result.error).toBeUndefined();
});

test("Bash Tool - Foreground Execution / Execute command with output", async () => {
  const { bash, workingDir } = openToolkit();
  for (const name of ["first.txt", "second.txt"]) writeFileSync(join(workingDir, name), "");
  const result = await bash("ls -la");
  expect(result).toMatchObject({ success: true, metadata: { exit_code: 0 } });
  expect(result.output).toMatch(/first\.txt\n.*second\.txt\n$/);
});

test("Bash Tool - Foreground Execution / Execute command that fails", async () => {
  const { bash } = openToolkit();
  const result = await bash("exit 1");
  expect(result).toMatchObject({
    success: false,
    error: expect.stringContaining("Command failed with exit code 1"),
    metadata: { exit_code: 1 },
  });
});

test("Bash Tool - Foreground Execution / Execute command with stderr", async () => {
  const { bash } = openToolkit();
  expect(await bash("echo error >&2")).toMatchObject({ success: true, output: "[stderr]\nerror\n" });
});

test("Bash Tool - Foreground Execution / Execute chained commands with &&", async () => {
  const { bash } = openToolkit();
  expect(await bash("echo first && echo second")).toMatchObject({ success: true, output: "first\nsecond\n" });
});

test("Bash Tool - Foreground Execution / Execute chained commands with failing first", async () => {
  const { bash } = openToolkit();
  const result = await bash("exit 1 && echo second");
  expect(result.success).toBe(false);
  expect(result.output + result.error).not.toContain("second");
});

test("Bash Tool - Foreground Execution / Execute command with timeout", async () => {
  const { bash } = openToolkit();
  expect(await bash("sleep 1 && echo done", { timeout: 5000 })).toMatchObject({ success: true, output: "done\n" });
});

test("Bash Tool - Foreground Execution / Execute command that times out", async () => {
  const { bash } = openToolkit();
  const result = await bash("echo before; sleep 10", { timeout: 1000 });
  expect(result).toMatchObject({ success: false, metadata: { timed_out: true, status: "timeout" } });
  expect(result.error).toContain("timed out");
  expect(result.error).toContain("1000ms");
  expect(result.error).toContain("before");
});

test("Bash Tool - Foreground Execution / Execute command with description", async () => {
  const { bash } = openToolkit();
  const result = await bash("echo npm install", { description: "Install dependencies" });
  expect(result.metadata["description"]).toBe("Install dependencies");
});

test("Bash Tool - Foreground Execution / Execute command with large output", async () => {
  const { bash } = openToolkit();
  const result = await bash("for ((i = 0; i < 1000; i++)); do printf '%049d\\n' $i; done");
  expect(result).toMatchObject({ success: true, metadata: { truncated: true } });
  expect(result.output.length).toBeLessThanOrEqual(30_000);
  expect(result.output.length).toBeGreaterThan(29_000);
  expect(result.output).toContain("\n[Output truncated");
});

test("Bash Tool - Foreground Execution / Execute command in dry run mode", async () => {
  const { call, workingDir } = openToolkit();
  writeFileSync(join(workingDir, "precious"), "");
  const toothless = await toothlessToolkit();
  const harmless = await toothless.call("Bash", { command: "rm -rf /tmp/test" }, { dryRun: true });
  expect(harmless).toMatchObject({
    success: true,
    output: expect.stringContaining("[Dry Run] Would execute: rm -rf /tmp/test"),
  });
  expect(await call("Bash", { command: "rm precious" }, { dryRun: true })).toMatchObject({ success: true });
  expect(existsSync(join(workingDir, "precious"))).toBe(true);
});
