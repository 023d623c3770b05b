import { expect, test } from "vitest";
import { SecretGlance } from "../../../../src/core/output/redact/quick-scan.ts";
import { valueShapes } from "../../../../src/core/output/redact/secret-values.ts";

const SECRET = "hunter2-hunter2!";
const glance = new SecretGlance(valueShapes([{ name: "TOKEN", value: SECRET }]));
const mayContain = (text: string): boolean => glance.mayContain(Buffer.from(text));

test("a secret is seen at every place", () => {
  for (let at = 0; at < 20; at += 1) expect(mayContain(`${".".repeat(at)}${SECRET} and the rest`)).toBe(true);
});

test("a secret is seen wherever a colour cuts it", () => {
  for (let at = 1; at < SECRET.length; at += 1) {
    for (const before of ["", "."]) {
      expect(mayContain(`${before}${SECRET.slice(0, at)}\x1b[31m${SECRET.slice(at)} rest`)).toBe(true);
    }
  }
});

test.each([
  ["plain output", "one line and another\n".repeat(50)],
  ["coloured output", "\x1b[32mok\x1b[0m a test\n".repeat(50)],
  ["what begins like a secret and is none", "hunter hunter3 hunting \n".repeat(50)],
  ["nothing", ""],
])("%s is passed over", (_, text) => {
  expect(mayContain(text)).toBe(false);
});

test("bytes at an odd place in memory are read as any others", () => {
  const shifted = Buffer.from(`.${SECRET} and the rest`).subarray(1);
  expect([shifted.byteOffset % 2, glance.mayContain(shifted)]).toEqual([1, true]);
});

test("more sequences in a row than are looked behind may hide one", () => {
  expect(mayContain(`plain ${"\x1b[0m".repeat(9)} text`)).toBe(true);
});
