import type { MachineFinding } from "../../core/sandbox/examine.ts";
import { wrapped } from "./table.ts";

const MARKS: Readonly<Record<MachineFinding["state"], string>> = {
  ok: "ok     ",
  partly: "partly ",
  missing: "missing",
};

const LEAST_WIDTH = 20;

/** A line for each finding, and one for its fix, folded where the terminal ends. */
export function renderFindings(
  findings: readonly MachineFinding[],
  columns: number = Number.POSITIVE_INFINITY,
): string {
  const width = Math.max(...findings.map(({ name }) => name.length));
  const indent = " ".repeat(width + 11);
  const fold = (text: string): string => wrapped(text, Math.max(LEAST_WIDTH, columns - indent.length), indent);
  return findings
    .map(
      ({ name, state, what, fix }) =>
        `${MARKS[state]}  ${name.padEnd(width)}  ${fold(what)}\n${fix === undefined ? "" : `${indent}${fold(`fix: ${fix}`)}\n`}`,
    )
    .join("");
}
