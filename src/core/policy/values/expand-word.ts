import {
  type ArithmeticExpression,
  type DoubleQuotedChild,
  forEachChild,
  parse,
  type Script,
  type SyntaxNode,
  type Word,
  type WordPart,
} from "unbash";
import { assertNever } from "../../base/assert-never.ts";
import {
  ANY,
  CLASS_CLOSE,
  CLASS_OPEN,
  concatenations,
  ENDLESS,
  holesOf,
  isKnown,
  MAX_ALTERNATIVES,
  NUMBER,
  OUTPUT,
  QUESTION,
  STAR,
  type Text,
} from "./abstract-text.ts";
import { arithmeticValue, assignedNames, assignedValue } from "./arithmetic.ts";
import { expandBraces } from "./braces.ts";
import { activateGlobs } from "./globs.ts";
import { type Expanded, type Operands, parameterExpansion, simpleExpansion } from "./parameters.ts";
import { tilde } from "./place.ts";
import type { Scope } from "./scope.ts";
import { assembled, choices, fixed, type Piece, withoutUnset } from "./split-fields.ts";

/** What a word needs from the walk around it. */
export interface Surroundings {
  readonly scope: Scope;
  /** Runs a substitution; what it would print: all of it first, then each of several outputs of which it prints one. */
  substitute(script: Script): readonly Text[];
  /** Runs `<( )` or `>( )`; the path it is known by. */
  channel(script: Script, direction: "<" | ">"): Text;
  /** Runs text that an expansion would run (`${x@P}`, an array subscript in arithmetic). */
  evaluate(code: Text): Text;
}

/** The field lists a word may become: braces, tilde, expansions, splitting and globs as bash would do them. */
export function fieldsOf(word: Word, around: Surroundings): readonly (readonly Text[])[] {
  if (word.parts === undefined) return [[tilde(word.text, word.value, around.scope)]];
  if (word.parts.some((part) => part.type === "BraceExpansion")) return bracedFields(word, around);
  const pieces = piecesOf(word.parts, around);
  const emptied = withoutUnset(pieces);
  const separators = pieces.some((piece) => piece.kind === "split") ? around.scope.valuesOf("IFS") : [""];
  const readings = emptied === undefined ? [pieces] : [emptied, pieces];
  return separators.flatMap((letters) =>
    readings.flatMap((reading) => choices(reading).map((choice) => assembled(choice, letters))),
  );
}

/** The texts a word may be where bash does not split it: assignments, redirections, `case`, here-strings. */
export function textsOf(word: Word, around: Surroundings): readonly Text[] {
  if (word.parts === undefined) return [tilde(word.text, word.value, around.scope)];
  return joined(piecesOf(word.parts, around));
}

/** A here-document's body, or anything else that is only parts. */
export const partsText = (parts: readonly WordPart[], around: Surroundings): readonly Text[] =>
  joined(parts.map((part) => pieceOf(part, around, "quoted")));

const joined = (pieces: readonly Piece[]): readonly Text[] =>
  concatenations(
    pieces.map((piece) => (piece.kind === "fields" ? piece.lists.map((fields) => fields.join(" ")) : piece.texts)),
  );

function bracedFields(word: Word, around: Surroundings): readonly (readonly Text[])[] {
  const words = expandBraces(word.text);
  if (words === undefined) return [[/\.\.\d{7,}/.test(word.text) ? NUMBER + ENDLESS : ANY]];
  let lists: readonly (readonly Text[])[] = [[]];
  for (const text of words) {
    const plain = rereadWord(text);
    const options = plain === undefined ? [[ANY]] : fieldsOf(plain, around);
    lists = lists.flatMap((list) => options.map((option) => [...list, ...option])).slice(0, MAX_ALTERNATIVES);
  }
  return lists;
}

/** One word of a brace expansion, read again by the parser; braces that are left are letters. */
function rereadWord(text: string): Word | undefined {
  if (text === "") return undefined;
  const command = parse(`: ${text}`).commands[0]?.command;
  if (command?.type !== "Command") return undefined;
  const [word] = command.args;
  if (word?.type !== "Word" || word.parts?.some((part) => part.type === "BraceExpansion") === true) return undefined;
  return word;
}

function piecesOf(parts: readonly WordPart[], around: Surroundings): readonly Piece[] {
  return parts.map((part, index) => {
    const piece = pieceOf(part, around, "bare");
    if (index !== 0 || part.type !== "Literal" || piece.kind !== "fixed") return piece;
    return { kind: "fixed", texts: piece.texts.map((text) => tilde(part.text, text, around.scope)) };
  });
}

type Quoting = "bare" | "quoted";

function pieceOf(part: WordPart, around: Surroundings, quoting: Quoting): Piece {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return fixed(part.value);
    case "DoubleQuoted":
    case "LocaleString":
      return quotedPiece(part.parts, around);
    case "Glob":
      return fixed(glob(part, around));
    case "ExtendedGlob":
      return fixed(...extendedGlob(part, around));
    case "SimpleExpansion":
      return expandedPiece(simpleExpansion(part.text, around.scope), quoting);
    case "ParameterExpansion":
      subscript(part.index, around);
      return expandedPiece(parameterExpansion(part, operandsOf(around)), quoting);
    case "CommandExpansion":
      return expandedPiece({ kind: "values", values: outputsOf(part, around) }, quoting);
    case "ArithmeticExpansion":
      return fixed(arithmetic(part.expression, around));
    case "ProcessSubstitution":
      return channelPiece(part, around);
    case "BraceExpansion":
      return fixed(ANY);
    default:
      return assertNever(part);
  }
}

/** What may end a substitution before it has printed anything: then the word after it is the command. */
const ENDS_EARLY =
  /(?:[;&|({\n`!]|\b(?:then|do|else))\s*(?:exit|return|break|continue|exec|set|kill|false)\b|\$\{[^}]*\?/;

type Part<Type extends WordPart["type"]> = Extract<WordPart, { readonly type: Type }>;

/** What may print one line or another. */
const BRANCHES = /&&|\|\||\b(?:then|in)\b/;
const MAX_LINES = 8;

function outputsOf({ script, text }: Part<"CommandExpansion">, around: Surroundings): readonly Text[] {
  if (script === undefined) return [ANY];
  const [whole = "", ...several] = around.substitute(script).map((printed) => printed.replace(/\n+$/, ""));
  if (ENDS_EARLY.test(text) && isKnown(whole)) return [ANY];
  const lines = whole.includes("\n") && BRANCHES.test(text) ? whole.split("\n").slice(0, MAX_LINES) : [];
  return [whole, ...several, ...lines];
}

function channelPiece({ script, operator }: Part<"ProcessSubstitution">, around: Surroundings): Piece {
  const path = script === undefined ? ANY : around.channel(script, operator);
  // bash makes no word of empty brackets: the next word is the command.
  return script?.commands.length === 0 ? { kind: "split", texts: ["", path] } : fixed(path);
}

function quotedPiece(parts: readonly DoubleQuotedChild[], around: Surroundings): Piece {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) {
    const piece = pieceOf(only, around, "quoted");
    if (piece.kind === "fields") return piece;
  }
  return { kind: "fixed", texts: joined(parts.map((part) => pieceOf(part, around, "quoted"))) };
}

const operandsOf = (around: Surroundings): Operands => ({
  scope: around.scope,
  texts: (word) => textsOf(word, around),
  prompt: (code) => promptTexts(code, around),
  number: (text) => numberOf(text, around),
});

function expandedPiece(expanded: Expanded, quoting: Quoting): Piece {
  if (expanded.kind === "fields")
    return quoting === "quoted" && expanded.joined !== undefined
      ? fixed(...expanded.joined)
      : { kind: "fields", lists: expanded.lists };
  return { kind: quoting === "quoted" ? "fixed" : "split", texts: expanded.values };
}

function glob(part: Part<"Glob">, around: Surroundings): Text {
  if (part.kind === "star") return STAR;
  if (part.kind === "question") return QUESTION;
  for (const inner of part.parts) pieceOf(inner, around, "bare"); // a substitution inside still runs
  return CLASS_OPEN + part.text.slice(1, -1) + CLASS_CLOSE;
}

/** `@(a|b)` stands for its branches; the other operators for anything. */
function extendedGlob({ operator, pattern, parts = [] }: Part<"ExtendedGlob">, around: Surroundings): readonly Text[] {
  for (const inner of parts) pieceOf(inner, around, "bare");
  const branches = pattern.split("|");
  if (operator === "@" && branches.length <= 8) return branches.map(activateGlobs);
  if (operator === "?" && branches.length <= 8) return ["", ...branches.map(activateGlobs)];
  return [STAR];
}

/** An array subscript is an arithmetic expression: bash runs substitutions in it, even those inside a variable's value. */
function subscript(index: Word | undefined, around: Surroundings): void {
  if (index === undefined || index.text === "@" || index.text === "*") return;
  for (const text of textsOf(index, around)) evaluatedName(text, around);
}

/** Arithmetic reads the value of a name as arithmetic again, and so on. */
export function evaluatedName(text: Text, around: Surroundings, seen: Set<string> = new Set()): void {
  const values = /^[A-Za-z_]\w*$/.test(text) ? around.scope.valuesOf(text) : [text];
  for (const value of values) {
    if (/\$\(|`/.test(value)) around.evaluate(value);
    for (const [name] of value.matchAll(/\b[A-Za-z_]\w*/g))
      if (!seen.has(name) && around.scope.isSet(name)) evaluatedName(name, around, seen.add(name));
  }
}

/** What a text becomes that is read as one between double quotes. */
function promptTexts(text: Text, around: Surroundings): readonly Text[] {
  const word = isKnown(text) ? rereadWord(`"${text}"`) : undefined;
  if (word !== undefined) return textsOf(word, around);
  around.evaluate(text);
  return [OUTPUT + holesOf(text)];
}

/** The number that a text is in arithmetic, where bash reads one. */
function numberOf(text: Text, around: Surroundings): Text {
  evaluatedName(text.trim(), around);
  const command = isKnown(text) ? parse(`((${text}))`).commands[0]?.command : undefined;
  return command?.type === "ArithmeticCommand" ? arithmetic(command.expression, around) : NUMBER;
}

/** Runs the substitutions in an expression and returns its number. */
export function arithmetic(expression: ArithmeticExpression | undefined, around: Surroundings): Text {
  if (expression === undefined) return NUMBER;
  let printed = "";
  const visit = (node: SyntaxNode): void => {
    if (node.type === "ArithmeticCommandExpansion") {
      if (node.script !== undefined) printed += around.substitute(node.script).join("");
      return;
    }
    if (node.type === "ArithmeticWord") {
      evaluatedName(node.value, around);
      for (const part of node.parts ?? []) pieceOf(part, around, "quoted");
      return;
    }
    forEachChild(node, visit);
  };
  visit(expression);
  const set = assignedValue(expression, around.scope);
  if (set !== undefined) around.scope.set(set.name, [String(set.value)]);
  const value = set?.value ?? arithmeticValue(expression, around.scope);
  for (const name of assignedNames(expression).filter((one) => one !== set?.name))
    if (around.scope.variable(name) === undefined) around.scope.changes(name);
    else around.scope.set(name, [...around.scope.valuesOf(name), NUMBER]);
  return value === undefined ? NUMBER + holesOf(printed) : String(value);
}
