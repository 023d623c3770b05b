import type { TerminalSize } from "./terminal-size.ts";

/** What a terminal shows at one moment. */
export type ScreenDrawing = {
  readonly size: TerminalSize;
  /** Each row as text: what stands out is marked, blanks at the end are gone. */
  readonly rows: readonly string[];
  /** Counted from 1. */
  readonly cursor: { readonly row: number; readonly column: number };
  readonly isCursorHidden: boolean;
  /** A program has the whole screen to itself. */
  readonly isFullScreen: boolean;
  readonly title: string;
  readonly bells: number;
};

/** Changed rows are told alone where they are shorter than this part of the whole. */
const SHORT_PART = 0.7;

/**
 * A screen as text: a line about it, then its rows with their numbers, the cursor's marked. Of a screen that was told
 * before, the rows that have changed, where that is much shorter.
 */
export function screenText(now: ScreenDrawing, before?: ScreenDrawing): string {
  const whole = told(now, { isTold: () => true, note: "" });
  if (before === undefined || before.rows.length !== now.rows.length || before.size.cols !== now.size.cols)
    return whole;
  const isTold = (y: number): boolean => now.rows[y] !== before.rows[y];
  const changed = `${told(now, { isTold, note: "; only rows that changed" })}${goneRows(now, before)}`;
  return changed.length < whole.length * SHORT_PART ? changed : whole;
}

type Telling = { readonly isTold: (y: number) => boolean; readonly note: string };

function told(drawing: ScreenDrawing, { isTold, note }: Telling): string {
  const { rows, cursor } = drawing;
  const lines = rows.slice(0, endOf(drawing)).flatMap((row, y) => {
    const isCursor = y + 1 === cursor.row;
    return isTold(y) || isCursor ? [`${isCursor ? ">" : " "}${String(y + 1).padStart(2)} ${row}`.trimEnd()] : [];
  });
  return [headOf(drawing, note), ...lines].join("\n");
}

/** How many rows are told: those up to the last that has something on it, or the cursor. */
function endOf({ rows, cursor }: ScreenDrawing): number {
  let end = rows.length;
  while (end > cursor.row && rows[end - 1] === "") end -= 1;
  return end;
}

/** Rows at the end that were not empty before, and are now. */
function goneRows(now: ScreenDrawing, before: ScreenDrawing): string {
  const end = endOf(now);
  let last = before.rows.length;
  while (last > end && before.rows[last - 1] === "") last -= 1;
  if (last <= end) return "";
  return last === end + 1 ? `\n ${last} (empty now)` : `\n ${end + 1}-${last} (empty now)`;
}

function headOf({ size, cursor, isFullScreen, isCursorHidden, title }: ScreenDrawing, note: string): string {
  const parts = [
    `${size.cols}x${size.rows}`,
    ...(isFullScreen ? ["full-screen program"] : []),
    `cursor ${isCursorHidden ? "hidden " : ""}at row ${cursor.row} column ${cursor.column}`,
    ...(title === "" ? [] : [`title ${JSON.stringify(title)}`]),
  ];
  return `[${parts.join(", ")}${note}]`;
}
