import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { LogBudget } from "../../src/core/output/store/log-budget.ts";
import { createTranscript } from "../../src/core/output/transcript.ts";
import { closingCut, readAlone, readFitting, type Shown, visibleOf } from "../../src/tools/visible.ts";
import { WORDS } from "../../src/tools/words.ts";
import { openToolkit } from "../support/open-toolkit.ts";
import { tempDir } from "../support/temp-dir.ts";

function shown(
  printed: string,
  visible: { readonly chars: number; readonly lines?: number; readonly bytes?: number },
): Shown {
  const sizes = { memoryBytes: 200_000, logBytes: 200_000, budget: new LogBudget(200_000) };
  const transcript = createTranscript({ directory: tempDir(), name: "x", spill: "when-large", ...sizes });
  transcript.append("stdout", Buffer.from(printed));
  transcript.finish();
  return {
    transcript,
    options: {},
    visible: { lines: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY, ...visible },
    words: WORDS,
    where: (paths) => WORDS.wholeOutput(paths),
  };
}

test("output that fits beside the other lines is whole, and no file is written", () => {
  const output = shown("x\n".repeat(40), { chars: 100 });
  const reading = readFitting(readAlone(output), output, () => "note");
  expect(reading).toMatchObject({ text: "x\n".repeat(40), truncated: false });
  expect(output.transcript.paths).toEqual([]);
});

test("output of exactly as many characters as a result may hold is whole", async () => {
  for (const printed of ["x".repeat(1000), "0123456\n".repeat(125)]) {
    const output = shown(printed, { chars: 1000 });
    expect(readFitting(readAlone(output), output, () => "")).toMatchObject({ text: printed, truncated: false });
  }
  const kit = openToolkit();
  const { output, metadata } = await kit.call("Bash", { command: "head -c 30000 /dev/zero | tr '\\0' x" });
  expect(output).toBe("x".repeat(30_000));
  expect(metadata).toMatchObject({ truncated: false });
  const both = await kit.call("Bash", { command: "echo out; head -c 29987 /dev/zero | tr '\\0' x >&2" });
  expect(both.output).toBe(`out\n[stderr]\n${"x".repeat(29_987)}`);
  expect((await kit.call("Bash", { command: "head -c 30001 /dev/zero | tr '\\0' x" })).output).toContain(
    "[Output truncated: ",
  );
});

test("what is left out is in a file, also where the output is small, and everything together fits", () => {
  for (const length of [900, 1010, 3000, 50_000]) {
    const printed = "0123456\n".repeat(length / 8);
    const output = shown(printed, { chars: 1000 });
    const closing = (cut: Parameters<typeof closingCut>[1]): string =>
      `[note] beside it\n${WORDS.closing({ cut: closingCut(output, cut) })}`;
    const reading = readFitting(readAlone(output), output, closing);
    expect(`${reading.text}\n${closing(reading.cut)}\n`.length).toBeLessThanOrEqual(1000);
    if (!reading.truncated) continue;
    const [path = ""] = output.transcript.paths;
    expect(readFileSync(path, "utf8")).toBe(printed);
    expect(closing(reading.cut)).toContain(path);
  }
});

test("lines are bounded too, with the other lines of the result", () => {
  const output = shown("x\n".repeat(500), { chars: 30_000, lines: 100 });
  const reading = readFitting(readAlone(output), output, () => "one\ntwo\nthree");
  expect(reading.text.split("\n").length + 3).toBeLessThanOrEqual(100);
  expect(reading.text.split("\n").length).toBeGreaterThan(80);
});

test.each(["a\n", "é\n", "語語語\n", "🦪 語 a\n"])("bytes are bounded too, whatever is printed: %j", (line) => {
  for (const bytes of [2000, 20_000]) {
    const output = shown(line.repeat(20_000), { chars: 30_000, bytes });
    const closing = (cut: Parameters<typeof closingCut>[1]): string =>
      `[note] 語\n${WORDS.closing({ cut: closingCut(output, cut) })}`;
    const reading = readFitting(readAlone(output), output, closing);
    const found = Buffer.byteLength(`${reading.text}\n${closing(reading.cut)}\n`);
    expect(found).toBeLessThanOrEqual(bytes);
    expect(found).toBeGreaterThan(Math.min(bytes, 30_000) * 0.8);
  }
});

test("where the lines beside the output are too long by themselves, none of the output stands there", () => {
  const output = shown("語\n".repeat(5000), { chars: 30_000, bytes: 100 });
  expect(readFitting(readAlone(output), output, () => "語".repeat(200)).text).toBe("");
});

test("the operator's limit counts, else the client's, else the default", async () => {
  const printed = async (limits: object, visible?: { chars?: number; lines?: number }): Promise<string> =>
    (await openToolkit({ limits }).call("Bash", { command: "seq 1 20000" }, { visible })).output;
  for (const [limits, visible, most] of [
    [{}, undefined, 30_000],
    [{}, { chars: 5000 }, 5000],
    [{ visibleChars: 9000 }, { chars: 5000 }, 9000],
    [{ visibleChars: 30_000 }, { chars: 5000 }, 30_000],
  ] as const) {
    const { length } = await printed(limits, visible);
    expect(length).toBeLessThanOrEqual(most);
    expect(length).toBeGreaterThan(most * 0.9);
  }
  expect((await printed({}, { lines: 50 })).split("\n").length).toBeLessThanOrEqual(50);
});

test("a client bounds lines even where the operator bounds characters", () => {
  const setup = { limits: { visibleChars: 9000 }, isVisibleSet: true };
  const visible = { chars: 100, lines: 7, bytes: 300 };
  expect(visibleOf(Object(setup), Object({ visible }))).toEqual({
    chars: 9000,
    lines: 7,
    bytes: Number.POSITIVE_INFINITY,
  });
});

test("no tool says more bytes than the client of the call shows", async () => {
  const { start, call } = openToolkit();
  const visible = { bytes: 2000 };
  const long = "for i in {1..300}; do printf '語%.0s' {1..60}; echo $i; done";
  const bash_id = await start(`${long}; exit 3`, { description: "語".repeat(500) });
  for (let count = 0; count < 5; count += 1) await start("sleep 300", { description: "語".repeat(300) });
  const results = [
    await call("Bash", { command: long }, { visible }),
    await call("Bash", { command: `${long}; exit 3` }, { visible }),
    await call("Bash", { command: `${long} >&2` }, { visible }),
    await call("BashOutput", { bash_id, wait_for: "exit" }, { visible }),
    // Nothing is new: the end of the log.
    await call("BashOutput", { bash_id, wait_for: "/never/" }, { visible }),
    await call("ListShells", {}, { visible }),
  ];
  const bytes = results.map(({ output, error }) => Buffer.byteLength(error ?? output));
  expect(bytes.filter((count) => count > 2000 || count < 500)).toEqual([]);
});
