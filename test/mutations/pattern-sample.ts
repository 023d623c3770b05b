/** A text that a pattern, or a part of one, matches: the shortest and plainest, so far as a few rules can tell. */
export function sampleOf(pattern: string): string {
  const [text] = alternativesAt(pattern, 0);
  return text;
}

const CLASSES: Readonly<Record<string, string>> = { w: "a", d: "1", s: " ", S: "x", W: " ", D: "x", n: "\n", t: "\t" };
/** What stands for a place, not for a letter. */
const PLACES = /^\\[bB]|^[$^]/;

type Sampled = readonly [text: string, end: number];

/** The first alternative that is not empty, up to the end of its group. */
function alternativesAt(pattern: string, from: number): Sampled {
  let texts = [""];
  let at = from;
  while (at < pattern.length && pattern.charAt(at) !== ")") {
    if (pattern.charAt(at) === "|") {
      texts = [...texts, ""];
      at++;
      continue;
    }
    const [text, end] = pieceAt(pattern, at);
    texts = [...texts.slice(0, -1), (texts.at(-1) ?? "") + text];
    at = end;
  }
  return [texts.find((text) => text !== "") ?? "", at];
}

/** A letter, a class or a group with how often it stands there. */
function pieceAt(pattern: string, from: number): Sampled {
  const [text, end] = atomAt(pattern, from);
  const [times = "", least] = /^(?:[?*]|\+|\{(\d+)(?:,\d*)?\})\??/.exec(pattern.slice(end)) ?? [];
  const count = /^[?*]/.test(times) ? 0 : Number(least ?? 1);
  return [text.repeat(count), end + times.length];
}

function atomAt(pattern: string, from: number): Sampled {
  const rest = pattern.slice(from);
  const [place] = PLACES.exec(rest) ?? [];
  if (place !== undefined) return ["", from + place.length];
  if (rest.startsWith("(")) return groupAt(pattern, from);
  if (rest.startsWith("[")) return classAt(rest, from);
  if (rest.startsWith("\\")) return [CLASSES[rest.charAt(1)] ?? rest.charAt(1), from + 2];
  return [rest.startsWith(".") ? "x" : rest.charAt(0), from + 1];
}

function groupAt(pattern: string, from: number): Sampled {
  const [open = "("] = /^\((?:\?(?:[:=!]|<[=!]|<\w+>))?/.exec(pattern.slice(from)) ?? [];
  const [text, end] = alternativesAt(pattern, from + open.length);
  const isNot = open === "(?!" || open === "(?<!";
  return [isNot ? "" : text, end + 1];
}

function classAt(rest: string, from: number): Sampled {
  const [whole = "[", not, first = ""] = /^\[(\^?)(\\.|[^\]])(?:\\.|[^\]\\])*\]/s.exec(rest) ?? [];
  const letter = first.startsWith("\\") ? (CLASSES[first.charAt(1)] ?? first.charAt(1)) : first;
  return [not === "^" ? "x" : letter, from + whole.length];
}
