import type { Language } from "../tools/effect.ts";
import type { Text } from "../values/abstract-text.ts";
import { readsAsCommand } from "./commands-in-text.ts";
import type { Literal } from "./literals.ts";
import { unescaped } from "./unescape.ts";

/** A piece of source code, its literals read. */
export type Source = { readonly code: Text; readonly literals: readonly Literal[]; readonly language: Language };

/** Texts for a shell that a language marks by its own writing. */
export const commandTexts = (source: Source): readonly Text[] => [
  ...backticks(source),
  ...quotedCommands(source),
  ...commandLines(source),
];

/** Backticks run a command in most languages. */
const backticks = ({ literals, language }: Source): readonly Text[] =>
  language === "javascript" || language === "python"
    ? []
    : literals.filter(({ quote }) => quote === "`").map(({ value }) => value);

const SPAWNS = /(?:^|\[)[^\S\n]*(?:exec|spawn|send)\s+(?:-\S+\s+)*([\w./-][^\n\]]*)/gm;
/** Whole lines that are commands: of notebooks, of tcl and of expect. */
const COMMAND_LINES: Partial<Readonly<Record<Language, RegExp>>> = {
  python: /^\s*(?:!|%sx |%system |%%bash\n)(.+)/gm,
  other: SPAWNS,
  lua: SPAWNS,
};

function commandLines({ code, language }: Source): readonly Text[] {
  const pattern = COMMAND_LINES[language];
  const lines = pattern === undefined ? [] : [...code.matchAll(pattern)].map(([, command = ""]) => command);
  return pattern === SPAWNS ? lines.flatMap(spawned) : lines;
}

/** A line of tcl as one for the shell: up to its first quote, and with its braces and variables in the shell's writing. */
function spawned(line: Text): readonly Text[] {
  const whole = line
    .replaceAll(/\$(?:::)?env\((\w+)\)/g, (_, name: string) => `$${name}`)
    .replaceAll(/\{([^{}]*)\}/g, "'$1'");
  return [line.replace(/["'(;].*$/s, ""), ...(readsAsCommand(whole) ? [whole] : [])];
}

const CLOSERS: Readonly<Record<string, string>> = { "(": ")", "{": "}", "[": "]", "<": ">" };

/** `qx(…)` of perl and `%x(…)` of ruby, with any delimiter. */
function quotedCommands({ code, language }: Source): readonly Text[] {
  return [...code.matchAll(/(?:\bqx|%x)\s*([({[<|/!])/g)].flatMap(({ 0: opening, 1: delimiter = "", index }) => {
    const start = index + opening.length;
    const end = closingAt(code, start, delimiter);
    return end === -1 ? [] : [unescaped(code.slice(start, end), '"', language)];
  });
}

/** Where a delimiter is closed again: brackets nest. */
function closingAt(code: Text, start: number, opener: string): number {
  const closer = CLOSERS[opener] ?? opener;
  let depth = 1;
  for (let i = start; i < code.length; i++) {
    const char = code.charAt(i);
    if (char === "\\") i++;
    else if (char === closer && --depth === 0) return i;
    else if (char === opener) depth++;
  }
  return -1;
}
