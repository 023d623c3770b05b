import type { Language } from "../tools/effect.ts";
import { isKnown, type Text } from "../values/abstract-text.ts";
import type { Source } from "./commands-in-code.ts";
import { argumentsAt, type Literal } from "./literals.ts";

/** Calls that run a text as code of their own language. */
const EVALUATES: Partial<Readonly<Record<Language, RegExp>>> = {
  python: /(?:(?<![.\w])|\b(?:builtins|__builtins__)\.)(?:exec|eval|execfile)(?=\s*\()/g,
  javascript:
    /(?<![.\w$])(?:eval|Function)(?=\s*\()|\b(?:runIn(?:This|New)?Context|vm\.Script|compileFunction)(?=\s*\()|\b(?:globalThis|window|global|self)\.eval(?=\s*\()|\(\s*0\s*,\s*eval\s*\)(?=\s*\()/g,
  ruby: /(?<![.\w:@$])eval\b(?!\s*[{=.,)\]])|\b(?:binding|Kernel)\.eval\b|\b(?:instance|class|module)_eval\b(?=\s*\(|[^\S\n]+["'\w])(?!\s+do\b)/g,
  perl: /(?<![\w$@%&>'":-])eval\b(?!\s*(?:[{;=,)}'":]|$))/g,
  php: /(?<![\w$>:])(?:eval|create_function)(?=\s*\()/g,
  lua: /(?<![.\w:])(?:load|loadstring|dofile)(?=\s*\()/g,
  other:
    /\beval(?=\s*\(\s*(?:parse|Meta\.parse|str2lang)\s*\()|\b(?:Eval\.me|Code\.eval_(?:string|file)|include_string|\w*[sS]hell(?:\(\))?\.evaluate)(?=\s*\()/g,
};

/** The same as a value that something else calls. */
const HANDED_ON: Partial<Readonly<Record<Language, RegExp>>> = {
  python: /[=(,[]\s*(?:eval|exec)\s*[;,)\]\n]/,
  javascript: /[=(,[]\s*eval\s*[;,)\]\n]/,
};

/** What code evaluates: files, and whether there is a text among it that only the run puts together. */
export type Evaluated = { readonly files: readonly Text[]; readonly isUnknown: boolean };

export function evaluatedBy(source: Source): Evaluated {
  const { code, language } = source;
  const pattern = EVALUATES[language];
  if (pattern === undefined) return { files: [], isUnknown: false };
  const calls = [...code.matchAll(pattern)].filter(
    ({ index }) => !DEFINES.test(code.slice(Math.max(0, index - 24), index)),
  );
  const found = calls.slice(0, MAX_CALLS).map(({ 0: { length }, index }) => evaluated(index + length, source));
  const handedOn = HANDED_ON[language]?.test(code) === true;
  return {
    files: found.flatMap((one) => (typeof one === "object" ? [one.value] : [])),
    isUnknown: handedOn || calls.length > MAX_CALLS || found.includes("unknown"),
  };
}

/** The most calls that are looked at; what more of them run is not known. */
const MAX_CALLS = 40;
/** A function of that name that the code itself defines. */
const DEFINES = /\b(?:def|function|func|fn|fun|sub|async|get)\s+$/;
/** What stands around the text: a call that compiles it, the prefix of a literal. */
const WRAPPED =
  /^[\s(]*(?:new\s+)?(?:(?:compile|parse|Meta\.parse|str2lang|textwrap\.dedent|dedent)\s*\(\s*(?:text\s*=\s*)?)*(?:[fFrRbBuU]{1,2}(?=['"]))?/;
/** What reads a whole file. */
const READS_FILE =
  /^(?:open|io\.open|codecs\.open|Path|pathlib\.Path|(?:\w+\.)?readFileSync|readFileSync|File\.read|IO\.read|file_get_contents|require\(\s*['"](?:node:)?fs['"]\s*\)\.readFileSync)\s*\(\s*[fFrRbBuU]{0,2}$/;
const MODULE = /^(?:node:)?fs$/;
/** Behind a literal that is a whole argument, and behind the call that reads a file. */
const WHOLE = /^\s*(?:[,);\n}]|$)/;
const READ = /^[^()\n]{0,60}\)(?:\s*\.\s*(?:read|read_text|toString|decode)\s*\([^()\n]*\))?\s*(?:[,);\n}]|$)/;
const FAR = 120;
const NAME = /^([$@]?[A-Za-z_]\w*)\s*(?:[,);\n}]|$)/;

function evaluated(at: number, { code, literals }: Source): "known" | "unknown" | Literal {
  const call = argumentsAt(code, at);
  const first = call.start + (WRAPPED.exec(code.slice(call.start, call.end))?.[0].length ?? 0);
  const given = code.slice(first, call.end);
  if (/^[\s)]*$/.test(given)) return "known";
  const literal = literals.find(({ start, end, value }) => start >= first && end <= call.end && !MODULE.test(value));
  if (literal !== undefined && isKnown(literal.value)) {
    const before = code.slice(first, literal.start);
    const behind = code.slice(literal.end, literal.end + FAR);
    if (before.trim() === "" && WHOLE.test(behind)) return "known";
    if (READS_FILE.test(before) && READ.test(behind)) return literal;
  }
  const name = NAME.exec(given)?.[1];
  return name !== undefined && isLiteralName(name, code, literals) ? "known" : "unknown";
}

/** Whether a name stands for literals alone, wherever the code gives it a value. */
function isLiteralName(name: string, code: Text, literals: readonly Literal[]): boolean {
  const set = new RegExp(
    String.raw`(?<![\w.$@])${name.replace("$", "\\$")}\s*(?:[+.|]|\|\|)?=(?!=)\s*[fFrRbBuU]{0,2}`,
    "g",
  );
  const ends = [...code.matchAll(set)].map(({ 0: { length }, index }) => index + length);
  return (
    ends.length > 0 &&
    ends.every((end) => {
      const literal = literals.find(({ start }) => start === end);
      return literal !== undefined && isKnown(literal.value) && WHOLE.test(code.slice(literal.end, literal.end + FAR));
    })
  );
}
