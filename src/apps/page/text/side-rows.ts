/** A line of a file, counted from 1. `isUnended`: the file ends in it, without an end of line. */
export type SideLine = { readonly number: number; readonly text: string; readonly isUnended?: boolean };

/** One row of two files beside each other. A gap says which lines come next. */
export type SideRow =
  | { readonly kind: "gap"; readonly text: string }
  | { readonly kind: "same" | "changed"; readonly before: SideLine | undefined; readonly after: SideLine | undefined };

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

/** The lines of a unified diff as rows: what was taken out stands beside what was put in its place. */
export function sideRows(lines: readonly string[]): readonly SideRow[] {
  const rows: SideRow[] = [];
  const next = { before: 1, after: 1 };
  let [out, put]: [SideLine[], SideLine[]] = [[], []];
  const settle = (): void => {
    for (let at = 0; at < Math.max(out.length, put.length); at++)
      rows.push({ kind: "changed", before: out[at], after: put[at] });
    [out, put] = [[], []];
  };
  lines.forEach((line, at) => {
    const [isHunk, before, after] = HUNK.exec(line) ?? [];
    const isUnended = lines[at + 1]?.startsWith("\\") === true;
    const of = (side: "before" | "after"): SideLine => ({
      number: next[side]++,
      text: line.slice(1),
      ...(isUnended ? { isUnended } : {}),
    });
    if (line.startsWith("-")) out.push(of("before"));
    if (line.startsWith("+")) put.push(of("after"));
    if (line.startsWith(" ") || isHunk !== undefined) settle();
    if (line.startsWith(" ")) rows.push({ kind: "same", before: of("before"), after: of("after") });
    if (isHunk === undefined) return;
    [next.before, next.after] = [Number(before), Number(after)];
    rows.push({ kind: "gap", text: line });
  });
  settle();
  return rows;
}
