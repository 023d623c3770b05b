import type { Effect } from "../tools/effect.ts";
import { reads, writes } from "../tools/effect.ts";
import { ANY, isKnown, type Text } from "../values/abstract-text.ts";

/** One part of a value: a text, `ENVIRON["HOME"]`, `sprintf("…", …)`, a field, a name, a list in brackets. */
const PART = String.raw`(?:"(?:[^"\\]|\\.)*"|ENVIRON\s*\[\s*"\w+"\s*\]|\$\w+(?!\w)|\w+\s*\[[^\]]*\]|\w+\s*\([^()]*\)|[A-Za-z_]\w*(?!\w))`;
const VALUE = String.raw`${PART}(?:[ \t]*${PART})*`;
const READS = new RegExp(String.raw`\bgetline\s*(?:[A-Za-z_]\w*\s*)?<\s*(?:\(\s*(${VALUE})\s*\)|(${PART}))`, "g");
const WRITES = new RegExp(String.raw`\bprintf?\b[^;{}\n]{0,400}?>>?\s*(?:\(\s*(${VALUE})\s*\)|(${VALUE}))`, "g");
const PARTS = new RegExp(PART, "g");
/** How many names of names and how many values of a name are followed, and how many files one program may name. */
const MAX_DEPTH = 4;
const MAX_TURNS = 4;
const MAX_PATHS = 16;

/** What the environment holds under a name. */
export type Environment = (name: string) => Text | undefined;

/** The files that an awk program reads and writes by a name that it puts together. A name that stands there whole is not among them. */
export function awkPaths(code: Text, environment: Environment): readonly Effect[] {
  const turns = Array.from({ length: MAX_TURNS }, (_, turn) => ({ code, environment, depth: 0, turn }));
  const valuesOf = (value: Text): readonly Text[] =>
    /^"[^"]*"$/.test(value) ? [] : [...new Set(turns.map((program) => valueOf(value, program)))];
  const named = (pattern: RegExp): readonly Text[] =>
    [...code.matchAll(pattern)].slice(0, MAX_PATHS).flatMap(([, bracketed, bare]) => valuesOf(bracketed ?? bare ?? ""));
  return [
    ...named(READS).map(reads),
    // A file that is named by what was read is how awk splits its input: only a beginning tells where it lies.
    ...named(WRITES)
      .filter((path) => isKnown(path.slice(0, 1)))
      .map((path) => writes(path)),
  ];
}

type Program = {
  readonly code: Text;
  readonly environment: Environment;
  readonly depth: number;
  readonly turn: number;
};

const valueOf = (value: Text, program: Program): Text =>
  [...value.matchAll(PARTS)].map(([part]) => partOf(part, program)).join("");

function partOf(part: Text, program: Program): Text {
  if (part.startsWith('"')) return part.slice(1, -1).replaceAll(/\\(.)/g, "$1");
  const variable = /^ENVIRON\s*\[\s*"(\w+)"\s*\]$/.exec(part)?.[1];
  if (variable !== undefined) return program.environment(variable) ?? ANY;
  const format = /^sprintf\s*\(\s*"([^"]*)"\s*,?(.*)\)$/s.exec(part);
  if (format !== null) return formatted(format[1] ?? "", (format[2] ?? "").split(","), program);
  return /^[A-Za-z_]\w*$/.test(part) ? assignedTo(part, program) : ANY;
}

/** What `sprintf` makes of its values. */
function formatted(format: Text, values: readonly Text[], program: Program): Text {
  let at = 0;
  return format.replaceAll(/%[^a-zA-Z%]*[a-zA-Z]/g, () => valueOf(values[at++] ?? "", program));
}

/** The value that a name gets where the program sets it: another one at each turn, any text where it sets none. */
function assignedTo(name: string, { depth, ...program }: Program): Text {
  const assigned = new RegExp(String.raw`(?<![\w$.])${name}\s*=(?!=)\s*(${VALUE})`, "g");
  const values = [...program.code.matchAll(assigned)].map(([, value = ""]) => value);
  const value = values[Math.min(program.turn, values.length - 1)];
  if (value === undefined || depth >= MAX_DEPTH) return ANY;
  return valueOf(value, { ...program, depth: depth + 1 });
}
