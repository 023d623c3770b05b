import { expect, test } from "vitest";
import { compareRows, comparisonOf, liesApart } from "../../../bench/report/compare.ts";
import { type Result, type ResultRow, rowsOf } from "../../../bench/report/result.ts";
import type { RowName } from "../../../bench/targets.ts";

const row = (name: RowName, values: readonly number[]): readonly ResultRow[] =>
  rowsOf(values.map((value) => ({ row: name, value })));
const change = (name: RowName, before: readonly number[], now: readonly number[]) =>
  compareRows(row(name, before), row(name, now))[0]?.change;

test("spreads that touch, or lie closer than half of the wider one, are the same", () => {
  expect(liesApart([1, 2], [2, 3])).toBe(false);
  expect(liesApart([1, 2], [2.5, 3])).toBe(false);
  expect(liesApart([1, 2], [2.6, 3])).toBe(true);
  expect(liesApart([2.6, 3], [1, 2])).toBe(true);
  expect(liesApart([1, 1], [1, 1])).toBe(false);
});

test("a row that left the noise is worse or better by the direction of its target", () => {
  expect(change("tool", [0.3, 0.32, 0.31], [0.4, 0.41, 0.42])).toBe("worse");
  expect(change("tool", [0.4, 0.41, 0.42], [0.3, 0.32, 0.31])).toBe("better");
  expect(change("back-to-back", [4, 4.1, 4.2], [5, 5.1, 5.2])).toBe("better");
  expect(change("back-to-back", [5, 5.1, 5.2], [4, 4.1, 4.2])).toBe("worse");
});

test("a row that wavers as much as it changed is the same, however far its median moved", () => {
  expect(change("tool", [0.3, 0.31, 0.6], [0.5, 0.7, 0.9])).toBe("same");
});

test("a count that was always the same is worse by one", () => {
  expect(change("kill-survivors", [0, 0, 0], [1, 1, 1])).toBe("worse");
  expect(change("kill-survivors", [0, 0, 0], [0, 0, 1])).toBe("same");
});

test("fewer than three passes tell nothing", () => {
  expect(change("tool", [0.3, 0.3, 0.3], [0.9, 0.9])).toBe("unknown");
});

test("a row that only one run has is new or gone", () => {
  const compared = compareRows(row("link", [1]), row("tool", [1]));
  expect(compared.map(({ name, change: how }) => `${name} ${how}`)).toEqual(["tool new", "link gone"]);
});

test("a comparison says when the machines differ", () => {
  const machine = { cores: 2, node: "v20", kernel: "6", loadBefore: 0, loadAfter: 0 };
  const run = (over: object, values: readonly number[]): Result => ({
    at: "2026-11-16T00:00:00Z",
    commit: "abc",
    machine: { ...machine, ...over },
    rows: row("tool", values),
    failed: {},
  });
  const text = comparisonOf(run({}, [0.3, 0.31, 0.32]), run({ node: "v22" }, [0.5, 0.5, 0.5]));
  expect(text).toContain("against abc of 2026-11-16\nnot the same node: v20 then, v22 now");
  expect(text).toMatch(/✗ worse +echo through the Bash tool.* 0\.31 \(0\.30 … 0\.32\) +→ 0\.50 \(0\.50 … 0\.50\)/);
});
