import type { Text } from "../values/abstract-text.ts";

/** Its end is near, and patterns begin with the run of letters: one long run is not searched again from each of them. */
const MAKER = String.raw`[\w.:]*(?:mkdtemp|mkstemp|TemporaryDirectory|NamedTemporaryFile|mktmpdir|[cC]reateTemp|MkdirTemp)\w{0,20}`;

/** A name that code gives a file or directory which it has just made in a temporary place, or which its tests are given. */
const MADE: readonly RegExp[] = [
  new RegExp(String.raw`\b(\w+)\s*(?::\s*\w+\s*)?=\s*(?:await\s+)?${MAKER}\b`, "g"),
  new RegExp(String.raw`(?<![\w.:])${MAKER}\([^()\n]*\)\s+as\s+(\w+)`, "g"),
  /\bdef\s+\w+\([^()\n]{0,200}\b(tmp_path|tmpdir)\b/g,
];
/** A name below another one: `f = tmp / "x"`, `f = os.path.join(tmp, "x")`. */
const BELOW =
  /\b(\w+)\s*=\s*(?:(?:os\.)?path\.join\(\s*|(?:pathlib\.)?Path\(\s*)?(\w+)\s*\)?(?:\s*[/,+]\s*[fr]?["'][^"'\n]*["']\s*\)?)+/g;
const MAX_NAMES = 8;

/** The names of temporary files and directories; each got its value once at most. */
export function temporaryNames(code: Text): readonly Text[] {
  const made = MADE.flatMap((pattern) => [...code.matchAll(pattern)].map(([, name = ""]) => name));
  const names = new Set(made.slice(0, MAX_NAMES).filter((name) => isSetOnce(name, code)));
  if (names.size === 0) return [];
  for (const [whole, name = "", parent = ""] of code.matchAll(BELOW))
    if (names.size < MAX_NAMES && names.has(parent) && !whole.includes("..") && isSetOnce(name, code)) names.add(name);
  return [...names];
}

const isSetOnce = (name: Text, code: Text): boolean =>
  code.split(new RegExp(`\\b${name}\\s*(?::\\s*\\w+\\s*)?=(?!=)`)).length <= 2;

/** The only name that a call is given, alone or with names below it. */
const GIVEN =
  /^\(?\s*(?:(?:os\.)?path\.join\(\s*)?(\w+)(?:\.name)?(?:\s*[/,+]\s*[fr]?["'][^"'\n]*["'])*\s*(?:\)|,\s*(?:\{|ignore_errors|true|True))/;
/** The name whose method is called without a path. */
const OBJECT = /\b(\w+)\.\w+\s*$/;

/** The name of what the call between these places works on. */
export function subjectOf(code: Text, start: number, end: number): Text {
  const call = code.slice(start, Math.min(end, start + 200));
  if (/^\(\s*(?:missing_ok\s*=\s*\w+\s*)?\)/.test(call))
    return OBJECT.exec(code.slice(Math.max(0, start - 80), start))?.[1] ?? "";
  return call.includes("..") ? "" : (GIVEN.exec(call)?.[1] ?? "");
}
