import { expect, test } from "vitest";
import {
  count,
  sayBytes,
  sayLeft,
  sayMoment,
  sayNumber,
  sayPath,
  saySpan,
  sayTime,
  sayVia,
} from "../../../../src/apps/page/state/say.ts";

test.each([
  [0, "0 B"],
  [1023, "1023 B"],
  [1536, "1.5 KB"],
  [327_155_712, "312 MB"],
  [1_503_238_553, "1.4 GB"],
])("%i bytes are %j", (bytes, words) => {
  expect(sayBytes(bytes)).toBe(words);
});

test.each([
  [-5, "0.0 s"],
  [3100, "3.1 s"],
  [38_900, "38 s"],
  [42 * 60_000, "42 min"],
  [70 * 60_000, "1 h 10"],
  [121 * 60_000, "2 h 01"],
  [86_400_000, "1 day"],
  [3 * 86_400_000, "3 days"],
])("%i ms are %j", (ms, words) => {
  expect(saySpan(ms)).toBe(words);
});

test("what is left of a time, numbers, and counted things", () => {
  expect([252_000, 999, -1].map(sayLeft)).toEqual(["4:12", "0:01", "0:00"]);
  expect([sayNumber(12_842), count(1, "line"), count(2000, "line")]).toEqual(["12,842", "1 line", "2,000 lines"]);
});

test("a time is told by the reader's clock", () => {
  expect(sayTime(new Date(2026, 10, 16, 12, 4, 5).getTime())).toBe("12:04:05");
});

test.each([
  ["/home/mira/work", "~/work"],
  ["/root", "~"],
  ["/rooted/x", "/rooted/x"],
  ["/srv/home/mira", "/srv/home/mira"],
])("%j is shown as %j", (path, shown) => {
  expect(sayPath(path)).toBe(shown);
});

test("a moment of another day is told with its date", () => {
  const now = new Date(2026, 10, 17, 12, 0, 0).getTime();
  expect(sayMoment(now - 60_000, now)).toBe("11:59:00");
  expect(sayMoment(new Date(2026, 10, 9, 8, 5, 7).getTime(), now)).toBe("9 Nov 08:05");
});

test("where an answer was given is said in words, and an embedder's own as it is", () => {
  expect(["page", "answer", "terminal", "my bot"].map(sayVia)).toEqual([
    "on the page",
    "by nacre answer",
    "at the terminal",
    "my bot",
  ]);
});
