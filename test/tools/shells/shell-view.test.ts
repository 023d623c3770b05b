import { expect, test } from "vitest";
import { DEFAULT_LIMITS } from "../../../src/core/base/limits.ts";
import { createNoSandbox } from "../../../src/core/sandbox/none.ts";
import type { Sandbox } from "../../../src/core/sandbox/sandbox.ts";
import { ShellProcess } from "../../../src/core/shell/background/shell-process.ts";
import { refusalIn, renderStatus, shellFacts } from "../../../src/tools/shells/shell-view.ts";
import { shellRecord } from "../../support/shell-record.ts";

const ended = (exitCode: number): ShellProcess =>
  ShellProcess.left(shellRecord("shell_1", { status: "failed", exitCode, startedAt: 100, completedAt: 350 }));

test("a shell's status is a line, with what is known of its end", () => {
  expect(renderStatus(ended(3))).toBe("Status: failed, Exit code: 3, Duration: 250ms");
  expect(renderStatus(ShellProcess.left(shellRecord("shell_1", { status: "lost" })))).toBe("Status: lost");
});

test("the same is told as data, a signal only where there was one", () => {
  const facts = { bash_id: "shell_1", status: "failed", exit_code: 3, is_running: false, duration_ms: 250 };
  expect(shellFacts(ended(3))).toEqual(facts);
  const killed = ShellProcess.left(shellRecord("shell_1", { status: "killed", signal: "SIGTERM" }));
  expect(shellFacts(killed)).toMatchObject({ exit_code: null, duration_ms: null, signal: "SIGTERM" });
});

test("a sandbox is shown the complaints, or everything where a failed shell complained of nothing", () => {
  const sandbox: Sandbox = { ...createNoSandbox(DEFAULT_LIMITS), explain: (outcome) => JSON.stringify(outcome) };
  const explained = (exitCode: number, stderr: string): unknown =>
    JSON.parse(refusalIn(ended(exitCode), { text: "all", stderr }, sandbox) ?? "");
  expect(explained(1, "denied")).toEqual({ failed: true, stderr: "denied", cwd: "/tmp" });
  expect(explained(1, "")).toEqual({ failed: true, stderr: "all", cwd: "/tmp" });
  expect(explained(0, "")).toEqual({ failed: false, stderr: "", cwd: "/tmp" });
});
