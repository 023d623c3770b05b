/** Beyond so many changed lines, or lines at all, what lies between the first and the last change counts as changed. */
const MOST_EDITS = 600;
const CONTEXT = 3;

type Line = { readonly mark: " " | "-" | "+"; readonly text: string };

/** How one text becomes another: hunks as `diff -u` writes them, without the names of files. Empty for equal texts. */
export function unifiedDiff(before: string, after: string): string {
  if (before === after) return "";
  const lines = editsOf(linesOf(before), linesOf(after));
  return hunksOf(lines).join("");
}

/** Lines with their ends: the last may have none. */
const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

function editsOf(before: readonly string[], after: readonly string[]): readonly Line[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < Math.min(before.length, after.length) - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const mark = (sign: Line["mark"], lines: readonly string[]): Line[] => lines.map((text) => ({ mark: sign, text }));
  const [old, now] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)];
  const middle = shortestEdits(old, now) ?? [...mark("-", old), ...mark("+", now)];
  return [...mark(" ", before.slice(0, head)), ...middle, ...mark(" ", before.slice(before.length - tail))];
}

/** Myers' shortest script; undefined when it would be too long. */
function shortestEdits(before: readonly string[], after: readonly string[]): readonly Line[] | undefined {
  const trace: Map<number, number>[] = [];
  let reached = new Map([[1, 0]]);
  for (let edits = 0; edits <= MOST_EDITS; edits++) {
    trace.push(reached);
    const next = new Map(reached);
    for (let k = -edits; k <= edits; k += 2) {
      let a = isDown(reached, k, edits) ? (reached.get(k + 1) ?? 0) : (reached.get(k - 1) ?? 0) + 1;
      while (a < before.length && a - k < after.length && before[a] === after[a - k]) a++;
      next.set(k, a);
      if (a >= before.length && a - k >= after.length) return walkBack(trace, before, after);
    }
    reached = next;
  }
  return undefined;
}

const isDown = (reached: ReadonlyMap<number, number>, k: number, edits: number): boolean =>
  k === -edits || (k !== edits && (reached.get(k - 1) ?? 0) < (reached.get(k + 1) ?? 0));

function walkBack(
  trace: readonly ReadonlyMap<number, number>[],
  before: readonly string[],
  after: readonly string[],
): readonly Line[] {
  const lines: Line[] = [];
  let [a, b] = [before.length, after.length];
  for (let edits = trace.length - 1; edits >= 0; edits--) {
    const reached = trace[edits] ?? new Map<number, number>();
    const k = a - b;
    const from = isDown(reached, k, edits) ? k + 1 : k - 1;
    const start = reached.get(from) ?? 0;
    while (a > Math.max(start, 0) && b > start - from && b > 0) {
      if (before[a - 1] !== after[b - 1]) break;
      lines.push({ mark: " ", text: before[a - 1] ?? "" });
      a--;
      b--;
    }
    if (edits === 0) break;
    if (a === start) lines.push({ mark: "+", text: after[--b] ?? "" });
    else lines.push({ mark: "-", text: before[--a] ?? "" });
  }
  return lines.toReversed();
}

function hunksOf(lines: readonly Line[]): readonly string[] {
  const near = new Uint8Array(lines.length);
  lines.forEach(({ mark }, at) => {
    if (mark !== " ") near.fill(1, Math.max(0, at - CONTEXT), at + CONTEXT + 1);
  });
  const hunks: string[] = [];
  const at = { before: 1, after: 1 };
  for (let from = 0; from < lines.length; ) {
    let to = from;
    while (to < lines.length && near[to] === near[from]) to++;
    const part = lines.slice(from, to);
    const counts = { before: count(part, "+"), after: count(part, "-") };
    if (near[from] === 1) hunks.push(hunkOf(part, at, counts));
    at.before += counts.before;
    at.after += counts.after;
    from = to;
  }
  return hunks;
}

/** How many lines do not have this mark. */
const count = (lines: readonly Line[], mark: "+" | "-"): number => lines.filter((line) => line.mark !== mark).length;

type Place = { readonly before: number; readonly after: number };

function hunkOf(lines: readonly Line[], at: Place, counts: Place): string {
  const range = (start: number, length: number): string => `${length === 0 ? start - 1 : start},${length}`;
  const head = `@@ -${range(at.before, counts.before)} +${range(at.after, counts.after)} @@\n`;
  const body = lines.map(({ mark, text }) =>
    text.endsWith("\n") ? `${mark}${text}` : `${mark}${text}\n\\ No newline at end of file\n`,
  );
  return `${head}${body.join("")}`;
}
