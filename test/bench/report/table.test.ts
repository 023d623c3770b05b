import { expect, test } from "vitest";
import { type Result, rowsOf } from "../../../bench/report/result.ts";
import { tableOf } from "../../../bench/report/table.ts";

const machine = { cores: 2, node: "v20", kernel: "6", loadBefore: 0.1, loadAfter: 0.2 };
const result = (over: Partial<Result>): Result => ({ at: "", commit: "", machine, rows: [], failed: {}, ...over });

test("a line says median, spread, target, goal and the two sides", () => {
  const rows = rowsOf([0.3, 0.35, 0.5].map((value) => ({ row: "tool", value, of: "1.00 : 2.00 ms" }) as const));
  expect(tableOf(result({ rows }))).toMatch(
    /\n {2}\/ spawning bash -c with pipes\n✓ echo through the Bash tool, .* 0\.35x {2}0\.30 … 0\.50 +<= 0\.40x, goal 0\.35x +1\.00 : 2\.00 ms\n/,
  );
});

test("a missed target and a benchmark that failed are marked, and counted as what they are", () => {
  const rows = rowsOf([
    { row: "back-to-back", value: 3 },
    { row: "kill-survivors", value: 0 },
    { row: "kill-time", value: 6 },
  ]);
  const text = tableOf(result({ rows, failed: { mcp: "no server" } }));
  expect(text).toMatch(/✗ commands a second, back to back +3\.00x {2}one pass +>= 4\.00x\n/);
  expect(text).toContain("1 of 2 targets met; load 0.1 before, 0.2 after, 2 cores\n✗ mcp failed: no server");
});
