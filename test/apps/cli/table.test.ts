import { expect, test } from "vitest";
import { renderFindings } from "../../../src/apps/cli/render-findings.ts";
import { renderTable, wrapped } from "../../../src/apps/cli/table.ts";

test("what is wider than the terminal is cut in a table and folded in a sentence", async () => {
  const rows = [
    ["ID", "COMMAND"],
    ["1", "x".repeat(50)],
  ];
  expect(renderTable(rows, 20)).toBe(`ID  COMMAND\n1   ${"x".repeat(15)}…\n`);
  expect(wrapped("one two three", 7, "> ")).toBe("one two\n> three");
  const findings = [{ name: "bash", state: "missing", what: "a b c ".repeat(10).trim(), fix: "install it" }] as const;
  const lines = renderFindings(findings, 40).split("\n");
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(40);
  expect(renderFindings(findings).split("\n")).toHaveLength(3);
});
