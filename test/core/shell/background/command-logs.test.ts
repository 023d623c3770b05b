import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { steadyMs } from "../../../../src/core/base/clock.ts";
import { shellIdOf } from "../../../../src/core/base/ids.ts";
import { DEFAULT_LIMITS, FINISHED_SHELLS } from "../../../../src/core/base/limits.ts";
import { LogBudget } from "../../../../src/core/output/store/log-budget.ts";
import { createTranscript, type Transcript } from "../../../../src/core/output/transcript.ts";
import { CommandLogs, type OverCommand } from "../../../../src/core/shell/background/command-logs.ts";
import { tempDir } from "../../../support/temp-dir.ts";

const OVER: OverCommand = {
  id: shellIdOf("shell_1"),
  sessionId: "default",
  command: "true",
  workingDir: "/tmp",
  status: "completed",
  exitCode: 0,
  createdAt: 1,
};

function printed(directory: string, spill: "always" | "when-large"): Transcript {
  const budget = new LogBudget(1000);
  const transcript = createTranscript({ directory, name: "command", memoryBytes: 1000, logBytes: 1000, spill, budget });
  transcript.append("stdout", Buffer.from("hello\n"));
  transcript.finish();
  return transcript;
}

test("a command's output is read by its id until it is forgotten, and so is its file", () => {
  const directory = tempDir();
  const logs = new CommandLogs(() => DEFAULT_LIMITS);
  logs.keep(printed(directory, "always"), OVER);
  expect(logs.find("shell_1")?.read().text).toBe("hello\n");
  expect(logs.find("shell_2")).toBeUndefined();
  logs.forget(steadyMs() - 60_000);
  expect([logs.find("shell_1")?.status, readdirSync(directory)]).toEqual(["completed", ["command.out"]]);
  logs.forget(steadyMs() + 60_000);
  expect([logs.find("shell_1"), readdirSync(directory)]).toEqual([undefined, []]);
});

test("output that has an id but no file is kept as well", () => {
  const logs = new CommandLogs(() => DEFAULT_LIMITS);
  logs.keep(printed(tempDir(), "when-large"), OVER);
  expect(logs.find("shell_1")?.read().text).toBe("hello\n");
});

test("output that has a file but no id is deleted in its time", () => {
  const directory = tempDir();
  const logs = new CommandLogs(() => DEFAULT_LIMITS);
  logs.keep(printed(directory, "always"));
  expect(readdirSync(directory)).toEqual(["command.out"]);
  logs.forget(steadyMs() + 60_000);
  expect(readdirSync(directory)).toEqual([]);
});

test("only so many outputs are kept: the oldest goes first, with its file", () => {
  const directory = tempDir();
  const logs = new CommandLogs(() => DEFAULT_LIMITS);
  const keep = (number: number): void => {
    const budget = new LogBudget(1000);
    const options = { directory, name: `command-${number}`, memoryBytes: 1000, logBytes: 1000, budget };
    const transcript = createTranscript({ ...options, spill: "always" });
    transcript.append("stdout", Buffer.from("x"));
    logs.keep(transcript, { ...OVER, id: shellIdOf(`shell_${number}`) });
  };
  for (let number = 0; number < FINISHED_SHELLS + 3; number++) keep(number);
  expect([logs.find("shell_2"), logs.find("shell_3")?.read().text]).toEqual([undefined, "x"]);
  expect(readdirSync(directory)).toHaveLength(FINISHED_SHELLS);
});
