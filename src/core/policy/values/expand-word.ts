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
  alternatives,
  CLASS_CLOSE,
  CLASS_OPEN,
  concatenations,
  ENDLESS,
  holesOf,
  isKnown,
  MAX_ALTERNATIVES,
  NUMBER,
  QUESTION,
  STAR,
  type Text,
} from "./abstract-text.ts";
import { arithmeticValue, assignedNames } from "./arithmetic.ts";
import { expandBraces } from "./braces.ts";
import { combinations } from "./combinations.ts";
import { activateGlobs } from "./globs.ts";
import type { Lists } from "./join.ts";
import { type Expanded, type Operands, parameterExpansion, simpleExpansion } from "./parameters.ts";
import type { Scope } from "./scope.ts";
import { splitFields } from "./split-fields.ts";

/** What a word needs from the walk around it. */
export interface Surroundings {
  readonly scope: Scope;
  /** Runs a substitution; what it would print. */
  substitute(script: Script): Text;
  /** Runs `<( )` or `>( )`; the path it is known by. */
  channel(script: Script, direction: "<" | ">"): Text;
  /** Runs text that an expansion would run (`${x@P}`, an array subscript in arithmetic). */
  evaluate(code: Text): Text;
}

type Piece =
  | { readonly kind: "fixed"; readonly texts: readonly Text[] }
  | { readonly kind: "split"; readonly texts: readonly Text[] }
  | { readonly kind: "fields"; readonly lists: Lists };

/** The field lists a word may become: braces, tilde, expansions, splitting and globs as bash would do them. */
export function fieldsOf(word: Word, around: Surroundings): readonly (readonly Text[])[] {
  if (word.parts === undefined) return [[tilde(word.text, word.value, around.scope)]];
  if (word.parts.some((part) => part.type === "BraceExpansion")) return bracedFields(word, around);
  const pieces = piecesOf(word.parts, around);
  const separators = pieces.some((piece) => piece.kind === "split") ? around.scope.valuesOf("IFS") : [""];
  return separators.flatMap((letters) => choices(pieces).map((choice) => assembled(choice, letters)));
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

/** `~` and `~user` at the start of an unquoted word, and behind `=` or `:` in assignments. */
function tilde(written: string, value: Text, scope: Scope): Text {
  if (!written.startsWith("~")) {
    if (!written.includes("~") || !/^(?:[A-Za-z_]\w*=)?[^'"\\]*$/.test(written)) return value;
    // bash looks for it behind the first = of what looks like an assignment, and behind each colon.
    return value.replace(/(^[A-Za-z_]\w*=|:)~(?=\/|:|$)/g, (_whole, before: string) => before + scope.home);
  }
  const end = value.indexOf("/") === -1 ? value.length : value.indexOf("/");
  const user = value.slice(1, end);
  const rest = value.slice(end);
  if (user === "") return scope.home + rest;
  if (user === "+") return (scope.cwd[0] ?? ANY) + rest;
  if (user === "-") return (scope.valuesOf("OLDPWD")[0] ?? ANY) + rest;
  if (/^[-+]?\d+$/.test(user)) return (scope.valuesOf("DIRSTACK")[0] ?? ANY) + rest;
  if (user === "root") return `/root${rest}`;
  return /^[a-z_][\w.-]*$/.test(user) ? scope.home.slice(0, scope.home.lastIndexOf("/") + 1) + user + rest : value;
}

function piecesOf(parts: readonly WordPart[], around: Surroundings): readonly Piece[] {
  return parts.map((part, index) => {
    const piece = pieceOf(part, around, "bare");
    if (index !== 0 || part.type !== "Literal" || piece.kind !== "fixed") return piece;
    return { kind: "fixed", texts: piece.texts.map((text) => tilde(part.text, text, around.scope)) };
  });
}

type Quoting = "bare" | "quoted";

const fixed = (...texts: readonly Text[]): Piece => ({ kind: "fixed", texts });

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
      return expandedPiece({ kind: "values", values: [outputOf(part, around)] }, quoting);
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
const ENDS_EARLY = /\b(?:exit|return|break|continue|exec|set|kill|false)\b|\$\{[^}]*\?/;

type Part<Type extends WordPart["type"]> = Extract<WordPart, { readonly type: Type }>;

function outputOf({ script, text }: Part<"CommandExpansion">, around: Surroundings): Text {
  const printed = script === undefined ? ANY : around.substitute(script).replace(/\n+$/, "");
  return ENDS_EARLY.test(text) && isKnown(printed) ? ANY : printed;
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
  prompt: (code) => around.evaluate(code),
});

function expandedPiece(expanded: Expanded, quoting: Quoting): Piece {
  if (expanded.kind === "fields") return { kind: "fields", lists: expanded.lists };
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

function evaluatedName(text: Text, around: Surroundings): void {
  const values = /^[A-Za-z_]\w*$/.test(text) ? around.scope.valuesOf(text) : [text];
  for (const value of values) {
    if (/\$\(|`/.test(value)) around.evaluate(value);
  }
}

/** Runs the substitutions in an expression and returns its number. */
export function arithmetic(expression: ArithmeticExpression | undefined, around: Surroundings): Text {
  if (expression === undefined) return NUMBER;
  let printed = "";
  const visit = (node: SyntaxNode): void => {
    if (node.type === "ArithmeticCommandExpansion") {
      if (node.script !== undefined) printed += around.substitute(node.script);
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
  const value = arithmeticValue(expression, around.scope);
  for (const name of assignedNames(expression))
    if (around.scope.variable(name) === undefined) around.scope.changes(name);
    else around.scope.set(name, [...around.scope.valuesOf(name), NUMBER]);
  return value === undefined ? NUMBER + holesOf(printed) : String(value);
}

/** Every combination of one value per piece, capped; beyond the cap one piece varies at a time. */
function choices(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const options = pieces.map((piece): readonly [Piece, ...Piece[]] => {
    if (piece.kind === "fields") return listChoices(piece.lists);
    const [head = "", ...tail] = alternatives(piece.texts);
    const one = (text: Text): Piece => ({ kind: piece.kind, texts: [text] });
    return [one(head), ...tail.map(one)];
  });
  return combinations(options, MAX_ALTERNATIVES);
}

function listChoices([head = [], ...tail]: Lists): readonly [Piece, ...Piece[]] {
  const one = (fields: readonly Text[]): Piece => ({ kind: "fields", lists: [fields] });
  return [one(head), ...tail.map(one)];
}

/** Puts the chosen pieces together, splitting what is not quoted. */
function assembled(pieces: readonly Piece[], separators: Text): readonly Text[] {
  const fields: Text[] = [];
  let current: Text | undefined;
  const glue = (text: Text): void => {
    current = (current ?? "") + text;
  };
  const spread = (list: readonly Text[]): void => {
    list.forEach((field, index) => {
      if (index > 0) {
        if (current !== undefined) fields.push(current);
        current = undefined;
      }
      glue(field);
    });
  };
  for (const piece of pieces) {
    if (piece.kind === "fields") spread(piece.lists[0] ?? []);
    else if (piece.kind === "fixed") glue(piece.texts[0] ?? "");
    else {
      const text = piece.texts[0] ?? "";
      const list = splitFields(text, isKnown(separators) ? separators : " \t\n");
      if (list.startsApart && current !== undefined) {
        fields.push(current);
        current = undefined;
      }
      spread(list.fields.map(activateGlobs));
      if (list.endsApart && current !== undefined) {
        fields.push(current);
        current = undefined;
      }
    }
  }
  if (current !== undefined) fields.push(current);
  return fields;
}
