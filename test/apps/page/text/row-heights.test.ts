import { expect, test } from "vitest";
import { RowHeights } from "../../../../src/apps/page/text/row-heights.ts";

test("sums and places are those of plain counting, while lines come and are measured", () => {
  const heights = new RowHeights();
  const plain: number[] = [];
  const rowsOf = (line: number): number => 1 + ((line * 7) % 4);
  for (const count of [1, 3, 1000, 1024, 1025, 5000]) {
    heights.grow(count, rowsOf);
    while (plain.length < count) plain.push(rowsOf(plain.length));
    for (const line of [0, Math.floor(count / 2), count - 1]) {
      heights.set(line, 5);
      plain[line] = 5;
    }
    const sums = plain.reduce<number[]>((all, rows) => [...all, (all.at(-1) ?? 0) + rows], [0]);
    expect(heights.total).toBe(sums.at(-1));
    for (const line of [0, 1, Math.floor(count / 3), count - 1]) {
      if (line >= count) continue;
      const top = sums[line] ?? 0;
      expect(heights.before(line)).toBe(top);
      expect(heights.lineAt(top)).toBe(line);
      expect(heights.lineAt(top + (plain[line] ?? 1) - 1)).toBe(line);
    }
  }
});

test("a row before the first line or behind the last belongs to that line", () => {
  const heights = new RowHeights();
  heights.reset(3, () => 2);
  expect([heights.lineAt(-5), heights.lineAt(99), heights.total]).toEqual([0, 2, 6]);
  heights.reset(0, () => 1);
  expect([heights.lineAt(0), heights.total, heights.count]).toEqual([0, 0, 0]);
});
