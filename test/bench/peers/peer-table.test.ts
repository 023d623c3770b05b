import { expect, test } from "vitest";
import { peerRows, peerTable } from "../../../bench/peers/peer-table.ts";

const passes = (name: string, kind: "library" | "server", ratios: readonly number[]) =>
  ratios.map((ratio) => ({ name, kind, ratio }));
const SAMPLES = [
  ...passes("floor library", "library", [1, 1, 1]),
  ...passes("slow 1.0", "library", [2, 3, 2.5]),
  ...passes("nacre", "library", [0.5, 0.4, 0.6]),
  ...passes("nacre mcp", "server", [0.6, 0.6, 0.6]),
];

test("a peer has the median of its passes, the fastest comes first, and floors are left out", () => {
  expect(peerRows(SAMPLES)).toEqual([
    { name: "nacre", kind: "library", ratio: 0.5, spread: [0.4, 0.6] },
    { name: "nacre mcp", kind: "server", ratio: 0.6, spread: [0.6, 0.6] },
    { name: "slow 1.0", kind: "library", ratio: 2.5, spread: [2, 3] },
  ]);
});

test("the table keeps libraries and servers apart, and says what is missing or failed", () => {
  const table = peerTable({ rows: peerRows(SAMPLES), missing: ["zx"], failed: { peers: "no server" } });
  expect(table).toMatch(
    /pipes\n {2}nacre +0\.50x {2}0\.40 … 0\.60\n {2}slow 1\.0 +2\.50x .*\n\n .*bash -c\n {2}nacre mcp +0\.60x/,
  );
  expect(table).toContain("not installed, so not measured: zx\n✗ peers failed: no server");
});
