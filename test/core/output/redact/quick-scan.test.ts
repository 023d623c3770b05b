import fc from "fast-check";
import { expect, test } from "vitest";
import { keyFormats } from "../../../../src/core/output/redact/key-formats.ts";
import { plainViewOf } from "../../../../src/core/output/redact/plain-view.ts";
import { SecretGlance } from "../../../../src/core/output/redact/quick-scan.ts";
import { SecretSearch } from "../../../../src/core/output/redact/secret-search.ts";
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

test.each([1, 2, 3])("bytes %i behind an aligned place in memory are read as any others", (shift) => {
  const shifted = Buffer.from(`${".".repeat(shift)}${SECRET} and the rest`).subarray(shift);
  expect([shifted.byteOffset % 4, glance.mayContain(shifted)]).toEqual([shift, true]);
});

test("more sequences in a row than are looked behind may hide one", () => {
  expect(mayContain(`plain ${"\x1b[0m".repeat(9)} text`)).toBe(true);
});

test("a colour of any length that cuts a secret is passed, or may hide one", () => {
  for (let length = 1; length < 40; length += 1) {
    expect(mayContain(`hu\x1b[${"1;".repeat(length)}mnter2-hunter2! and the rest`)).toBe(true);
    expect(mayContain(`plain \x1b[${"1;".repeat(length)}mtext and the rest`)).toBe(false);
  }
});

test("no text in which the search finds a secret is passed over", () => {
  const shapes = [...valueShapes([{ name: "TOKEN", value: SECRET }]), ...keyFormats()];
  const [search, quick] = [new SecretSearch(shapes), new SecretGlance(shapes)];
  const sequence = fc.constantFrom(
    "\x1b[31m",
    "\x1b[m",
    "\x1b[38;5;208m",
    `\x1b[${"0;".repeat(12)}1m`,
    "\x1b[2K",
    "\x1b(B",
    "\x1bM",
    "\u009b1m",
    "\x1b]0;a title\x07",
    "\x1b[3",
    "\x1b",
    "\xc2",
    "\x1b[31\n",
  );
  const part = fc.constantFrom(
    SECRET,
    SECRET.slice(0, 3),
    SECRET.slice(3),
    "hunt",
    "gh",
    "p_",
    "ghp_",
    "a".repeat(36),
    "AKIA",
    "A1".repeat(8),
    "s",
    "k-",
    "old ",
    "é",
    "\n",
    ".",
    " the project, all well ",
  );
  let found = 0;
  fc.assert(
    fc.property(fc.array(fc.oneof(part, part, sequence), { maxLength: 30 }), fc.nat(3), (pieces, shift) => {
      const bytes = Buffer.from(`${".".repeat(shift)}${pieces.join("")}\n all else\n`).subarray(shift);
      const searched = [bytes, plainViewOf(bytes).bytes];
      const hasSecret = searched.some((seen) => search.search(seen, { before: 0x0a, final: true }).spans.length > 0);
      found += Number(hasSecret);
      if (hasSecret) expect(quick.mayContain(bytes)).toBe(true);
    }),
    { numRuns: 3000 },
  );
  expect(found).toBeGreaterThan(300);
});
