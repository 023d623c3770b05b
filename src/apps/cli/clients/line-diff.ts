import { oneLine } from "../table.ts";

const CONTEXT = 3;
/** Beyond so many lines on each side, what lies between the first and the last change counts as changed. */
const MOST_LINES = 2000;

type Line = { readonly mark: " " | "-" | "+"; readonly text: string };

/** How one text becomes another, line by line, with three lines around each change. Hidden characters are made visible. */
export function lineDiff(before: string, after: string): string {
  const lines = diff(linesOf(before), linesOf(after));
  const near = lines.map((_, at) =>
    lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ mark }) => mark !== " "),
  );
  return lines
    .flatMap(({ mark, text }, at) => {
      if (near[at] !== true) return near[at - 1] === true || at === 0 ? ["  …\n"] : [];
      const shown = text.split("\t").map((piece) => oneLine(piece, Number.POSITIVE_INFINITY));
      return [`${mark} ${shown.join("\t")}`.trimEnd().concat("\n")];
    })
    .join("");
}

const linesOf = (text: string): readonly string[] => (text === "" ? [] : text.replace(/\n$/, "").split("\n"));

function diff(before: readonly string[], after: readonly string[]): readonly Line[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < Math.min(before.length, after.length) - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const same = (lines: readonly string[]): Line[] => lines.map((text) => ({ mark: " ", text }));
  const middle = changed(before.slice(head, before.length - tail), after.slice(head, after.length - tail));
  return [...same(before.slice(0, head)), ...middle, ...same(before.slice(before.length - tail))];
}

/** The lines of both, with those that are in both kept: the longest common sequence. */
function changed(before: readonly string[], after: readonly string[]): readonly Line[] {
  if (before.length > MOST_LINES || after.length > MOST_LINES) {
    return [...before.map((text): Line => ({ mark: "-", text })), ...after.map((text): Line => ({ mark: "+", text }))];
  }
  const common = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  const lengthAt = (a: number, b: number): number => common[a]?.[b] ?? 0;
  for (let a = before.length - 1; a >= 0; a--) {
    for (let b = after.length - 1; b >= 0; b--) {
      const row = common[a];
      if (row === undefined) continue;
      row[b] = before[a] === after[b] ? lengthAt(a + 1, b + 1) + 1 : Math.max(lengthAt(a + 1, b), lengthAt(a, b + 1));
    }
  }
  const lines: Line[] = [];
  for (let [a, b] = [0, 0]; a < before.length || b < after.length; ) {
    const [old, now] = [before[a], after[b]];
    if (old !== undefined && old === now) {
      lines.push({ mark: " ", text: old });
      a++;
      b++;
    } else if (now === undefined || (old !== undefined && lengthAt(a + 1, b) >= lengthAt(a, b + 1))) {
      lines.push({ mark: "-", text: old ?? "" });
      a++;
    } else {
      lines.push({ mark: "+", text: now });
      b++;
    }
  }
  return lines;
}
