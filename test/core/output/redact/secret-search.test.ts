import { expect, test } from "vitest";
import { type SearchOptions, SecretSearch } from "../../../../src/core/output/redact/secret-search.ts";
import { literalAt, NO_SECRET, type SecretShape, UNFINISHED } from "../../../../src/core/output/redact/secret-shape.ts";

const shape = (text: string, wordStart = false): SecretShape => ({
  label: text,
  starts: [Buffer.from(text)],
  wordStart,
  match: (bytes, at, final) => {
    const found = literalAt(bytes, at, Buffer.from(text));
    if (found === "yes") return { kind: "secret", end: at + text.length };
    return found === "no" || final ? NO_SECRET : UNFINISHED;
  },
});

/** Each secret as `START-END LABEL`, then where the search waits. */
function search(text: string, options: Partial<SearchOptions> = {}): readonly (string | number)[] {
  const searched = new SecretSearch([shape("secret"), shape("second"), shape("word", true)]);
  const { spans, waitsFrom } = searched.search(Buffer.from(text), { before: undefined, final: true, ...options });
  return [...spans.map(({ start, end, label }) => `${start}-${end} ${label}`), waitsFrom];
}

test("every secret is found, wherever it stands", () => {
  for (let at = 0; at < 9; at += 1) {
    expect(search(`${".".repeat(at)}secret`)).toEqual([`${at}-${at + 6} secret`, at + 6]);
  }
  expect(search("secretsecond.second")).toEqual(["0-6 secret", "6-12 second", "13-19 second", 19]);
});

test("what only begins like one is none when nothing follows, and waits when more may come", () => {
  expect(search("a secre")).toEqual([7]);
  expect(search("a secre", { final: false })).toEqual([2]);
  expect(search("a se", { final: false })).toEqual([2]);
  expect(search("a sx", { final: false })).toEqual([4]);
});

test("what must begin a word is found at the start of one alone", () => {
  expect(search("a-word aword")).toEqual(["2-6 word", 12]);
  expect(search("word", { before: 0x61 })).toEqual([4]);
  expect(search("word", { before: 0x2d })).toEqual(["0-4 word", 4]);
  expect(search("xwo", { final: false })).toEqual([3]);
});
