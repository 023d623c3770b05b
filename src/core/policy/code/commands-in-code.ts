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
  ...calledTexts(source),
  ...quotedCommands(source),
  ...commandLines(source),
];

/** Backticks run a command in most languages. */
const backticks = ({ code, literals, language }: Source): readonly Text[] =>
  literals
    .filter(({ quote, start }) => quote === "`" && (!TEMPLATES.includes(language) || code.charAt(start - 1) === "$"))
    .map(({ value }) => value);

/** Languages in which backticks are a text, or nothing; behind a `$` it is one for a shell. */
const TEMPLATES: readonly Language[] = ["javascript", "python"];

/** Before a text that a call of a less known language gives to a shell, and behind one. */
const CALLED =
  /(?:\brun-program|\bSys\.command|\bexecShellCmd|\bos\.cmd|\be?syscmd|\b(?:shell|sh|execute|exec)|\(%pipe%|%)\s*[({]?\s*(?:~[cs])?$/;
const CALLS = /^\s*\.(?:!|execute\b)/;

/** Texts that a call gives to a shell, and those that a program or a page description marks as commands. */
function calledTexts({ code, literals, language }: Source): readonly Text[] {
  if (language !== "other" && language !== "ruby") return [];
  const called = literals.filter(
    ({ start, end }) => CALLED.test(code.slice(Math.max(0, start - 40), start)) || CALLS.test(code.slice(end)),
  );
  const marked = language === "ruby" ? [] : [...code.matchAll(MARKED)].map((found) => found.slice(1).join(""));
  return [...called.map(({ value }) => value), ...marked];
}

/** A line that begins with `!`, `%(…)` of rpm, a pipe of PostScript, and the quotes of m4. */
const MARKED = /^\s*!\s*(\S.*)$|%\(([^)]+)\)|%pipe%([^)]+)|\be?syscmd\(\s*`([^']*)'/gm;

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
