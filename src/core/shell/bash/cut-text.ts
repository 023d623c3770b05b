import { LONGEST_INLINE } from "../../base/limits.ts";
import { parseSyntax } from "../../policy/read/syntax.ts";
import { asBytes, asText } from "./answer.ts";
import { unquoted } from "./declaration.ts";
import { mayTrap, seesExitTrap } from "./trap-words.ts";

/** A part of a text that bash gets in one turn. */
export type TextPiece = {
  /** One letter per byte. */
  readonly text: string;
  /** The number of its first line in the whole text. */
  readonly line: number;
  /** Whether bash may read it as a part of its own script; else it is evaluated. */
  readonly isInline: boolean;
};

/** At least one. */
export type Pieces = readonly [TextPiece, ...TextPiece[]];

/** What a session's bash knows that can change how it reads a text. */
export type Reading = {
  readonly options: readonly string[];
  /** Lines of `alias -p`; undefined when there are aliases and the host does not know them. */
  readonly aliases: readonly string[] | undefined;
};

/**
 * Cuts a text into the turns that it takes. Mostly one: a text that sets or shows the EXIT trap is cut behind the
 * command that does, so that nacre's own trap can be set for the rest.
 */
export function piecesOf(text: string, reading: Reading, how: "cut" | "whole" = "cut"): Pieces {
  const isInline = text.length <= LONGEST_INLINE && !mayShowLines(text) && isCalm(reading) && isWhole(text);
  if (
    how === "whole" ||
    !isInline ||
    !seesExitTrap(text) ||
    mayTrap("DEBUG", text) ||
    /\balias\b/.test(text) ||
    text.includes("<<")
  )
    return [{ text: asBytes(text), line: 1, isInline }];
  const [first = 0, ...ends] = cutsIn(text);
  const piece = (at: number, end: number): TextPiece => ({
    text: asBytes(text.slice(at, end)),
    line: text.slice(0, at).split("\n").length,
    isInline,
  });
  return [piece(0, first), ...ends.map((end, index) => piece([first, ...ends][index] ?? 0, end))];
}

/**
 * The commands of a trap as bash printed them, as a text of their own. bash has not looked at them before: a syntax error
 * at the top level would end it, in a trap it costs the trap. A backslash at the end of a trap is a letter.
 */
export function bodyOf(trap: string, reading: Reading): TextPiece {
  const body = unquoted(trap);
  const [{ line, isInline }] = piecesOf(asText(body), reading, "whole");
  const text = /(?<!\\)(?:\\\\)*\\$/.test(body) ? `${body}\\` : body;
  return { text, line, isInline: isInline && !OPENS_FUNCTION.test(body) };
}

/** The parser takes `echo (` for the beginning of a function. */
const OPENS_FUNCTION = /\w\s*\((?!\s*\))/;

/** A text that names the pipe statuses gets those of the text before. */
export const namesPipeStatus = (text: string): boolean => text.includes("PIPESTATUS");

/** Whether a text may redirect the whole shell. */
export const mayRedirect = (text: string): boolean => /\bexec\b/.test(text);

/** Whether a text may take away something that the end of a turn needs. */
export const mayDisable = (text: string): boolean =>
  /\b(?:ulimit|prlimit|enable|restricted)\b|\bset\s+-\w*r/.test(text);

/**
 * Whether a text may turn on `set -v`, which would show nacre's line behind it: by its name, by its letter in any option, or
 * by what an expansion among the options may bring. A function or a sourced file can still do so unseen.
 */
const mayShowLines = (text: string): boolean =>
  /\b(?:set|shopt)\b/.test(text) && (text.includes("verbose") || SETS_BY_LETTER.test(text));

/** Options, each with the name that `-o` takes, and then one with a `v` or an expansion. */
const SETS_BY_LETTER =
  /\b(?:set|shopt)\s+(?:["']?[-+][a-zA-Z]+["']?[ \t]+(?:[a-z]+[ \t]+)?)*["']?(?:[-+]\w*v|[-+\w]*[$`])/;

/** Whether bash reads a text as nacre's parser does: no alias opens or closes anything. */
const isCalm = ({ options, aliases }: Reading): boolean =>
  !options.includes("verbose") &&
  aliases !== undefined &&
  aliases.every((line) => CALM_ALIAS.test(line) && !RESERVED.test(line));

const CALM_ALIAS = /^alias (?:-- )?[\w.+:@-]+='[\w\s./:=,@%+~-]*'$/;
const RESERVED_WORDS = "if|then|else|elif|fi|do|done|case|esac|while|until|for|select|function|time|coproc|in";
const RESERVED = new RegExp(`[\\s'](?:${RESERVED_WORDS})[='\\s]`);
/** One command of plain words: the parser, a tenth of the time of a short command, would find nothing. */
const PLAIN = new RegExp(`^(?!.*\\b(?:${RESERVED_WORDS})\\b)[\\w ./:,@%+=-]+$`);

/** Whether the text ends where it ends: nothing behind it can be taken for a part of it. */
function isWhole(text: string): boolean {
  if (PLAIN.test(text)) return true;
  if (/\\\s*$/.test(text) || text.includes("\r") || hasOpenHeredoc(text) || isMisread(text)) return false;
  const { errors, doubts } = parseSyntax(text);
  return errors.length === 0 && doubts.length === 0;
}

/**
 * Whether bash may find something open that nacre's parser finds closed: `${ a; }` (from bash 5.3 on), `$[ ]`, a
 * substitution inside `${ }` or `(( ))`, a subscript, an alias that the text itself defines for its next lines.
 */
function isMisread(text: string): boolean {
  const rest = text.replace(PLAIN_EXPANSION, "");
  return (
    /\$\{[\s|(]|\$\[|\balias\b.*\n\s*\S|BASH_ALIASES/.test(rest) ||
    (/[<>]\(/.test(rest) && /\$\{|\(\(/.test(rest)) ||
    (/\w\[/.test(rest) && rest.split("[").length !== rest.split("]").length)
  );
}

const PLAIN_EXPANSION = /\$\{[\w@*#?!:^,%/+=.~-]+\}/g;

/** A here-document whose last line is not its delimiter would go on in nacre's lines. In doubt it is open. */
function hasOpenHeredoc(text: string): boolean {
  if (!text.includes("<<")) return false;
  const lines = text.replaceAll("<<<", "").split("\n");
  const begins = lines.flatMap((line, index) =>
    [...line.matchAll(/<<-?\s*(['"\\]?)([\w-]+)\1/g)].map(([, , word = ""]) => ({ word, index })),
  );
  const count = lines.join("\n").split("<<").length - 1;
  if (begins.length !== count) return true;
  return begins.some(({ word, index }) => !lines.slice(index + 1).some((line) => line.replace(/^\t+/, "") === word));
}

/** Where the pieces of a text end: behind each command at its top level that sets or shows the EXIT trap, and at its own end. */
function cutsIn(text: string): readonly number[] {
  const { commands } = parseSyntax(text).script;
  const inside = commands.slice(1).flatMap((next, index) => {
    const before = commands[index];
    return before !== undefined && seesExitTrap(text.slice(before.pos, before.end)) ? [next.pos] : [];
  });
  return [...inside, text.length];
}
