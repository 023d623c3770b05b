import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
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
  ["", ""],
  ["one\ntwo\n", "two"],
  ["one\n  two  \n\n\n", "two"],
  [" 10 %\r 20 %\r", "20 %"],
  ["one\r\n", "one"],
  ["\n\n", ""],
])("the last line of %j is %j", async (text, line) => {
  expect(await toldOf(text)).toBe(line);
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
  expect(told.map(({ message }) => message)).toEqual(told.map(() => "two and a half"));
  const amounts = told.map(({ progress }) => progress);
  for (const [index, amount] of amounts.entries())
    expect(amount - (amounts[index - 1] ?? -50)).toBeGreaterThanOrEqual(50);
  reporter.stop();
  const { length } = told;
  reporter.onOutput({ stream: "stdout", text: "late\n" });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(told).toHaveLength(length);
});
