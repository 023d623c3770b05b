import { existsSync, readFileSync, rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ByteStream } from "../../../../src/core/output/store/byte-stream.ts";
import { LogBudget } from "../../../../src/core/output/store/log-budget.ts";
import { LogFile } from "../../../../src/core/output/store/log-file.ts";
import { tempDir } from "../../../support/temp-dir.ts";

function streamOf(memoryBytes: number): { stream: ByteStream; path: string } {
  const path = join(tempDir(), "log");
  const log = new LogFile({ path, maxBytes: 1000, budget: new LogBudget(1000) });
  return { stream: new ByteStream(log, memoryBytes), path };
}

const all = { start: 0, end: 26 };
const ALPHABET = "abcdefghijklmnopqrstuvwxyz";

test("what fits in memory is read from there, and makes no file", () => {
  const { stream, path } = streamOf(100);
  stream.append(Buffer.from(ALPHABET));
  expect([stream.total, stream.available(all), stream.bytes({ start: 2, end: 5 }).toString()]).toEqual([
    26,
    [all],
    "cde",
  ]);
  expect(existsSync(path)).toBe(false);
});

test("without a file the middle is dropped, and each end keeps its place", () => {
  const { stream } = streamOf(8);
  for (const letter of ALPHABET) stream.append(Buffer.from(letter));
  const kept = stream.available(all).map((range) => stream.bytes(range).toString());
  expect([stream.total, kept]).toEqual([26, ["abcd", "wxyz"]]);
});

test("memory has a stretch in one piece, or not at all", () => {
  const { stream } = streamOf(8);
  stream.append(Buffer.from(ALPHABET));
  const ranges = [
    [0, 4],
    [1, 3],
    [22, 26],
    [3, 5],
    [0, 26],
  ] as const;
  expect(ranges.map(([start, end]) => stream.inMemory({ start, end })?.toString())).toEqual([
    "abcd",
    "bc",
    "wxyz",
    undefined,
    undefined,
  ]);
});

test("with a file nothing is lost, what was printed before it included", () => {
  const { stream, path } = streamOf(8);
  stream.append(Buffer.from("abcd"));
  stream.spill();
  stream.spill();
  for (const letter of ALPHABET.slice(4)) stream.append(Buffer.from(letter));
  expect([stream.available(all), stream.bytes(all).toString()]).toEqual([[all], ALPHABET]);
  expect(readFileSync(path, "utf8")).toBe(ALPHABET);
});

test("a file that is cut short gives what it still has, and the rest is then not available", () => {
  const { stream, path } = streamOf(8);
  stream.spill();
  stream.append(Buffer.from(ALPHABET));
  truncateSync(path, 10);
  expect(stream.bytes(all).toString()).toBe("abcdefghij");
  expect(stream.available(all)).toEqual([
    { start: 0, end: 10 },
    { start: 22, end: 26 },
  ]);
});

test("a closed stream gives its memory back where the file has everything, and only there", () => {
  const whole = streamOf(100);
  const lost = streamOf(100);
  const unspilled = streamOf(100);
  for (const { stream } of [whole, lost, unspilled]) stream.append(Buffer.from(ALPHABET));
  for (const { stream } of [whole, lost]) stream.spill();
  rmSync(lost.path);
  for (const { stream } of [whole, lost, unspilled]) stream.close();
  const read = ({ stream }: typeof whole): string =>
    stream
      .available(all)
      .map((one) => stream.bytes(one).toString())
      .join("|");
  expect([whole, lost, unspilled].map(read)).toEqual([ALPHABET, ALPHABET, ALPHABET]);
  rmSync(whole.path);
  expect([read(whole), whole.stream.total]).toEqual(["", 26]);
});
