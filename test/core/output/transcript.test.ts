import { existsSync, readFileSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createRedactor } from "../../../src/core/output/redact/redact.ts";
import { LogBudget } from "../../../src/core/output/store/log-budget.ts";
import { createLineFilter, type LineFilter } from "../../../src/core/output/text/line-filter.ts";
import {
  createTranscript,
  openTranscript,
  parseCursor,
  type StreamName,
  type Transcript,
  type TranscriptOptions,
} from "../../../src/core/output/transcript.ts";
import { tempDir } from "../../support/temp-dir.ts";

let names = 0;

const withoutPath = (text: string): string => text.replace(/, kept in [^\]]+/, "");

function transcriptIn(directory: string, options: Partial<TranscriptOptions> = {}): Transcript {
  names += 1;
  return createTranscript({
    directory,
    name: `shell-${names}`,
    memoryBytes: 1024 * 1024,
    logBytes: 1024 * 1024 * 1024,
    spill: "when-large",
    budget: new LogBudget(Number.MAX_SAFE_INTEGER),
    ...options,
  });
}

const filterOf = (pattern: string): LineFilter => {
  const filter = createLineFilter(pattern);
  if ("problem" in filter) throw new Error(filter.problem);
  return filter;
};

const print = (transcript: Transcript, text: string, stream: StreamName = "stdout"): void =>
  transcript.append(stream, Buffer.from(text));

test("stdout comes first, stderr under its own line", () => {
  const transcript = transcriptIn(tempDir());
  print(transcript, "broken\n", "stderr");
  print(transcript, "works");
  transcript.finish();
  expect(transcript.read()).toEqual({
    text: "works\n[stderr]\nbroken\n",
    stdout: "works",
    stderr: "broken\n",
    truncated: false,
    nextCursor: "o5e7",
    droppedBytes: 0,
  });
  expect(transcript.read({ since: "o5e0" }).text).toBe("[stderr]\nbroken\n");
});

test("stderr that is not read stays unread", () => {
  const transcript = transcriptIn(tempDir());
  print(transcript, "out\n");
  print(transcript, "err\n", "stderr");
  const { text, nextCursor } = transcript.read({ includeStderr: false });
  expect([text, transcript.read({ since: nextCursor }).text]).toEqual(["out\n", "[stderr]\nerr\n"]);
});

test("a cursor beyond the end or of another kind harms nobody", () => {
  const transcript = transcriptIn(tempDir());
  print(transcript, "abc");
  expect(transcript.read({ since: "o99e99" })).toMatchObject({ text: "", nextCursor: "o3e0" });
  expect(transcript.read({ since: "nonsense" }).text).toBe("abc");
});

test("two readers get everything, each from its own cursor", () => {
  const transcript = transcriptIn(tempDir());
  print(transcript, "one\n");
  const first = transcript.read();
  print(transcript, "two\n");
  expect(transcript.read({ since: first.nextCursor }).text).toBe("two\n");
  expect(transcript.read().text).toBe("one\ntwo\n");
});

test("half a character, half a sequence and half a newline wait; the end releases them", () => {
  const transcript = transcriptIn(tempDir());
  transcript.append("stdout", Buffer.from([0x61, 0xe2, 0x82]));
  transcript.append("stderr", Buffer.from("err\r"));
  expect(transcript.read()).toMatchObject({ stdout: "a", stderr: "err", nextCursor: "o1e3" });
  transcript.append("stdout", Buffer.from([0xac, 0x1b, 0x5b, 0x33]));
  transcript.append("stderr", Buffer.from("\nmore"));
  expect(transcript.read({ since: "o1e3" })).toMatchObject({ stdout: "€", stderr: "\nmore", nextCursor: "o4e9" });
  transcript.finish();
  expect(transcript.read({ since: "o4e9" })).toMatchObject({ text: "", nextCursor: "o7e9" });
});

test("bytes after the end are read like any other", () => {
  const transcript = transcriptIn(tempDir());
  transcript.finish();
  transcript.append("stdout", Buffer.from([0x61, 0xc3]));
  expect(transcript.read()).toMatchObject({ text: "a", nextCursor: "o1e0" });
  transcript.finish();
  expect(transcript.read().text).toBe("a\ufffd");
});

test("listeners hear of each append and of the end, until they leave", () => {
  const transcript = transcriptIn(tempDir());
  let appended = 0;
  const leave = transcript.onAppend(() => {
    appended += 1;
  });
  print(transcript, "a");
  transcript.finish();
  leave();
  print(transcript, "b");
  expect(appended).toBe(2);
});

test("live text comes decoded, without sequences, per stream, until the listener leaves", () => {
  const transcript = transcriptIn(tempDir());
  const heard: string[] = [];
  print(transcript, "before");
  const leave = transcript.liveText(({ stream, text }) => heard.push(`${stream}:${text}`));
  transcript.append("stdout", Buffer.from([0xe2, 0x82]));
  print(transcript, "err", "stderr");
  transcript.append("stdout", Buffer.from([0xac, 0x1b]));
  print(transcript, "[31mred\x1b[0m\r");
  transcript.finish();
  leave();
  print(transcript, "after");
  expect(heard).toEqual(["stderr:err", "stdout:€", "stdout:red", "stdout:\r"]);
});

test("live bytes come as they were printed, redacted, per stream, until the listener leaves", () => {
  const redactor = createRedactor({ values: [{ name: "KEY", value: "hunter2hunter2" }] });
  const transcript = transcriptIn(tempDir(), { redactor });
  const heard: string[] = [];
  print(transcript, "before");
  const leave = transcript.liveBytes(({ stream, bytes }) => heard.push(`${stream}:${bytes.toString("latin1")}`));
  transcript.append("stdout", Buffer.from([0xe2, 0x00, 0x1b]));
  print(transcript, "hunter2", "stderr");
  print(transcript, "hunter2\r", "stderr");
  transcript.append("stdout", Buffer.from("[31"));
  transcript.finish();
  leave();
  print(transcript, "after");
  const said = (name: string): string =>
    heard
      .filter((one) => one.startsWith(name))
      .map((one) => one.slice(name.length))
      .join("");
  expect([said("stdout:"), said("stderr:")]).toEqual(["\xe2\0\x1b[31", "[redacted:KEY]\r"]);
});

test("small output makes no file, large output one that only its owner reads", () => {
  const directory = tempDir();
  const transcript = transcriptIn(directory, { name: "shell" });
  print(transcript, "x".repeat(24 * 1024));
  expect(transcript.paths).toEqual([]);
  print(transcript, "y");
  const path = join(directory, "shell.out");
  expect(transcript.paths).toEqual([path]);
  expect(readFileSync(path, "utf8")).toBe(`${"x".repeat(24 * 1024)}y`);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  transcript.remove();
  transcript.remove();
  expect([existsSync(path), transcript.paths]).toEqual([false, []]);
});

test("a background shell's output is on disk as soon as it is printed", () => {
  const directory = tempDir();
  const transcript = transcriptIn(directory, { name: "bg", spill: "always" });
  print(transcript, "a");
  print(transcript, "b", "stderr");
  expect([readFileSync(join(directory, "bg.out"), "utf8"), readFileSync(join(directory, "bg.err"), "utf8")]).toEqual([
    "a",
    "b",
  ]);
  transcript.close();
});

test("whatever is cut has a file that has all of it", () => {
  const transcript = transcriptIn(tempDir());
  const line = "0123456789\n";
  print(transcript, line.repeat(2730));
  print(transcript, "e\n", "stderr");
  const reading = transcript.read();
  expect(reading.truncated).toBe(true);
  expect(reading.text.length).toBeLessThanOrEqual(30_000);
  expect(reading.stdout).toContain(`log: ${transcript.paths[0]}]\n`);
  expect(reading.text.endsWith("\n[stderr]\ne\n")).toBe(true);
  expect(readFileSync(transcript.paths[0] ?? "", "utf8")).toBe(line.repeat(2730));
  transcript.remove();
});

test("with a log nothing is lost, however little memory there is", () => {
  const transcript = transcriptIn(tempDir(), { memoryBytes: 20 });
  for (let i = 0; i < 1000; i += 1) print(transcript, `line ${i}\n`);
  transcript.finish();
  const expected = Array.from({ length: 1000 }, (_, i) => `line ${i}\n`).join("");
  expect(transcript.read()).toMatchObject({ text: expected, droppedBytes: 0, truncated: false });
  transcript.close();
  expect(transcript.read({ since: "o10e0" }).text).toBe(expected.slice(10));
  transcript.remove();
});

test("without a log the middle is lost and counted", () => {
  const directory = tempDir();
  const transcript = transcriptIn(directory, { memoryBytes: 20, budget: new LogBudget(0) });
  print(transcript, "abcdefghijklmnopqrstuvwxyz");
  transcript.finish();
  expect(transcript.read()).toEqual({
    text: "abcde\n[Output truncated: about 16 characters in 3 lines left out]\nvwxyz",
    stdout: "abcde\n[Output truncated: about 16 characters in 3 lines left out]\nvwxyz",
    stderr: "",
    truncated: true,
    nextCursor: "o26e0",
    droppedBytes: 16,
    cut: { chars: 16, lines: 3, exact: false, paths: [] },
  });
  expect(transcript.problem).toMatch(/the space for all logs is used up/);
});

test("a log that is full keeps its head and its tail, and says so", () => {
  const transcript = transcriptIn(tempDir(), { memoryBytes: 8, logBytes: 20, spill: "always" });
  for (const letter of "abcdefghijklmnopqrstuvwxyz") print(transcript, letter);
  transcript.finish();
  expect(transcript.read({ notice: () => "[cut]" })).toMatchObject({
    text: "abcdefghij\n[cut]\nqrstuvwxyz",
    droppedBytes: 6,
    cut: { exact: false },
  });
  expect(transcript.read({ since: "o12e0", notice: () => "[cut]" })).toMatchObject({
    text: "[cut]\nqrstuvwxyz",
    droppedBytes: 4,
  });
  expect(transcript.read({ since: "o20e0" })).toMatchObject({ text: "uvwxyz", droppedBytes: 0 });
  expect(transcript.problem).toBe("the output log is full at 20 bytes: its middle is being dropped");
  const left = openTranscript({ stdout: transcript.paths[0] ?? "", stderr: join(tempDir(), "none.err") });
  expect(left.read({ notice: () => "[cut]" })).toEqual(transcript.read({ notice: () => "[cut]" }));
  transcript.remove();
});

test("what a dead host left is read from its files, and nothing is added", () => {
  const directory = tempDir();
  const stdout = join(directory, "left.out");
  writeFileSync(stdout, "before the end\n\x1b[31mhal");
  const left = openTranscript({ stdout, stderr: join(directory, "left.err") });
  left.append("stdout", Buffer.from("more"));
  left.finish();
  expect(left.read()).toMatchObject({ text: "before the end\nhal", droppedBytes: 0, truncated: false });
  expect([left.paths, left.bytes, left.problem]).toEqual([[stdout], { stdout: 23, stderr: 0 }, undefined]);
  left.remove();
  expect(existsSync(stdout)).toBe(false);
});

test("only the lines asked for are shown, and the rest counts as read", () => {
  const transcript = transcriptIn(tempDir());
  print(transcript, "1 ok\n2 ERROR\n3 ok\n4 ERROR");
  print(transcript, "5 ERROR\n", "stderr");
  transcript.finish();
  const reading = transcript.read({ filter: filterOf("ERROR") });
  expect(reading).toMatchObject({
    text: "2 ERROR\n4 ERROR\n[stderr]\n5 ERROR\n",
    nextCursor: "o25e8",
    truncated: false,
  });
  expect(transcript.read({ head: 1 }).text).toBe("1 ok\n[stderr]\n5 ERROR\n");
  expect(transcript.read({ tail: 2, includeStderr: false }).text).toBe("3 ok\n4 ERROR");
  expect(transcript.read({ tail: 0, includeStderr: false }).text).toBe("");
  expect(transcript.read({ tail: 1, filter: filterOf("ok") }).text).toBe("3 ok\n");
  expect(transcript.read({ head: 1, tail: 1, includeStderr: false })).toMatchObject({
    text: "1 ok\n[Output truncated: 13 characters in 2 lines left out]\n4 ERROR",
    truncated: true,
  });
  expect(transcript.read({ head: 2, tail: 2, includeStderr: false }).text).toBe("1 ok\n2 ERROR\n3 ok\n4 ERROR");
});

test("a line still being printed is not filtered away before it is whole", () => {
  const transcript = transcriptIn(tempDir());
  const filter = filterOf("ERROR");
  print(transcript, "first\nERR");
  const early = transcript.read({ filter });
  expect(early).toMatchObject({ text: "", nextCursor: "o6e0" });
  print(transcript, "OR now");
  const matched = transcript.read({ filter, since: early.nextCursor });
  expect(matched).toMatchObject({ text: "ERROR now", nextCursor: "o15e0" });
  print(transcript, "x".repeat(70_000));
  expect(transcript.read({ filter, since: matched.nextCursor })).toMatchObject({ text: "", nextCursor: "o70015e0" });
  transcript.remove();
});

test("any split of any bytes gives the same text", () => {
  const directory = tempDir();
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 60 }),
    fc
      .array(
        fc.constantFrom("é", "😀", "\x1b[31m", "\x1b]0;t\x07", "\x1b]8;;u\x1b\\", "\r\n", "\r", "\b", "ab\n", "\x9b1m"),
      )
      .map((parts) => Uint8Array.from(Buffer.from(parts.join("")))),
  );
  fc.assert(
    fc.property(bytes, fc.array(fc.nat(8)), fc.constantFrom("always", "when-large"), (whole, sizes, spill) => {
      const expected = transcriptIn(directory);
      expected.append("stdout", Buffer.from(whole));
      expected.finish();
      const transcript = transcriptIn(directory, { spill, memoryBytes: 16 });
      for (let at = 0, turn = 0; at < whole.length; turn += 1) {
        const size = sizes[turn] ?? whole.length;
        transcript.append("stdout", Buffer.from(whole.subarray(at, at + size)));
        at += size;
      }
      transcript.finish();
      expect(withoutPath(transcript.read().text)).toBe(expected.read().text);
      expect(transcript.read().nextCursor).toBe(expected.read().nextCursor);
      transcript.remove();
    }),
    { numRuns: 400 },
  );
});

test("successive reads by cursor give the whole exactly once, however appends and reads interleave", () => {
  const directory = tempDir();
  const step = fc.oneof(
    fc.record({ stream: fc.constantFrom<StreamName>("stdout", "stderr"), bytes: fc.uint8Array({ maxLength: 12 }) }),
    fc.constant("read" as const),
    fc.constantFrom("é", "😀x", "\x1b[1m", "\x1b[", "\x1b]8;;", "\x1b\\", "line\n").map((text) => ({
      stream: "stdout" as const,
      bytes: Uint8Array.from(Buffer.from(text)),
    })),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.constantFrom(10, 1000), (steps, memoryBytes) => {
      const transcript = transcriptIn(directory, { memoryBytes });
      const seen = { stdout: "", stderr: "" };
      let cursor = "0";
      const read = (): void => {
        const reading = transcript.read({ since: cursor, raw: false });
        seen.stdout += reading.stdout;
        seen.stderr += reading.stderr;
        cursor = reading.nextCursor;
      };
      for (const next of steps) {
        if (next === "read") read();
        else transcript.append(next.stream, Buffer.from(next.bytes.filter((byte) => !UNSTEADY.has(byte))));
      }
      transcript.finish();
      read();
      const { stdout, stderr } = transcript.read();
      expect(seen).toEqual({ stdout, stderr });
      transcript.remove();
    }),
    { numRuns: 500 },
  );
});

/** Overwriting (also by `CSI G`, `J`, `K`) and the judgement "binary" belong to one read; all else is the same in any parts. */
const UNSTEADY = new Set([
  ...Array.from({ length: 32 }, (_, byte) => byte).filter((byte) => byte !== 0x0a && byte !== 0x1b),
  ...Buffer.from("GJK\x7f"),
]);

test("of a huge output both ends are rendered, and the rest is estimated", () => {
  const transcript = transcriptIn(tempDir(), { spill: "always", memoryBytes: 100_000 });
  const line = (i: number): string => `\x1b[32mline ${String(i).padStart(7, "0")}\x1b[0m\n`;
  const count = 300_000;
  for (let i = 0; i < count; i += 1000) print(transcript, Array.from({ length: 1000 }, (_, k) => line(i + k)).join(""));
  transcript.finish();
  const { text, cut, droppedBytes, nextCursor } = transcript.read();
  expect([droppedBytes, nextCursor, cut?.exact]).toEqual([0, `o${line(0).length * count}e0`, false]);
  expect(text.startsWith("line 0000000\nline 0000001\n")).toBe(true);
  expect(text.endsWith("line 0299998\nline 0299999\n")).toBe(true);
  expect(text).toMatch(/\n\[Output truncated: about \d+ characters in \d+ lines left out; log: .*\]\nline \d{7}\n/);
  const shown = (text.match(/^line /gm) ?? []).length;
  expect(Math.abs((cut?.lines ?? 0) + shown - count)).toBeLessThan(count / 100);
  expect(transcript.read({ tail: 2 })).toMatchObject({ text: "line 0299998\nline 0299999\n", truncated: false });
  expect(transcript.read({ head: 1 })).toMatchObject({ text: "line 0000000\n", truncated: false });
  const both = transcript.read({ head: 1, tail: 1, notice: ({ exact }) => `[cut ${exact}]` });
  expect(both.text).toBe("line 0000000\n[cut false]\nline 0299999\n");
  const many = transcript.read({ head: 200_000, maxChars: 100, notice: () => "[cut]" });
  expect(many.text.startsWith("line 0000000\n")).toBe(true);
  const last = transcript.read({ tail: 200_000, maxChars: 100, notice: () => "[cut]" });
  expect(last.text.endsWith("line 0299999\n")).toBe(true);
  transcript.remove();
});

test("a huge output without line breaks is cut between characters", () => {
  const transcript = transcriptIn(tempDir(), { spill: "always" });
  for (let i = 0; i < 60; i += 1) print(transcript, "€".repeat(33_333));
  transcript.finish();
  const { text, cut } = transcript.read();
  expect(cut?.exact).toBe(false);
  expect(text.replace(/\n\[Output truncated.*\]\n/, "")).toMatch(/^€+$/);
  transcript.remove();
});

test("pages go through a log of any size, each byte once", () => {
  const transcript = transcriptIn(tempDir(), { spill: "always", memoryBytes: 100 });
  const whole = Array.from({ length: 500 }, (_, i) => `\x1b[1m${i} é€😀\x1b[0m\n`).join("");
  print(transcript, whole);
  print(transcript, "error\n", "stderr");
  let text = "";
  for (let cursor = "0", end = transcript.bytes.stdout; ; ) {
    const page = transcript.read({ since: cursor, pageBytes: 61, maxChars: 1000 });
    text += page.stdout;
    cursor = page.nextCursor;
    if (parseCursor(cursor)?.stdout === end) break;
  }
  expect(text).toBe(whole.replaceAll(/\x1b\[\dm/g, ""));
  transcript.remove();
});

test("a page that holds only part of a sequence still moves on", () => {
  const transcript = transcriptIn(tempDir());
  print(transcript, "\x1b]0;a title of some length\x07text");
  const { nextCursor } = transcript.read({ pageBytes: 4 });
  expect(nextCursor).toBe("o4e0");
  expect(transcript.read({ pageBytes: 4, filter: filterOf("x") }).nextCursor).toBe("o4e0");
});

test("binary output is named, not dumped, and raw shows it", () => {
  const directory = tempDir();
  const transcript = transcriptIn(directory);
  const bytes = Buffer.from(Array.from({ length: 1000 }, (_, i) => (i * 167) % 256));
  transcript.append("stdout", bytes);
  transcript.finish();
  expect(transcript.read().text).toBe("[binary output: 1000 bytes]\n");
  expect(transcript.read({ raw: true }).text).toBe(bytes.toString("utf8"));
  const kept = transcriptIn(directory, { name: "bin", spill: "always" });
  kept.append("stderr", bytes);
  expect(kept.read().stderr).toMatch(/^\[binary output: \d+ bytes, kept in .*bin\.err\]\n$/);
  kept.remove();
});

test("raw keeps sequences and returns, but no half characters", () => {
  const transcript = transcriptIn(tempDir());
  transcript.append("stdout", Buffer.concat([Buffer.from("\x1b[31m1%\r2%\x1b["), Buffer.from([0xe2])]));
  expect(transcript.read({ raw: true })).toMatchObject({ text: "\x1b[31m1%\r2%\x1b[", nextCursor: "o12e0" });
});

test("both streams keep both ends when both are too long", () => {
  const transcript = transcriptIn(tempDir());
  for (let i = 0; i < 3000; i += 1) {
    print(transcript, `out ${i}\n`);
    print(transcript, `err ${i}\n`, "stderr");
  }
  transcript.finish();
  const reading = transcript.read({ maxChars: 1000, notice: ({ chars, paths }) => `[${chars} ${paths.length}]` });
  expect(reading.text.length).toBeLessThanOrEqual(1000);
  expect(reading.text).toMatch(/^out 0\n[^]*out 2999\n\[stderr\]\nerr 0\n[^]*err 2999\n$/);
  expect(reading.cut?.paths).toEqual(transcript.paths);
  expect(transcript.read({ maxChars: 5 }).text.length).toBeLessThanOrEqual(5);
  transcript.remove();
});

test("a filter that takes too long is stopped, and what it did not see is counted", () => {
  const transcript = transcriptIn(tempDir());
  print(transcript, "one\ntwo\nthree\nfour\n");
  transcript.finish();
  const slow: LineFilter = {
    pattern: "slow",
    matches: () => {
      const until = performance.now() + 600;
      while (performance.now() < until);
      return true;
    },
  };
  const { text, cut } = transcript.read({ filter: slow, notice: () => "[cut]" });
  expect(text.startsWith("one\n")).toBe(true);
  expect(text.endsWith("[cut]")).toBe(true);
  expect(cut?.lines).toBeGreaterThanOrEqual(1);
});

const redactor = createRedactor({ values: [{ name: "TOKEN", value: "hunter2-hunter2!" }] });

test("a secret is in no file, in no reading and in no live text", () => {
  const transcript = transcriptIn(tempDir(), { spill: "always", redactor });
  const heard: string[] = [];
  transcript.liveText(({ text }) => heard.push(text));
  for (const part of ["a hunt", "er2-hun\x1b[1m", "ter2! b\n", "hunter2-"]) print(transcript, part);
  expect(transcript.read().text).toBe("a [redacted:TOKEN] b\n");
  transcript.finish();
  expect(transcript.read().text).toBe("a [redacted:TOKEN] b\nhunter2-");
  expect(heard.join("")).toBe("a [redacted:TOKEN] b\nhunter2-");
  expect(readFileSync(transcript.paths[0] ?? "", "utf8")).toBe("a [redacted:TOKEN]\x1b[1m b\nhunter2-");
  transcript.remove();
});

test("a secret that only overwriting brings together is not shown", () => {
  const transcript = transcriptIn(tempDir(), { redactor });
  print(transcript, "huX\bnter2-hunter2!\n");
  expect(transcript.read().text).toBe("[redacted:TOKEN]\n");
});

test.each([
  ["a directory that is gone", (directory: string) => rmSync(directory, { recursive: true })],
  ["a file that is there already", (directory: string) => writeFileSync(join(directory, "shell.out"), "mine")],
  ["a link that waits there", (directory: string) => symlinkSync("/dev/null", join(directory, "shell.out"))],
])("%s costs the log, not the output", (_, spoil) => {
  const directory = tempDir();
  const transcript = transcriptIn(directory, { name: "shell", spill: "always" });
  spoil(directory);
  print(transcript, "still here\n");
  expect([transcript.read().text, transcript.paths]).toEqual(["still here\n", []]);
  expect(transcript.problem).toMatch(/^the output log could not be created: E/);
  transcript.remove();
  if (existsSync(join(directory, "shell.out")))
    expect(readFileSync(join(directory, "shell.out"), "utf8")).toMatch(/^(mine)?$/);
});

test("a log that is cut short under our hands is a gap, not a crash", () => {
  const transcript = transcriptIn(tempDir(), { spill: "always", memoryBytes: 20 });
  print(transcript, "abcdefghijklmnopqrstuvwxyz");
  truncateSync(transcript.paths[0] ?? "", 10);
  transcript.finish();
  expect(transcript.read({ notice: () => "[cut]" })).toMatchObject({
    text: "abcdefghij\n[cut]\nvwxyz",
    droppedBytes: 11,
  });
  expect(transcript.read({ since: "o12e0", notice: () => "[cut]" })).toMatchObject({
    text: "[cut]\nvwxyz",
    droppedBytes: 9,
  });
  transcript.close();
  rmSync(transcript.paths[0] ?? "");
  expect(transcript.read({ notice: () => "[cut]" })).toMatchObject({ text: "abcde\n[cut]\nvwxyz", droppedBytes: 16 });
  expect(transcript.problem).toMatch(/^the output log could not be read: ENOENT/);
});
