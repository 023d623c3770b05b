import { join } from "node:path";
import { expect, test } from "vitest";
import { ByteStream } from "../../../../src/core/output/store/byte-stream.ts";
import { LogBudget } from "../../../../src/core/output/store/log-budget.ts";
import { LogFile } from "../../../../src/core/output/store/log-file.ts";
import { type RenderOptions, renderStream } from "../../../../src/core/output/text/render-stream.ts";
import { tempDir } from "../../../support/temp-dir.ts";

function streamOf(bytes: Buffer | string, memoryBytes = 1000): ByteStream {
  const log = new LogFile({ path: join(tempDir(), "log"), maxBytes: 1, budget: new LogBudget(0) });
  const stream = new ByteStream(log, memoryBytes);
  stream.append(Buffer.from(bytes));
  return stream;
}

const options = (changed: Partial<RenderOptions> = {}): RenderOptions => ({
  since: 0,
  finished: true,
  maxChars: 1000,
  raw: false,
  redact: (text) => text,
  ...changed,
});

test("a stream is shown from an offset on, as a terminal would show it", () => {
  expect(renderStream(streamOf("one\n\x1b[31m50%\r100%\x1b[0m\n"), options({ since: 4 }))).toEqual({
    rendering: { head: "100%\n", tail: "" },
    next: 22,
    droppedBytes: 0,
  });
});

test("raw output keeps its sequences", () => {
  expect(renderStream(streamOf("\x1b[31mred\r"), options({ raw: true })).rendering.head).toBe("\x1b[31mred\r");
});

test("half a character waits for the next read while more may come", () => {
  const half = Buffer.from("aé").subarray(0, 2);
  expect(renderStream(streamOf(half), options({ finished: false }))).toMatchObject({
    rendering: { head: "a" },
    next: 1,
  });
  expect(renderStream(streamOf(half), options())).toMatchObject({ rendering: { head: "a\uFFFD" }, next: 2 });
});

test("a line that is not wanted so far waits for its end", () => {
  const filter = { pattern: "yes", matches: (line: string) => line.includes("yes") };
  const read = (text: string): number => renderStream(streamOf(text), options({ finished: false, filter })).next;
  expect([read("one\nye"), read("one\nyes")]).toEqual([4, 7]);
});

test("a page is as long as it may be, and always moves on", () => {
  const page = (since: number): number => renderStream(streamOf("ab\x1b[31mc"), options({ since, pageBytes: 3 })).next;
  expect([page(0), page(2)]).toEqual([2, 5]);
});

test("binary output is named, not shown", () => {
  expect(renderStream(streamOf(Buffer.alloc(100)), options()).rendering.head).toBe("[binary output: 100 bytes]\n");
});

test("what was dropped is counted, and its text estimated by what is left", () => {
  expect(renderStream(streamOf("a\n".repeat(50), 20), options())).toEqual({
    rendering: { head: "a\n".repeat(5), tail: "a\n".repeat(5), missing: { chars: 80, lines: 40, exact: false } },
    next: 100,
    droppedBytes: 80,
  });
});

test("a secret that only rendering brings together is taken out", () => {
  const redact = (text: string): string => text.replaceAll("secret", "[gone]");
  expect(renderStream(streamOf("sec\x1b[0mret\n"), options({ redact })).rendering.head).toBe("[gone]\n");
});

const MEMORY = 10 * 1024 * 1024;

test("of a stream that still grows only what fills a text is rendered, and the rest is estimated", () => {
  const lines = "0123456789\n".repeat(100_000);
  let rendered = 0;
  const redact = (text: string): string => {
    rendered += text.length;
    return text;
  };
  const stream = streamOf(`\x1b[0m${lines}\x1b[0m`, MEMORY);
  const { rendering, next } = renderStream(stream, options({ finished: false, redact }));
  expect(next).toBe(lines.length + 8);
  expect(rendered).toBeLessThan(lines.length / 10);
  expect(lines.startsWith(rendering.head) && lines.endsWith(rendering.tail)).toBe(true);
  expect(rendering.head.length + rendering.tail.length).toBeGreaterThan(1000);
  const { chars, lines: left, exact } = rendering.missing ?? { chars: 0, lines: 0, exact: true };
  const hidden = lines.length - rendering.head.length - rendering.tail.length;
  expect([Math.round(chars / hidden), Math.round((left * 11) / hidden), exact]).toEqual([1, 1, false]);
});

test("a whole finished stream of this size is rendered and counted exactly", () => {
  const lines = "0123456789\n".repeat(100_000);
  expect(renderStream(streamOf(lines, MEMORY), options()).rendering).toEqual({ head: lines, tail: "" });
});

test("what shrinks when it is rendered is shown as a whole, also while the stream grows", () => {
  const progress = Array.from({ length: 20_000 }, (_, at) => `\r${at} of 20000`).join("");
  const { rendering } = renderStream(streamOf(`begun${progress}\ndone\n`, MEMORY), options({ finished: false }));
  expect(rendering).toEqual({ head: "19999 of 20000\ndone\n", tail: "" });
});

test("a growing stream is searched as a whole for the lines that are asked for", () => {
  const text = `${"no\n".repeat(60_000)}yes\n${"no\n".repeat(60_000)}`;
  const { rendering } = renderStream(streamOf(text, MEMORY), options({ finished: false, isSelected: true }));
  expect(rendering).toEqual({ head: text, tail: "" });
});
