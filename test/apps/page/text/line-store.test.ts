import { expect, test } from "vitest";
import { LineStore, queryOf } from "../../../../src/apps/page/text/line-store.ts";
import { classesOf } from "../../../../src/apps/page/text/text-style.ts";

const texts = (store: LineStore): (string | undefined)[] =>
  Array.from({ length: store.count }, (_, at) => store.lineAt(at)?.text);

test("text becomes lines, however it is cut", () => {
  for (const cut of [1, 2, 3, 7, 100]) {
    const store = new LineStore();
    const text = "one\ntwo\r\n\n\u001b[31mthree\u001b[0m\n10 %\r20 %\nend";
    for (let at = 0; at < text.length; at += cut) store.append("stdout", text.slice(at, at + cut));
    expect(texts(store)).toEqual(["one", "two", "", "\u001b[0;31mthree\u001b[0m", "20 %", "end"]);
  }
});

test("each stream goes on with its own unfinished line", () => {
  const store = new LineStore();
  store.append("stdout", "half");
  store.append("stderr", "error\n");
  store.append("stdout", " and half\nnext");
  expect(texts(store)).toEqual(["half and half", "error", "next"]);
  expect([0, 1, 2].map((at) => store.lineAt(at)?.stream)).toEqual(["stdout", "stderr", "stdout"]);
});

test("a style goes on in the next line of its stream, and not in the other's", () => {
  const store = new LineStore();
  store.append("stdout", "\u001b[32mgreen\n");
  store.append("stderr", "plain\n");
  store.append("stdout", "green too\u001b[0m\nplain\n");
  expect([0, 1, 2, 3].map((at) => classesOf(store.lineAt(at)?.start ?? 0))).toEqual(["", "", "ink2", ""]);
});

test("a line that is rewritten ten thousand times stays one short line", () => {
  const store = new LineStore();
  for (let at = 0; at < 10_000; at += 1) store.append("stdout", `\r\u001b[Kstep ${at}`);
  expect(texts(store)).toEqual(["step 9999"]);
});

test("the search knows every matching line, also those that come, and forgets a line that no longer matches", () => {
  const store = new LineStore();
  store.append("stdout", "\u001b[31mEr\u001b[0mror 1\nfine\nerror 2\n");
  store.find(/error/iu);
  expect(store.hits).toEqual([0, 2]);
  store.append("stdout", "an er");
  expect(store.hits).toEqual([0, 2]);
  store.append("stderr", "error 3\n");
  store.append("stdout", "ror");
  expect(store.hits).toEqual([0, 2, 3, 4]);
  store.append("stdout", "\r\u001b[Kgone");
  expect(store.hits).toEqual([0, 2, 4]);
  store.find(undefined);
  expect(store.hits).toEqual([]);
});

test("the oldest lines go when there are too many; numbers and matches stay right", () => {
  const store = new LineStore(100);
  store.find(/7$/u);
  for (let at = 1; at <= 250; at += 1) store.append("stdout", `line ${at}\n`);
  expect(store.count).toBeLessThanOrEqual(100);
  expect(store.dropped + store.count).toBe(250);
  expect([store.lineAt(store.count - 1)?.text, store.numberOf(store.count - 1)]).toEqual(["line 250", 250]);
  for (const hit of store.hits) expect(store.lineAt(hit)?.text).toMatch(/7$/);
  expect(store.hits.length).toBeGreaterThan(0);
});

test("a note is no line of the output: it is not searched, and lines behind it have no number", () => {
  const store = new LineStore();
  store.append("stdout", "cut");
  store.note("3 KB here were not kept.");
  store.append("stdout", "kept\n");
  store.find(/kept/u);
  expect([texts(store), store.hits]).toEqual([["cut", "3 KB here were not kept.", "kept"], [2]]);
  expect(store.numberOf(2)).toBeUndefined();
});

test.each([
  ["", false, undefined],
  ["a.b", false, "a\\.b"],
  ["a.b", true, "a.b"],
  ["[", false, "\\["],
])("what is typed as %j (a pattern: %j) is looked for as %j", (typed, isPattern, source) => {
  const query = queryOf(typed, isPattern);
  expect(query instanceof RegExp ? query.source : query).toBe(source);
});

test("what is no pattern is said to be none", () => {
  expect(queryOf("[", true)).toBe("no regular expression");
});
