import { expect, test } from "vitest";
import { renderFindings } from "../../../src/apps/cli/render-findings.ts";

test("each finding has a line, and one for its fix, below each other", () => {
  const findings = [
    { name: "bash", state: "ok", what: "5.2" },
    { name: "bubblewrap", state: "missing", what: "not found", fix: "install it" },
  ] as const;
  expect(renderFindings(findings)).toBe(
    ["ok       bash        5.2", "missing  bubblewrap  not found", "                     fix: install it", ""].join(
      "\n",
    ),
  );
});

test("on a narrow terminal a finding stands below its name, and no line is wider", () => {
  const findings = [
    { name: "a long name of it", state: "partly", what: "one two three four five six seven eight" },
    { name: "bash", state: "missing", what: "not found", fix: "apt-get install bash" },
  ] as const;
  expect(renderFindings(findings, 40)).toBe(
    [
      "partly   a long name of it",
      "  one two three four five six seven",
      "  eight",
      "missing  bash",
      "  not found",
      "  fix: apt-get install bash",
      "",
    ].join("\n"),
  );
});

test("what is wider than the terminal is folded below itself", () => {
  const what = "one two three four five six seven eight";
  const lines = renderFindings([{ name: "x", state: "partly", what }], 35).split("\n");
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.filter((line) => line.length > 35)).toEqual([]);
  expect(lines[1]).toMatch(/^ {12}\S/);
});
