const MAX_WORDS = 200;
const MAX_ROUNDS = 40;

/** Where the quoted or escaped piece that starts at `i` ends, or `i` when none starts there. */
function skipQuoted(text: string, i: number): number {
  const char = text.charAt(i);
  if (char === "\\") return i + 2;
  if (char === "'") {
    const end = text.indexOf("'", i + 1);
    return end === -1 ? text.length : end + 1;
  }
  if (char === '"') {
    for (let j = i + 1; j < text.length; j++) {
      if (text.charAt(j) === "\\") j++;
      else if (text.charAt(j) === '"') return j + 1;
    }
    return text.length;
  }
  if (char === "$" && (text.charAt(i + 1) === "{" || text.charAt(i + 1) === "(")) return skipNested(text, i + 1);
  if (char === "`") {
    const end = text.indexOf("`", i + 1);
    return end === -1 ? text.length : end + 1;
  }
  return i;
}

function skipNested(text: string, start: number): number {
  const open = text.charAt(start);
  const close = open === "{" ? "}" : ")";
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === open) depth++;
    else if (char === close && --depth === 0) return i + 1;
    else if (char === "\\") i++;
  }
  return text.length;
}

type Group = { readonly start: number; readonly end: number; readonly items: readonly string[] };

/** The first brace group of a word that bash would expand. */
function firstGroup(text: string): Group | undefined {
  for (let i = 0; i < text.length; ) {
    const behind = skipQuoted(text, i);
    if (behind !== i) {
      i = behind;
      continue;
    }
    if (text.charAt(i) === "{") {
      const group = groupAt(text, i);
      if (group !== undefined) return group;
    }
    i++;
  }
  return undefined;
}

function groupAt(text: string, start: number): Group | undefined {
  const cuts: number[] = [];
  let depth = 0;
  for (let i = start; i < text.length; ) {
    const behind = skipQuoted(text, i);
    if (behind !== i) {
      i = behind;
      continue;
    }
    const char = text.charAt(i);
    if (char === "{") depth++;
    else if (char === "}") {
      depth--;
      if (depth === 0) return closedGroup(text, { start, end: i, cuts });
    } else if (char === "," && depth === 1) cuts.push(i);
    i++;
  }
  return undefined;
}

/** Where a group opens and closes, and the commas between. */
type Marks = { readonly start: number; readonly end: number; readonly cuts: readonly number[] };

function closedGroup(text: string, { start, end, cuts }: Marks): Group | undefined {
  if (cuts.length > 0) {
    const borders = [start, ...cuts, end];
    const items = borders.slice(0, -1).map((border, index) => text.slice(border + 1, borders[index + 1]));
    return { start, end: end + 1, items };
  }
  const items = sequence(text.slice(start + 1, end));
  return items === undefined ? undefined : { start, end: end + 1, items };
}

/** `1..5`, `a..e`, `0..10..2`. */
function sequence(body: string): readonly string[] | undefined {
  const match = /^(-?\d+|[A-Za-z])\.\.(-?\d+|[A-Za-z])(?:\.\.(-?\d+))?$/.exec(body);
  if (match === null) return undefined;
  const [, from = "", to = "", by] = match;
  const letters = !/\d/.test(from) && !/\d/.test(to);
  const first = letters ? from.charCodeAt(0) : Number(from);
  const last = letters ? to.charCodeAt(0) : Number(to);
  if (Number.isNaN(first) || Number.isNaN(last)) return undefined;
  const step = Math.max(1, Math.abs(Number(by ?? 1)));
  const items: string[] = [];
  for (let n = first; first <= last ? n <= last : n >= last; n += first <= last ? step : -step) {
    items.push(letters ? String.fromCharCode(n) : String(n));
    if (items.length > MAX_WORDS) break;
  }
  return items;
}

/** The words a word with braces stands for, as they would be written; `undefined` when they are too many to follow. */
export function expandBraces(text: string): readonly string[] | undefined {
  let words: readonly string[] = [text];
  for (let round = 0; round <= MAX_ROUNDS; round++) {
    const groups = words.map(firstGroup);
    if (groups.every((group) => group === undefined)) return words;
    // In place: the order of the words is the order of the arguments, and the first of them is the program.
    words = words.flatMap((word, index) => {
      const group = groups[index];
      if (group === undefined) return [word];
      return group.items.map((item) => word.slice(0, group.start) + item + word.slice(group.end));
    });
    if (words.length > MAX_WORDS) return undefined;
  }
  return undefined;
}
