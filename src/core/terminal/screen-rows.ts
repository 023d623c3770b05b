import type { Emulator, IBufferLine } from "./emulator/emulator.ts";

/** One row of a screen, cell by cell. */
export type ScreenRow = {
  /** The characters of each cell; empty for the second half of a wide one. */
  readonly cells: readonly string[];
  /** Whether each cell is drawn with its colours changed round. */
  readonly inverse: readonly boolean[];
  /** The background of each cell, as a word that can be compared; empty is the terminal's own. */
  readonly grounds: readonly string[];
  /** Whether it goes on from the row above. */
  readonly goesOn: boolean;
};

/** A row of the buffer; an empty one where there is none. */
export function rowOf(emulator: Emulator, line: IBufferLine | undefined): ScreenRow {
  const cells: string[] = [];
  const inverse: boolean[] = [];
  const grounds: string[] = [];
  const reused = emulator.buffer.active.getNullCell();
  for (let x = 0; x < emulator.cols; x++) {
    const cell = line?.getCell(x, reused);
    cells.push(cell === undefined ? " " : charactersOf(cell.getWidth(), cell.isInvisible() !== 0, cell.getChars()));
    inverse.push(cell !== undefined && cell.isInverse() !== 0);
    grounds.push(cell === undefined || cell.isBgDefault() ? "" : `${cell.getBgColorMode()}.${cell.getBgColor()}`);
  }
  return { cells, inverse, grounds, goesOn: line?.isWrapped ?? false };
}

function charactersOf(width: number, isInvisible: boolean, characters: string): string {
  if (width === 0) return "";
  return isInvisible || characters === "" ? " " : characters;
}

const HIGHLIGHT = { begin: "⟦", end: "⟧" } as const;

/**
 * The rows as text without blanks at their ends. What stands out is marked, because which entry of a menu is chosen is
 * often told by nothing else: what is inverse, and what has a background that the cells above and below do not have.
 */
export const markedRows = (rows: readonly ScreenRow[]): string[] =>
  rows.map((row, y) => markedRow(row, rows[y - 1], rows[y + 1]));

function markedRow(row: ScreenRow, above: ScreenRow | undefined, below: ScreenRow | undefined): string {
  let text = "";
  let isOpen = false;
  for (const { from, to } of runsOf(row)) {
    const part = row.cells.slice(from, to).join("");
    const isMarked = part.trim() !== "" && standsOut(row, { from, to }, [above, below]);
    if (isMarked !== isOpen) text += isMarked ? HIGHLIGHT.begin : HIGHLIGHT.end;
    isOpen = isMarked;
    text += part;
  }
  return isOpen ? `${text.trimEnd()}${HIGHLIGHT.end}` : text.trimEnd();
}

type Run = { readonly from: number; readonly to: number };

/** The parts of a row whose cells have one ground. */
function runsOf({ cells, inverse, grounds }: ScreenRow): Run[] {
  const runs: Run[] = [];
  let from = 0;
  for (let x = 1; x <= cells.length; x++) {
    if (x < cells.length && grounds[x] === grounds[from] && inverse[x] === inverse[from]) continue;
    runs.push({ from, to: x });
    from = x;
  }
  return runs;
}

function standsOut(row: ScreenRow, { from, to }: Run, neighbours: readonly (ScreenRow | undefined)[]): boolean {
  if (row.inverse[from] === true) return true;
  let apart = 0;
  for (let x = from; x < to; x++) {
    if (neighbours.every((other) => (other?.grounds[x] ?? "") !== row.grounds[x])) apart += 1;
  }
  return apart * 2 > to - from;
}
