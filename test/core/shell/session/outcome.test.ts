import { expect, test } from "vitest";
import { LogBudget } from "../../../../src/core/output/store/log-budget.ts";
import { createTranscript } from "../../../../src/core/output/transcript.ts";
import { neverBegun } from "../../../../src/core/shell/session/outcome.ts";
import { tempDir } from "../../../support/temp-dir.ts";

test("a command that never began changed nothing and printed nothing", () => {
  const transcript = createTranscript({
    directory: tempDir(),
    name: "t",
    memoryBytes: 10,
    logBytes: 10,
    spill: "always",
    budget: new LogBudget(1000),
  });
  const outcome = neverBegun(transcript, "/here");
  expect(outcome).toMatchObject({ ending: { kind: "cancelled" }, cwd: "/here", previousCwd: "/here", durationMs: 0 });
  transcript.close();
});
