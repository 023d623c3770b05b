import fc from "fast-check";
import { expect, test } from "vitest";
import { AnswerReader, renderTurn } from "../../../../src/core/shell/session/protocol.ts";

const NONCE = "0123456789abcdef0123456789abcdef";
const record = (nonce: string, kind = "done", status = "0", cwd = "/", pipe: string[] = []): Buffer =>
  Buffer.from(`${[nonce, kind, status, cwd, ...pipe].join("\0")}\0\0`);

test("a turn holds its text as it is", () => {
  const text = "echo 'a\n\\' \"$b\" é";
  expect(renderTurn({ kind: "run", nonce: NONCE, text, in: "i", out: "o", err: "e" })).toBe(
    `run\0${NONCE.slice(0, 8)}\0i\0o\0e\0\0${text}\0`,
  );
  expect(renderTurn({ kind: "save", nonce: "n" })).toBe("save\0n\0");
  expect(renderTurn({ kind: "cd", nonce: "n", directory: "/a b" })).toBe("cd\0n\0/a b\0");
  expect(renderTurn({ kind: "run", nonce: "n", text: "trap x EXIT | cat", in: "i", out: "o", err: "e" })).toContain(
    "\0pt\0",
  );
});

test("an answer is found in any split and behind any rubbish", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.array(fc.nat(400), { maxLength: 6 }), (rubbish, cuts) => {
      const all = Buffer.concat([Buffer.from(rubbish), record(NONCE, "done", "3", "/a\nb", ["0", "3"])]);
      const reader = new AnswerReader();
      const borders = [0, ...cuts.map((cut) => Math.min(cut, all.length)).sort((a, b) => a - b), all.length];
      const answers = borders
        .slice(1)
        .flatMap((end, index) => [...reader.push(all.subarray(borders[index], end), NONCE)]);
      expect(answers).toEqual([{ nonce: NONCE, kind: "done", status: 3, cwd: "/a\nb", pipeStatus: [0, 3] }]);
    }),
  );
});

test("an answer with another nonce, an unknown kind or a status that is none does not count", () => {
  const reader = new AnswerReader();
  expect(reader.push(record("f".repeat(32)), NONCE)).toEqual([]);
  expect(reader.push(record(NONCE, "nonsense"), NONCE)).toEqual([]);
  expect(reader.push(record(NONCE, "done", "x"), NONCE)).toEqual([]);
  expect(reader.push(record(NONCE, "done", "0", "/", ["x"]), NONCE)).toEqual([]);
  expect(reader.push(record(NONCE), NONCE)).toHaveLength(1);
});

test("a true answer is found behind half of one, and behind one that never ends", () => {
  for (const cut of [33, 38, 40, 42]) {
    const reader = new AnswerReader();
    reader.push(record(NONCE).subarray(0, cut), NONCE);
    expect(reader.push(record(NONCE, "done", "7"), NONCE).map(({ status }) => status)).toEqual([7]);
  }
  const reader = new AnswerReader();
  reader.push(record(NONCE, "done", "0", "x".repeat(100_000)).subarray(0, -2), NONCE);
  expect(reader.push(record(NONCE), NONCE)).toHaveLength(1);
});
