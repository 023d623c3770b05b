import type { MachineFinding } from "../../core/sandbox/examine.ts";
import { wrapped } from "./table.ts";

const MARKS: Readonly<Record<MachineFinding["state"], string>> = {
  ok: "ok     ",
  partly: "partly ",
  missing: "missing",
};

/** A column of text that is narrower than this is hard to read. */
const LEAST_WIDTH = 20;

/** A line for each finding, and one for its fix, folded where the terminal ends; on a narrow terminal below its name. */
export function renderFindings(
  findings: readonly MachineFinding[],
  columns: number = Number.POSITIVE_INFINITY,
): string {
  const width = Math.max(...findings.map(({ name }) => name.length));
  const beside = " ".repeat(width + 11);
  const isNarrow = columns - beside.length < LEAST_WIDTH;
  const indent = isNarrow ? "  " : beside;
  const fold = (text: string): string => wrapped(text, columns - indent.length, indent);
  return findings
    .map(
      ({ name, state, what, fix }) =>
        `${MARKS[state]}  ${isNarrow ? `${name}\n${indent}` : `${name.padEnd(width)}  `}${fold(what)}\n${fix === undefined ? "" : `${indent}${fold(`fix: ${fix}`)}\n`}`,
    )
    .join("");
}
