import { expect, test } from "vitest";
import { DEFAULT_LIMITS } from "../../../src/core/base/limits.ts";
import { LogBudget } from "../../../src/core/output/store/log-budget.ts";
import { createTranscript } from "../../../src/core/output/transcript.ts";
import { createNoSandbox } from "../../../src/core/sandbox/none.ts";
import type { Outcome } from "../../../src/core/shell/session/outcome.ts";
import { joined, type Rendered, renderOutcome, statusOf } from "../../../src/tools/bash/render-outcome.ts";
import { WORDS } from "../../../src/tools/words.ts";
import { tempDir } from "../../support/temp-dir.ts";

type Printed = { readonly stdout?: string; readonly stderr?: string };

function rendered({ stdout = "", stderr = "" }: Printed, outcome: Partial<Outcome>, more: Partial<Rendered> = {}) {
  const sizes = { memoryBytes: 200_000, logBytes: 200_000, budget: new LogBudget(200_000) };
  const transcript = createTranscript({ directory: tempDir(), name: "x", spill: "when-large", ...sizes });
  transcript.append("stdout", Buffer.from(stdout));
  transcript.append("stderr", Buffer.from(stderr));
  transcript.finish();
  return renderOutcome({
    outcome: {
      ending: { kind: "exited", exitCode: 0 },
      transcript,
      cwd: "/w",
      previousCwd: "/w",
      pipeStatus: [],
      backgroundChildren: [],
      notices: [],
      durationMs: 5,
      isAttested: true,
      ...outcome,
    },
    command: "frob",
    sandbox: createNoSandbox(DEFAULT_LIMITS),
    words: WORDS,
    raw: false,
    facts: { command: "frob" },
    notes: [],
    visible: { chars: 30_000, lines: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY },
    readBy: undefined,
    isOutOfPatience: false,
    ...more,
  });
}

test("a success is its output, with the facts of its call", () => {
  expect(rendered({ stdout: "done\n" }, {})).toEqual({
    success: true,
    output: "done\n",
    metadata: { command: "frob", cwd: "/w", exit_code: 0, duration_ms: 5, status: "completed", truncated: false },
  });
});

test("a failure begins with its exit code and shows its output", () => {
  const { success, error, output, metadata } = rendered(
    { stdout: "half\n" },
    { ending: { kind: "exited", exitCode: 3 } },
  );
  expect([success, error, output]).toEqual([false, `${WORDS.exited(3)}\nhalf\n[exit code 3]`, "half\n"]);
  expect(metadata).toMatchObject({ exit_code: 3, status: "failed" });
});

test("a stage that failed unseen is said, one that lost its reader is not", () => {
  const masked = rendered({}, { pipeStatus: [2, 0] });
  expect(masked.output).toBe(WORDS.closing({ pipeStatus: [2, 0] }));
  expect(masked.metadata).toMatchObject({ pipe_status: [2, 0], masked_failure: true });
  const piped = rendered({}, { pipeStatus: [141, 0] });
  expect([piped.output, piped.metadata["masked_failure"]]).toEqual(["", false]);
});

test("a command that was handed over is a success that names its shell", () => {
  const backing = Object(undefined);
  const ending = { kind: "handed-over", afterMs: 9, backing } as const;
  const handed = rendered({ stdout: "so far\n" }, { ending }, { bashId: "shell_1" });
  expect(handed).toMatchObject({
    success: true,
    output: `${WORDS.handedOver(9, "shell_1")}\nso far\n[still running: bash_id="shell_1"]`,
  });
  expect(handed.metadata).toMatchObject({ bash_id: "shell_1", timed_out: true, status: "running", exit_code: null });
  const impatient = rendered({}, { ending }, { bashId: "shell_1", isOutOfPatience: true });
  expect(impatient.metadata).not.toHaveProperty("timed_out");
});

test("output that is too long is cut, and named by its file and its id", () => {
  const { output, metadata } = rendered({ stdout: "x".repeat(50_000) }, {}, { readBy: "shell_1" });
  expect(output.length).toBeLessThanOrEqual(30_000);
  expect(metadata).toMatchObject({
    truncated: true,
    bash_id: "shell_1",
    output_path: expect.stringMatching(/\/x\.out$/),
  });
});

test("a caller that asks for the streams gets each by itself", () => {
  const { metadata } = rendered({ stdout: "o\n", stderr: "e\n" }, { cwd: "/x" }, { streams: {}, notes: ["said"] });
  expect(metadata).toMatchObject({ stdout: "o\n", stderr: "e\n", cwd_changed: true });
  expect(metadata["notice"]).toBe(WORDS.note("said"));
});

test("texts stand below each other without empty lines between", () => {
  expect(joined(["", "a", "", "b\n", "c"])).toBe("a\nb\nc");
});

test.each<[Outcome["ending"], string]>([
  [{ kind: "exited", exitCode: 0 }, "completed"],
  [{ kind: "limit", limit: "fileBytes", exitCode: 1 }, "failed"],
  [{ kind: "timed-out", afterMs: 1 }, "timeout"],
  [{ kind: "cancelled" }, "killed"],
  [{ kind: "stopped", program: "cat" }, "killed"],
])("%j is a shell that is %s", (ending, status) => {
  expect(statusOf(ending)).toBe(status);
});

test("only a result that is not attested says so", () => {
  expect(rendered({}, { isAttested: false }).metadata).toMatchObject({ attested: false });
  expect(rendered({}, { isAttested: true }).metadata).not.toHaveProperty("attested");
});
