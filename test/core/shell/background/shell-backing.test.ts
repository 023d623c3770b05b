import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync, readdirSync, readFileSync, readlinkSync, writeSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { LogBudget } from "../../../../src/core/output/store/log-budget.ts";
import { createTranscript } from "../../../../src/core/output/transcript.ts";
import { Fifo } from "../../../../src/core/process/fifo.ts";
import { closeWithLastWriter } from "../../../../src/core/shell/background/shell-backing.ts";
import { tempDir } from "../../../support/temp-dir.ts";
import { waitUntil } from "../../../support/wait-until.ts";

test("a log file is open as long as a process can write, of either stream, and is read all the same after that", async () => {
  const directory = tempDir();
  const size = { memoryBytes: 1000, logBytes: 10_000, budget: new LogBudget(100_000) };
  const transcript = createTranscript({ directory, name: "one", spill: "always", ...size });
  const paths = ["o", "e"].map((name) => join(directory, name));
  execFileSync("mkfifo", paths);
  const fifos = paths.map((path) => new Fifo(path, (chunk) => transcript.append("stdout", chunk)));
  onTestFinished(() => {
    for (const fifo of fifos) fifo.close();
  });
  closeWithLastWriter(transcript, fifos);
  const [out = 0, err = 0] = paths.map((path) => openSync(path, constants.O_WRONLY));
  writeSync(out, "first ");
  for (const fifo of fifos) fifo.release();
  closeSync(out);
  await waitUntil("the first bytes", () => transcript.bytes.stdout === 6);
  const log = join(directory, "one.out");
  expect(isOpen(log)).toBe(true);
  writeSync(err, "last");
  closeSync(err);
  await waitUntil("the log to be closed", () => !isOpen(log));
  expect([transcript.read().text, readFileSync(log, "utf8")]).toEqual(["first last", "first last"]);
});

const isOpen = (path: string): boolean =>
  readdirSync("/proc/self/fd").some((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`) === path;
    } catch {
      return false; // closed since the list was made
    }
  });
