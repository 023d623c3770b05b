import fc from "fast-check";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { type Progress, ProgressReporter } from "../../src/adapters/mcp-progress.ts";
import { waitUntil } from "../support/wait-until.ts";

/** What a client is told of this output. */
const toldOf = (text: string): Promise<string> =>
  new Promise((resolve) => {
    const reporter = new ProgressReporter(
      ({ message }) => {
        reporter.stop();
        resolve(message);
      },
      { paceMs: 1, heartbeatMs: 60_000 },
    );
    reporter.onOutput({ stream: "stdout", text });
  });

test.each([
  ["one\ntwo\n", "two"],
  ["one\n  two  \n\n\n", "two"],
  [" 10 %\r 20 %\r", "20 %"],
  ["one\r\n", "one"],
])("the last line of %j is %j", async (text, line) => {
  expect(await toldOf(text)).toBe(line);
});

test.each(["", "\n\n"])("%j has no line: the time is told", async (text) => {
  expect(await toldOf(text)).toMatch(/^running for \d+ s$/);
});

test("the last line is short, and never half a character", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "grapheme", maxLength: 600 }), async (text) => {
      const line = await toldOf(text);
      expect(Array.from(line).length).toBeLessThanOrEqual(200);
      expect(/\p{Surrogate}/u.test(line)).toBe(/\p{Surrogate}/u.test(text) && /\p{Surrogate}/u.test(line));
    }),
  );
});

test("what is printed is told at its pace, silence now and then, and nothing after the end", async () => {
  const told: Progress[] = [];
  const reporter = new ProgressReporter((progress) => told.push(progress), { paceMs: 5, heartbeatMs: 50 });
  onTestFinished(() => reporter.stop());
  for (const text of ["one\n", "two", " and a half"]) reporter.onOutput({ stream: "stdout", text });
  await waitUntil("the first", () => told.length >= 1);
  expect(told[0]?.message).toBe("two and a half");
  await waitUntil("a sign of life without output", () => told.length >= 3);
  const [, ...silent] = told.map(({ message }) => message);
  for (const message of silent) expect(message).toMatch(/^two and a half \(running for \d+ s\)$/);
  const amounts = told.map(({ progress }) => progress);
  for (const [index, amount] of amounts.entries())
    expect(amount - (amounts[index - 1] ?? -50)).toBeGreaterThanOrEqual(50);
  reporter.stop();
  const { length } = told;
  reporter.onOutput({ stream: "stdout", text: "late\n" });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(told).toHaveLength(length);
});

describe("a call that prints nothing", () => {
  /** The messages of the next heartbeats. */
  const heartbeats = (act: (reporter: ProgressReporter) => void): readonly string[] => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const told: string[] = [];
    const reporter = new ProgressReporter(({ message }) => told.push(message));
    act(reporter);
    reporter.stop();
    return told;
  };

  test("says how long it runs", () => {
    expect(heartbeats(() => void vi.advanceTimersByTime(30_000))).toEqual([
      "running for 10 s",
      "running for 20 s",
      "running for 30 s",
    ]);
  });

  test("says how long it is since the last line", () => {
    const told = heartbeats((reporter) => {
      reporter.onOutput({ stream: "stdout", text: "compiling\n" });
      vi.advanceTimersByTime(12_000);
    });
    expect(told).toEqual(["compiling", "compiling (running for 11 s)"]);
  });

  test("says what it waits for, and for how long", () => {
    const told = heartbeats((reporter) => {
      reporter.onWait("its turn");
      vi.advanceTimersByTime(14_000);
      reporter.onWait(undefined);
      vi.advanceTimersByTime(6000);
      reporter.onWait(`port 3000 ${"x".repeat(500)}`);
      vi.advanceTimersByTime(10_000);
    });
    expect(told).toEqual([
      "waiting for its turn for 10 s",
      "running for 6 s",
      `waiting for port 3000 ${"x".repeat(190)} for 10 s`,
    ]);
  });
});
