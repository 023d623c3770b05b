import fc from "fast-check";
import { expect, test } from "vitest";
import { truncate } from "../../../../src/core/output/text/truncate.ts";

const whole = (text: string) => ({ head: text, tail: "" });
const short = { notice: () => "[cut]", paths: [] };

test("what fits is not touched", () => {
  expect(truncate(whole("abc"), { maxChars: 3, paths: [] })).toEqual({ text: "abc" });
});

test("whole lines stay on both sides of the notice", () => {
  const text = Array.from({ length: 100 }, (_, i) => `line ${i}\n`).join("");
  expect(truncate(whole(text), { ...short, maxChars: 60 })).toEqual({
    text: "line 0\nline 1\nline 2\n[cut]\nline 96\nline 97\nline 98\nline 99\n",
    cut: { chars: 737, lines: 93, exact: true, paths: [] },
  });
});

test("one long line is cut by characters", () => {
  expect(truncate(whole("0123456789".repeat(10)), { ...short, maxChars: 27 })).toEqual({
    text: "0123456789\n[cut]\n0123456789",
    cut: { chars: 80, lines: 1, exact: true, paths: [] },
  });
});

test("a line that is too long does not cost the lines before it", () => {
  const text = `first\nsecond\n${"x".repeat(1000)}`;
  const { text: shown } = truncate(whole(text), { ...short, maxChars: 47 });
  expect(shown).toBe(`first\nsecond\n[cut]\n${"x".repeat(27)}`);
});

test("a middle that is missing is named, its neighbours shown as far as there is room", () => {
  const missing = { chars: 500, lines: 20, exact: false };
  expect(truncate({ head: "a\nb\n", tail: "y\nz", missing }, { maxChars: 100, paths: ["/log"] })).toEqual({
    text: "a\nb\n[Output truncated: about 500 characters in 20 lines left out; log: /log]\ny\nz",
    cut: { ...missing, paths: ["/log"] },
  });
  expect(truncate({ head: "a\nb\nc\nd\n", tail: "w\nx\ny\nz\n", missing }, { ...short, maxChars: 15 })).toEqual({
    text: "a\nb\n[cut]\ny\nz\n",
    cut: { chars: 508, lines: 24, exact: false, paths: [] },
  });
  expect(truncate({ head: "", tail: "z", missing }, { ...short, maxChars: 15 }).text).toBe("[cut]\nz");
  expect(truncate({ head: "a", tail: "", missing }, { ...short, maxChars: 15 }).text).toBe("a\n[cut]");
});

test("so little room that the notice does not fit", () => {
  expect(truncate(whole("x".repeat(100)), { maxChars: 20, paths: [] }).text).toBe("[Output truncated]");
  expect(truncate(whole("😀😀😀"), { maxChars: 3, paths: [] }).text).toBe("😀");
  expect(truncate(whole("abc"), { maxChars: 0, paths: [] })).toMatchObject({ text: "", cut: { chars: 3 } });
  expect(
    truncate({ head: "", tail: "xyz", missing: { chars: 1, lines: 1, exact: true } }, { maxChars: 2, paths: [] }).text,
  ).toBe("xy");
});

test("one is one", () => {
  const missing = { chars: 1, lines: 1, exact: true };
  const { text } = truncate({ head: "a\n", tail: "b\n", missing }, { maxChars: 1000, paths: ["/a", "/b"] });
  expect(text).toBe("a\n[Output truncated: 1 character in 1 line left out; log: /a, /b]\nb\n");
});

test("marks stay with their letter, pairs stay together", () => {
  const family = "👩‍👩‍👧";
  const letters = "e\u0301".repeat(50);
  for (let maxChars = 20; maxChars < 60; maxChars += 1) {
    const [head = "", tail = ""] = truncate(whole(letters), { ...short, maxChars }).text.split("\n[cut]\n");
    expect([head.length % 2, tail.startsWith("\u0301")]).toEqual([0, false]);
    expect(truncate(whole(family.repeat(20)), { ...short, maxChars }).text).not.toMatch(/^\u200d|\u200d\n/);
  }
  const stack = `a${"\u0301".repeat(500)}`;
  expect(truncate(whole(stack), { ...short, maxChars: 50 }).text.length).toBeLessThanOrEqual(50);
});

test("no cut is longer than allowed or splits a character, and all that is shown was there", () => {
  const piece = fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("\n", "😀", "line\n", "x".repeat(40)));
  const hole = fc.option(fc.record({ chars: fc.nat(), lines: fc.nat(), exact: fc.boolean() }), { nil: undefined });
  fc.assert(
    fc.property(fc.array(piece), fc.array(piece), hole, fc.nat(200), (front, back, missing, maxChars) => {
      const rendering =
        missing === undefined ? whole(front.join("")) : { head: front.join(""), tail: back.join(""), missing };
      const { text, cut } = truncate(rendering, { maxChars, paths: [] });
      expect(text.length).toBeLessThanOrEqual(maxChars);
      expect(Buffer.from(text).toString()).toBe(text);
      if (cut === undefined) {
        expect(text).toBe(rendering.head);
        return;
      }
      const [head = "", tail = ""] = text.split(/\n?\[Output truncated[^\]]*\]\n?/);
      expect((rendering.head || rendering.tail).startsWith(head) || head === "").toBe(true);
      if (text.includes("[Output"))
        expect((missing === undefined ? rendering.head : rendering.tail).endsWith(tail)).toBe(true);
      if (missing === undefined && text.includes("[Output truncated:")) {
        const length = head.length + tail.length;
        expect(rendering.head.length - length - cut.chars).toBeGreaterThanOrEqual(0);
        expect(rendering.head.length - length - cut.chars).toBeLessThanOrEqual(2);
      }
    }),
    { numRuns: 2000 },
  );
});
