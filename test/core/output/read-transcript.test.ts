import { join } from "node:path";
import { expect, test } from "vitest";
import { type Readable, readTranscript, renderTranscript } from "../../../src/core/output/read-transcript.ts";
import { ByteStream } from "../../../src/core/output/store/byte-stream.ts";
import { LogBudget } from "../../../src/core/output/store/log-budget.ts";
import { LogFile } from "../../../src/core/output/store/log-file.ts";
import { tempDir } from "../../support/temp-dir.ts";

function printed(stdout: string, stderr = ""): Readable {
  const directory = tempDir();
  const stream = (name: string, text: string): ByteStream => {
    const log = new LogFile({ path: join(directory, name), maxBytes: 1000, budget: new LogBudget(1000) });
    const bytes = new ByteStream(log, 1000);
    bytes.append(Buffer.from(text));
    return bytes;
  };
  return { stdout: stream("out", stdout), stderr: stream("err", stderr), finished: true, redact: (text) => text };
}

test("stdout comes before stderr, which has a line of its own", () => {
  expect(readTranscript(printed("out", "err"), {})).toEqual({
    text: "out\n[stderr]\nerr",
    stdout: "out",
    stderr: "err",
    truncated: false,
    nextCursor: "o3e3",
    droppedBytes: 0,
  });
});

test("a cursor says where to read on; what is no cursor is the beginning", () => {
  const readable = printed("one two", "err");
  expect(readTranscript(readable, { since: "o4e3" }).text).toBe("two");
  expect(readTranscript(readable, { since: "nonsense" }).stdout).toBe("one two");
});

test("stderr that is left out stays unread", () => {
  const { text, nextCursor } = readTranscript(printed("out", "err"), { includeStderr: false });
  expect([text, nextCursor]).toEqual(["out", "o3e0"]);
});

test("a short stdout leaves its room to a long stderr", () => {
  const { text, stdout, truncated } = readTranscript(printed("out\n", "e".repeat(84)), { maxChars: 100 });
  expect([text, stdout, truncated]).toEqual([`out\n[stderr]\n${"e".repeat(84)}`, "out\n", false]);
});

test("two long streams keep both ends each, within the limit, and the cut is their sum", () => {
  const long = `begin${"x\n".repeat(100)}end`;
  const reading = readTranscript(printed(long, long), { maxChars: 100, notice: () => "…" });
  expect(reading.text.length).toBeLessThanOrEqual(100);
  for (const text of [reading.stdout, reading.stderr]) expect(text).toMatch(/^begin[^]*…[^]*end$/);
  const shown = (reading.stdout + reading.stderr).replaceAll(/…\n?/g, "").length;
  expect(reading).toMatchObject({ truncated: true, cut: { chars: 2 * long.length - shown, exact: true } });
});

test("lines have a bound of their own: both ends of each stream stay, and what lies between is counted", () => {
  const numbers = (from: number, to: number): string =>
    Array.from({ length: to - from + 1 }, (_, index) => `${from + index}\n`).join("");
  const notice = (cut: { lines: number }): string => `[${cut.lines} lines]`;
  const one = readTranscript(printed(numbers(1, 100)), { maxLines: 9, notice });
  expect(one).toMatchObject({ text: "1\n2\n[96 lines]\n99\n100\n", truncated: true, cut: { lines: 96 } });
  const both = readTranscript(printed(numbers(1, 50), numbers(51, 100)), { maxLines: 13, notice });
  expect(both.stdout).toBe("1\n2\n[46 lines]\n49\n50\n");
  expect(both.stderr).toBe("51\n52\n[46 lines]\n99\n100\n");
  const short = readTranscript(printed(numbers(1, 50), "err\n"), { maxLines: 10, notice });
  expect(short).toMatchObject({ stdout: "1\n2\n[46 lines]\n49\n50\n", stderr: "err\n" });
  for (const maxLines of [0, 1, 6, 20, 60, 200]) {
    const { text } = readTranscript(printed(numbers(1, 50), numbers(51, 99)), { maxLines, notice });
    expect(text.split("\n").length - 1).toBeLessThanOrEqual(Math.max(5, maxLines));
  }
});

test("what was rendered once is cut to several lengths, as if it were read each time", () => {
  const readable = printed("0123456789\n".repeat(50), "error\n".repeat(20));
  const fit = renderTranscript(readable, { maxChars: 300 });
  for (const bounds of [{ maxChars: 300 }, { maxChars: 200, maxLines: 12 }, { maxChars: 40 }, { maxChars: 0 }]) {
    expect(fit(bounds)).toEqual(readTranscript(readable, bounds));
  }
});

test.each([
  "",
  "hi\n",
  "two\nlines",
  "tab\there\n",
  "0123456789\n".repeat(30),
  "colour \x1b[31mred\x1b[0m\n",
  "grün\n",
  "\0\x01\x02",
])("a short output reads the same as a whole as in a page of itself (%j)", (text) => {
  const readable = printed(text);
  for (const bounds of [{}, { maxChars: 400, maxLines: 400 }, { maxChars: 40 }, { maxLines: 9 }, { maxChars: 0 }]) {
    expect(readTranscript(readable, bounds)).toEqual(readTranscript(readable, { ...bounds, pageBytes: 5000 }));
  }
});
