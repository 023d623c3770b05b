import { execFileSync } from "node:child_process";
import {
  closeSync,
  constants,
  existsSync,
  openSync,
  readdirSync,
  readlinkSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { DEFAULT_SESSION } from "../../../src/core/base/ids.ts";
import { LogBudget } from "../../../src/core/output/store/log-budget.ts";
import { createTranscript, type Transcript } from "../../../src/core/output/transcript.ts";
import { Fifo } from "../../../src/core/process/fifo.ts";
import { LateOutput } from "../../../src/core/shell/late-output.ts";
import type { ShellManager } from "../../../src/core/shell/shell-manager.ts";
import { run, testManager } from "../../support/shells.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { waitUntil } from "../../support/wait-until.ts";

/** All of a transcript's text. */
const textOf = (transcript: Transcript | undefined): string =>
  transcript?.read({ maxChars: Number.MAX_SAFE_INTEGER }).text ?? "";

/** Runs a command; returns the late output that came with it. */
async function lateWith(manager: ShellManager, text: string): Promise<Transcript | undefined> {
  const { late } = (await run(manager, text)).outcome;
  if (late !== undefined) manager.keepLog(late);
  return late;
}

/** A job that prints once a file is there. */
const whenThere = (file: string, print: string): string => `(until [ -e ${file} ]; do sleep 0.02; done; ${print}) &`;

const SIZES = { memoryBytes: 1000, logBytes: 1000, spill: "when-large", budget: new LogBudget(1000) } as const;

/** A FIFO of which this process holds both ends. */
function openFifo(): { readonly fifo: Fifo; readonly writer: number } {
  const path = join(tempDir(), "fifo");
  execFileSync("mkfifo", [path]);
  const fifo = new Fifo(path, () => undefined);
  onTestFinished(() => fifo.close());
  return { fifo, writer: openSync(path, constants.O_WRONLY | constants.O_NONBLOCK) };
}

/** The descriptors of this process on files below a directory. */
const openBelow = (directory: string): number =>
  readdirSync("/proc/self/fd").filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(directory);
    } catch {
      return false;
    }
  }).length;

test("what jobs print over many commands comes whole, in order and once", async () => {
  const manager = testManager();
  const done = join(tempDir(), "done");
  // What the job prints before its command has ended is output of that command.
  const own = await run(manager, `(for i in {1..150}; do echo $i; echo e$i >&2; sleep 0.01; done; touch ${done}) &`);
  const came = { out: own.stdout, err: own.stderr };
  const take = async (command: string): Promise<void> => {
    const reading = (await lateWith(manager, command))?.read();
    came.out += reading?.stdout ?? "";
    came.err += reading?.stderr ?? "";
  };
  while (!existsSync(done)) await take("sleep 0.05");
  await take("wait");
  const numbers = Array.from({ length: 150 }, (_, index) => index + 1);
  expect(came.out).toBe(numbers.map((n) => `${n}\n`).join(""));
  expect(came.err).toBe(numbers.map((n) => `e${n}\n`).join(""));
});

test("what was written before it is asked for is there, although no event told of it yet", () => {
  const late = new LateOutput(() => createTranscript({ ...SIZES, directory: tempDir(), name: "late" }));
  const [out, err] = [openFifo(), openFifo()];
  late.collect({ out: out.fifo, err: err.fifo });
  for (const { fifo } of [out, err]) fifo.release();
  expect(late.take()).toBeUndefined();
  writeSync(out.writer, "one\n");
  writeSync(err.writer, "two\n");
  expect(textOf(late.take())).toBe("one\n[stderr]\ntwo\n");
  expect(late.take()).toBeUndefined();
  writeSync(out.writer, "three\n");
  for (const { writer } of [out, err]) closeSync(writer);
  expect(textOf(late.take())).toBe("three\n");
  expect(late.take()).toBeUndefined();
});

test("when it is closed, what comes is read and not kept", () => {
  const late = new LateOutput(() => createTranscript({ ...SIZES, directory: tempDir(), name: "late" }));
  const { fifo, writer } = openFifo();
  late.collect({ out: fifo, err: openFifo().fifo });
  writeSync(writer, "one\n");
  expect(textOf(late.close())).toBe("one\n");
  writeSync(writer, "two\n");
  expect(late.close()).toBeUndefined();
  closeSync(writer);
  expect(fifo.readRest()).toBe("free");
});

test("a job never waits for a reader, and what no call came for is kept within the limits", async () => {
  const manager = testManager({ limits: { logBytes: 100_000, outputMemoryBytes: 20_000 } });
  const gate = join(tempDir(), "gate");
  await run(manager, whenThere(gate, `seq 1 400000; touch ${gate}.done`));
  writeFileSync(gate, "");
  await waitUntil("the job to have printed everything", () => existsSync(`${gate}.done`));
  const late = await lateWith(manager, "wait");
  const [path = ""] = late?.paths ?? [];
  expect(late?.bytes.stdout).toBe(2_688_895);
  expect(late?.problem).toContain("the output log is full at 100000 bytes");
  expect(statSync(path).size).toBeLessThan(101_000);
  expect(textOf(late)).toMatch(/^1\n2\n[^]*\n399999\n400000\n$/);
});

test("a job's descriptors are given back when it ends", async () => {
  const manager = testManager();
  await run(manager, "true");
  const before = openBelow(manager.stateDir);
  const gate = join(tempDir(), "gate");
  for (const size of [1, 100_000]) await run(manager, whenThere(gate, `seq 1 ${size}`));
  await run(manager, "true");
  expect(openBelow(manager.stateDir)).toBeGreaterThan(before);
  expect(textOf(await lateWith(manager, `touch ${gate}; wait`))).toContain("99999\n100000\n");
  await run(manager, "true");
  await waitUntil("the descriptors to be given back", () => openBelow(manager.stateDir) <= before);
});

test("a job goes on printing after its session lost the bash that started it", async () => {
  const manager = testManager();
  const gate = join(tempDir(), "gate");
  await run(manager, `${whenThere(gate, `echo late; touch ${gate}.done`)} exit 3`);
  await run(manager, "kill -9 $$");
  writeFileSync(gate, "");
  await waitUntil("the job to have printed", () => existsSync(`${gate}.done`));
  expect(textOf(await lateWith(manager, "true"))).toBe("late\n");
});

test("what comes while a command is ended belongs to its outcome", async () => {
  const manager = testManager();
  const gate = join(tempDir(), "gate");
  await run(manager, whenThere(gate, "echo late"));
  const { outcome } = await run(manager, `touch ${gate}; wait; sleep 300`, { timeoutMs: 1000 });
  expect([outcome.ending.kind, textOf(outcome.late)]).toEqual(["timed-out", "late\n"]);
});

test("a session that ends returns what no outcome has", async () => {
  const manager = testManager();
  const done = join(tempDir(), "done");
  await run(manager, `(until [ -e ${done} ]; do sleep 0.02; done; echo last; touch ${done}2; sleep 300) &`);
  writeFileSync(done, "");
  await waitUntil("the last line", () => existsSync(`${done}2`));
  expect(textOf(await manager.endSession(DEFAULT_SESSION))).toBe("last\n");
  expect(await manager.endSession(DEFAULT_SESSION)).toBeUndefined();
});

test("two sessions have their own", async () => {
  const manager = testManager();
  const gate = join(tempDir(), "gate");
  await run(manager, whenThere(gate, `echo one; touch ${gate}.done`), { session: "one" });
  const { outcome } = await run(manager, `touch ${gate}; until [ -e ${gate}.done ]; do sleep 0.02; done`, {
    session: "two",
  });
  expect(outcome.late).toBeUndefined();
  expect(textOf((await run(manager, "wait", { session: "one" })).outcome.late)).toBe("one\n");
});
