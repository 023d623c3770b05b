import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";
import fc from "fast-check";
import { expect, test } from "vitest";
import { LogBudget } from "../../../../src/core/output/store/log-budget.ts";
import { LogFile } from "../../../../src/core/output/store/log-file.ts";
import { TRAILER_BYTES } from "../../../../src/core/output/store/log-trailer.ts";
import { tempDir } from "../../../support/temp-dir.ts";

const AMPLE = new LogBudget(Number.MAX_SAFE_INTEGER);

const contents = (log: LogFile): string => log.ranges.map((range) => log.read(range).toString("latin1")).join("…");

test("what was written is read back, also after the file was closed", () => {
  const log = new LogFile({ path: join(tempDir(), "a.log"), maxBytes: 100, budget: AMPLE });
  expect([log.exists, log.end, contents(log)]).toEqual([false, 0, ""]);
  log.append(Buffer.from("abc"));
  log.append(Buffer.alloc(0));
  log.append(Buffer.from("def"));
  log.close();
  log.close();
  log.append(Buffer.from("not any more"));
  expect([log.exists, log.end, contents(log), log.problem]).toEqual([true, 6, "abcdef", undefined]);
});

test("the head stays, the tail goes round, for any sizes; a reader of the file alone sees the same", () => {
  const directory = tempDir();
  let names = 0;
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 12 }),
      (maxBytes, chunks) => {
        names += 1;
        const path = join(directory, `${names}.log`);
        const log = new LogFile({ path, maxBytes, budget: AMPLE });
        for (const chunk of chunks) log.append(Buffer.from(chunk));
        const whole = Buffer.concat(chunks);
        for (const reader of [log, LogFile.left(path)]) {
          expect(reader.end).toBe(whole.length);
          const kept = reader.ranges.map(({ start, end }) => {
            expect(reader.read({ start, end })).toEqual(whole.subarray(start, end));
            return end - start;
          });
          expect(kept.reduce((sum, bytes) => sum + bytes, 0)).toBe(Math.min(maxBytes, whole.length));
        }
        if (log.exists) expect(statSync(path).size).toBeLessThanOrEqual(maxBytes + TRAILER_BYTES);
        log.remove();
      },
    ),
    { numRuns: 300 },
  );
});

test("output that looks like the last line of a full log is output", () => {
  const path = join(tempDir(), "forged.log");
  const log = new LogFile({ path, maxBytes: 10, budget: AMPLE });
  log.append(Buffer.from("0123456789abc"));
  log.close();
  const trailer = readFileSync(path).subarray(10);
  writeFileSync(path, Buffer.concat([Buffer.from("more than ten bytes"), trailer]));
  expect(LogFile.left(path).end).toBe(19 + TRAILER_BYTES);
});

test("the space for all logs is asked for before a file is made or grows", () => {
  const budget = new LogBudget(9);
  const log = new LogFile({ path: join(tempDir(), "claimed.log"), maxBytes: 10, budget });
  for (const text of ["abcd", "efgh", "ijkl", "m"]) log.append(Buffer.from(text));
  expect([contents(log), log.isWriting]).toEqual(["abcde…fgh", false]);
  expect(log.problem).toBe("the output log ends after 8 bytes: the space for all logs is used up");
  const refused = new LogFile({ path: join(tempDir(), "never.log"), maxBytes: 10, budget });
  refused.append(Buffer.from("ab"));
  expect([refused.exists, existsSync(refused.path)]).toEqual([false, false]);
});

test("a full log claims nothing when it goes round, and a removed one gives back what it had", () => {
  const budget = new LogBudget(10);
  for (const name of ["one", "another"]) {
    const log = new LogFile({ path: join(tempDir(), name), maxBytes: 10, budget });
    for (const letter of "abcdefghijklmnopqrstuvwxyz") log.append(Buffer.from(letter));
    expect(contents(log)).toEqual("abcde…vwxyz");
    expect(budget.claim(1)).toBe(false);
    log.remove();
    log.remove();
  }
  expect([budget.claim(11), budget.claim(10)]).toEqual([false, true]);
});

test("a file that is no file of ours is an empty stream", () => {
  const directory = tempDir();
  for (const path of [join(directory, "none"), directory]) {
    const left = LogFile.left(path);
    expect([left.exists, left.end]).toEqual([false, 0]);
    left.remove();
  }
  expect(existsSync(directory)).toBe(true);
});

/** A process of its own whose files may not grow beyond a limit: to it, the disk is full. */
test("a full disk costs the log, not the output, and is told once", () => {
  const directory = tempDir();
  const program = join(directory, "program.mjs");
  buildSync({
    stdin: {
      contents: `
        import { LogBudget } from "./src/core/output/store/log-budget.ts";
        import { createTranscript } from "./src/core/output/transcript.ts";
        const transcript = createTranscript({
          directory: process.argv[2], name: "full", memoryBytes: 65536, logBytes: 1e9, spill: "always",
          budget: new LogBudget(1e9),
        });
        for (let i = 0; i < 3000; i += 1) transcript.append("stdout", Buffer.from("line " + i + "\\n"));
        transcript.finish();
        const { text, droppedBytes } = transcript.read();
        console.log(JSON.stringify({ text, droppedBytes, problem: transcript.problem, paths: transcript.paths }));
      `,
      resolveDir: process.cwd(),
      loader: "ts",
    },
    bundle: true,
    platform: "node",
    format: "esm",
    outfile: program,
    external: ["re2js"],
  });
  const limited = spawnSync(
    "bash",
    ["-c", 'trap "" XFSZ; ulimit -f 8; exec "$0" "$@"', process.execPath, program, directory],
    {
      encoding: "utf8",
      timeout: 60_000,
    },
  );
  expect(limited.stderr).toBe("");
  const { text, droppedBytes, problem, paths } = JSON.parse(limited.stdout);
  expect(statSync(paths[0]).size).toBe(8 * 1024);
  expect(problem).toMatch(/^the output log could not be written after 8192 bytes: EFBIG/);
  expect(text).toBe(Array.from({ length: 3000 }, (_, i) => `line ${i}\n`).join(""));
  expect(droppedBytes).toBe(0);
});
