import { expect, test } from "vitest";
import { parseMoment } from "../../../../src/core/base/time/moment.ts";

const NOW = Date.parse("2030-01-01T12:00:00Z");

test.each([
  ["30m", 30 * 60_000],
  ["2h", 2 * 3_600_000],
  ["7d", 7 * 86_400_000],
] as const)("%s counts from now, in the direction that is meant", (text, ms) => {
  expect([parseMoment(text, NOW), parseMoment(text, NOW, "ago")]).toEqual([NOW + ms, NOW - ms]);
});

test("a date is its first moment here, and may have an hour and a zone", () => {
  expect(parseMoment("2030-02-01", NOW)).toBe(new Date(2030, 1, 1).getTime());
  expect(parseMoment("2030-02-01T18:00", NOW)).toBe(new Date(2030, 1, 1, 18).getTime());
  expect(parseMoment("2030-02-01T18:00:00.5Z", NOW)).toBe(Date.parse("2030-02-01T18:00:00.5Z"));
});

test.each(["", "2", "h", "-2h", "2 h", "tomorrow", "2030", "2030-13-01", "999999999w", "1e3h"])(
  "%s is no moment",
  (text) => {
    expect(parseMoment(text, NOW)).toBeUndefined();
  },
);
