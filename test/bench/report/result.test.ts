import { expect, test } from "vitest";
import { rowsOf } from "../../../bench/report/result.ts";
import type { RowName } from "../../../bench/targets.ts";

const passes = (row: RowName, values: readonly number[]) => values.map((value) => ({ row, value, of: `${value} : 1` }));

test("a row is the median of its passes, with the lowest and the highest as its spread", () => {
  const [row] = rowsOf(passes("session-echo", [0.5, 0.3, 0.9, 0.31, 0.29]));
  expect(row).toMatchObject({ name: "session-echo", value: 0.31, spread: [0.29, 0.9], of: "0.31 : 1" });
  expect(row?.passes).toEqual([0.5, 0.3, 0.9, 0.31, 0.29]);
});

test("of two passes the lower one counts, so that the sides it shows are ones that were measured", () => {
  expect(rowsOf(passes("link", [0.4, 0.2]))[0]).toMatchObject({ value: 0.2, of: "0.2 : 1" });
});

test("a row says whether it met its target, in the target's direction; one without a target says nothing", () => {
  const met = (row: RowName, value: number) => rowsOf(passes(row, [value]))[0]?.met;
  expect(met("tool", 0.4)).toBe(true);
  expect(met("tool", 0.41)).toBe(false);
  expect(met("back-to-back", 4)).toBe(true);
  expect(met("back-to-back", 3.9)).toBe(false);
  expect(met("first-answer", 100)).toBeUndefined();
});

test("rows come in the order of the targets, and what was not measured is not there", () => {
  const rows = rowsOf([...passes("http-echo", [1]), ...passes("link", [1])]);
  expect(rows.map(({ name }) => name)).toEqual(["link", "http-echo"]);
});
