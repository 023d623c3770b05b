import type { IBuffer } from "./emulator/emulator.ts";

/** The row at which the line that goes through this row begins. */
export function lineStart(buffer: IBuffer, row: number): number {
  let start = row;
  while (start > 0 && buffer.getLine(start)?.isWrapped === true) start -= 1;
  return start;
}

/** The last row of the line that goes through this row. */
export function lineEnd(buffer: IBuffer, row: number): number {
  let end = row;
  while (buffer.getLine(end + 1)?.isWrapped === true) end += 1;
  return end;
}

/** The line from one row to another, as it was before the terminal wrapped it. Blanks that were printed stay. */
export function joinedRows(buffer: IBuffer, from: number, to: number): string {
  let text = "";
  for (let row = from; row <= to; row++) text += buffer.getLine(row)?.translateToString(row === to) ?? "";
  return text;
}

/** The lines between two rows, without blanks at their ends. */
export function logicalLines(buffer: IBuffer, from: number, to: number): string[] {
  const lines: string[] = [];
  for (let row = from; row <= to; ) {
    const end = Math.min(lineEnd(buffer, row), to);
    lines.push(joinedRows(buffer, row, end).trimEnd());
    row = end + 1;
  }
  return lines;
}

/** The last row of a buffer that has something on it, or the cursor. */
export function lastRow(buffer: IBuffer): number {
  const cursor = buffer.baseY + buffer.cursorY;
  let row = buffer.length - 1;
  while (row > cursor && isBlank(buffer, row)) row -= 1;
  return row;
}

const isBlank = (buffer: IBuffer, row: number): boolean =>
  (buffer.getLine(row)?.translateToString(true) ?? "").trim() === "";
