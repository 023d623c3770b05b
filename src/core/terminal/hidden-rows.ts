import type { ScreenRow } from "./screen-rows.ts";

/**
 * The rows with what must not be shown replaced. A value may go on from one row to the next: rows that are full to their
 * end are looked at as one text.
 */
export function hideInRows(rows: readonly ScreenRow[], hide: (text: string) => string): ScreenRow[] {
  return groupsOf(rows).flatMap((group) => {
    const text = group
      .flatMap(({ cells }) => cells)
      .join("")
      .trimEnd();
    const shown = hide(text);
    return shown === text ? group : rewritten(group, shown);
  });
}

function groupsOf(rows: readonly ScreenRow[]): ScreenRow[][] {
  const groups: ScreenRow[][] = [];
  let before: ScreenRow | undefined;
  for (const row of rows) {
    const last = groups.at(-1);
    if (last !== undefined && before !== undefined && (row.goesOn || isFull(before))) last.push(row);
    else groups.push([row]);
    before = row;
  }
  return groups;
}

const isFull = ({ cells }: ScreenRow): boolean => cells.at(-1) !== " ";

/** Another text in the place of these rows, cut where they were. What is longer ends with the last of them. */
function rewritten(group: readonly ScreenRow[], text: string): ScreenRow[] {
  const characters = Array.from(text);
  let from = 0;
  return group.map(({ cells, goesOn }) => {
    const part = characters.slice(from, from + cells.length);
    from += cells.length;
    const blank = cells.map(() => "");
    return {
      cells: cells.map((_, x) => part[x] ?? " "),
      inverse: blank.map(() => false),
      grounds: blank,
      goesOn,
    };
  });
}
