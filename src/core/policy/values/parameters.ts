import type { ParameterExpansionPart, Word } from "unbash";
import {
  ANY,
  ARGUMENT,
  alternatives,
  FULL,
  holesOf,
  isKnown,
  NAME,
  NUMBER,
  OUTPUT,
  type Text,
} from "./abstract-text.ts";
import { elementsAt, literalSubscript } from "./elements.ts";
import { activateGlobs, couldBe, hasGlob } from "./globs.ts";
import type { Lists } from "./join.ts";
import { decodeEscapes } from "./printing.ts";
import type { Scope } from "./scope.ts";
import { isInteger, KEYS } from "./shell-variables.ts";

/** What an expansion yields: the values it may have, or the lists of fields (`"$@"`, `"${a[@]}"`). */
export type Expanded =
  | { readonly kind: "values"; readonly values: readonly Text[] }
  | { readonly kind: "fields"; readonly lists: Lists; readonly joined?: readonly Text[] };

/** What the operators need from the word reader: their operands' values, and a way to run what `@P` would run. */
export interface Operands {
  readonly scope: Scope;
  texts(word: Word): readonly Text[];
  prompt(code: Text): readonly Text[];
  /** The number that a text is in arithmetic. */
  number(text: Text): Text;
}

const values = (texts: readonly Text[]): Expanded => ({ kind: "values", values: alternatives(texts) });
const UNKNOWN_LENGTH = 4096;
const RUNS = /\$\(|`/;

/** Fields by the sign that asks for all of them: `"$*"` is one text, with the first letter of IFS in between. */
function fields(sign: string, lists: Lists, scope: Scope): Expanded {
  const between = scope.valuesOf("IFS").map((letters) => letters.charAt(0));
  // A blank in between reads as the fields do.
  if (sign !== "*" || between.every((letter) => letter === " ")) return { kind: "fields", lists };
  return { kind: "fields", lists, joined: between.flatMap((letter) => lists.map((list) => list.join(letter))) };
}

/** `$name`, `$1`, `$@`, `$?` … */
export function simpleExpansion(text: string, scope: Scope): Expanded {
  const name = text.slice(1);
  if (name === "@" || name === "*") {
    return scope.positionals === undefined ? values([ANY]) : fields(name, scope.positionals, scope);
  }
  return values(scope.valuesOf(name));
}

/** `${…}` in all its forms. */
export function parameterExpansion(part: ParameterExpansionPart, operands: Operands): Expanded {
  const { scope } = operands;
  if (part.prefix === "#") return values([NUMBER]);
  if (part.operation?.type === "Names") return values([NAME]);
  const base = part.prefix === "!" ? indirect(part, operands) : direct(part, scope, operands);
  if (part.operation === undefined) return base;
  if (base.kind === "fields") return onFields(part, base.lists, operands);
  return values(applied(part, base.values, operands));
}

function indirect(part: ParameterExpansionPart, operands: Operands): Expanded {
  const { scope } = operands;
  if (part.index !== undefined) {
    const keys = scope.variable(KEYS + part.parameter);
    return keys?.kind === "array" ? { kind: "fields", lists: keys.lists } : values([NUMBER]);
  }
  const names = scope.valuesOf(part.parameter).map(literalSubscript);
  for (const name of names) if (RUNS.test(name)) operands.prompt(name);
  return values(names.flatMap((name) => (isKnown(name) && name !== "" ? scope.valuesOf(name) : [ANY])));
}

/** A subscript that is the name of a number stands for the number. */
function numbersOf(index: Text, scope: Scope): readonly Text[] {
  const values = /^[A-Za-z_]\w*$/.test(index) && scope.isSet(index) ? scope.valuesOf(index) : [index];
  return values.every((value) => /^-?\d+$/.test(value)) ? values : [index];
}

function direct(part: ParameterExpansionPart, scope: Scope, operands: Operands): Expanded {
  if (part.parameter === "@" || part.parameter === "*") return simpleExpansion(`$${part.parameter}`, scope);
  if (part.index === undefined) return values(scope.valuesOf(part.parameter));
  const variable = scope.variable(part.parameter);
  if (variable === undefined) return values([ANY]);
  if (part.index.text === "@" || part.index.text === "*") {
    return variable.kind === "array" ? fields(part.index.text, variable.lists, scope) : values(variable.values);
  }
  if (variable.kind === "scalar") return values(variable.values);
  const indexes = operands.texts(part.index).flatMap((index) => numbersOf(index, scope));
  return values(indexes.flatMap((index) => elementsAt(variable.lists, index)));
}

function onFields(part: ParameterExpansionPart, lists: Lists, operands: Operands): Expanded {
  const sign = part.index?.text ?? part.parameter;
  if (part.operation?.type === "Slice") {
    const [offset, length] = sliceOf(part.operation, operands);
    if (!/^ *-?\d+$/.test(offset) || (length !== undefined && !/^-?\d+$/.test(length))) return values([ANY]);
    const shift = part.parameter === "@" || part.parameter === "*" ? Math.max(0, Number(offset) - 1) : Number(offset);
    const end = length === undefined ? undefined : shift + Number(length);
    return fields(
      sign,
      lists.map((list) => list.slice(shift, end)),
      operands.scope,
    );
  }
  return fields(
    sign,
    lists.map((list) => list.flatMap((field) => applied(part, [field], operands))),
    operands.scope,
  );
}

type Slice = Extract<ParameterExpansionPart["operation"], { type: "Slice" }>;

/** The numbers of a slice, which bash reads as arithmetic: a substitution in the value of a name is run. */
function sliceOf({ offset, length }: Slice, operands: Operands): readonly [offset: Text, length: Text | undefined] {
  const number = (word: Word): Text => {
    const [text = ""] = operands.texts(word);
    if (/^ *-?\d+$/.test(text)) return text;
    return operands.number(text);
  };
  return [number(offset), length === undefined ? undefined : number(length)];
}

function applied(part: ParameterExpansionPart, texts: readonly Text[], operands: Operands): readonly Text[] {
  const operation = part.operation;
  if (operation === undefined) return texts;
  switch (operation.type) {
    case "Default":
      return defaulted(
        texts,
        { name: part.parameter, operator: operation.operator, fallback: operands.texts(operation.operand) },
        operands,
      );
    case "Remove": {
      const patterns = operands.texts(operation.operand).map(activateGlobs);
      return texts.flatMap((text) => patterns.map((pattern) => removed(text, pattern, operation.operator)));
    }
    case "Replace": {
      const patterns = operands.texts(operation.pattern).map(activateGlobs);
      const news = operands.texts(operation.replacement);
      return texts.flatMap((text) =>
        patterns.flatMap((pattern) => news.map((by) => replaced(text, { pattern, by, operator: operation.operator }))),
      );
    }
    case "Slice": {
      const [offset, length] = sliceOf(operation, operands);
      return texts.map((text) => sliced(text, offset, length));
    }
    case "CaseModification":
      return texts.map((text) => recased(text, operation.operator));
    case "Transform":
      return transformations(part, texts, operands);
    case "Names":
      return [NAME];
    case "Unknown":
      return [ANY];
  }
}

function transformations(part: ParameterExpansionPart, texts: readonly Text[], operands: Operands): readonly Text[] {
  const operand = part.operation?.type === "Transform" ? operands.texts(part.operation.operand) : [];
  const [letter = ""] = operand;
  const assignment = (text: Text): Text => `${part.parameter}=${singleQuoted(text)}`;
  if (letter === "P") return texts.flatMap((text) => operands.prompt(decodeEscapes(text)));
  return texts.map(letter === "A" ? assignment : (text) => transformed(text, letter));
}

/** `${name-fallback}` and its kin. */
type Default = { readonly name: string; readonly operator: string; readonly fallback: readonly Text[] };

const isGiven = (name: string, scope: Scope): boolean =>
  scope.isSet(name) || (/^\d+$/.test(name) && scope.positionals !== undefined);

function defaulted(texts: readonly Text[], { name, operator, fallback }: Default, operands: Operands): readonly Text[] {
  const { scope } = operands;
  const isSet = isGiven(name, scope);
  const present = texts.filter((text) => text !== "" && text !== ANY);
  const surelyPresent = isSet && texts.every((text) => text !== "" && !text.startsWith(ANY));
  // Set to the empty text and no colon: it counts as present.
  if (operator === "+" && isSet) return fallback;
  if (operator.endsWith("+")) return surelyPresent ? fallback : [...fallback, ""];
  if (operator.endsWith("?")) return present.length > 0 ? present : [FULL];
  // Set to the empty text and no colon: the empty text stays.
  if (surelyPresent || (isSet && !operator.startsWith(":"))) return texts;
  if (operator.endsWith("=")) setDefault(name, [...present, ...fallback], operands);
  return [...present, ...fallback, ...(isSet || present.length > 0 ? [] : fromOutside(name, scope))];
}

/** What a name may hold that nothing here set, and whose value is not known as that of `TMPDIR` is. */
const fromOutside = (name: string, scope: Scope): readonly Text[] =>
  /^\d+$/.test(name) || scope.isUnset(name) ? [] : [FULL];

function setDefault(name: string, texts: readonly Text[], operands: Operands): void {
  if (isInteger(name, operands.scope)) for (const text of texts) operands.number(text);
  operands.scope.set(name, texts);
}

/** Holes in a value are kept as letters; a pattern that would have to look inside one leaves a hole. */
const isOpaque = (text: Text): boolean => !isKnown(text) && !hasGlob(text) && text.length <= 2;

function removed(text: Text, pattern: Text, operator: string): Text {
  if (isOpaque(text)) return text;
  if (text.length > UNKNOWN_LENGTH) return ANY + holesOf(text);
  const fromStart = operator.startsWith("#");
  const longest = operator.length === 2;
  const lengths = Array.from({ length: text.length + 1 }, (_, length) => length);
  for (const length of longest ? lengths.reverse() : lengths) {
    const piece = fromStart ? text.slice(0, length) : text.slice(text.length - length);
    if (couldBe(pattern, piece)) return fromStart ? text.slice(length) : text.slice(0, text.length - length);
  }
  return text;
}

/** `${name/pattern/by}` and its kin. */
type Replacement = { readonly pattern: Text; readonly by: Text; readonly operator: string };

function replaced(text: Text, replacement: Replacement): Text {
  const { pattern, by, operator } = replacement;
  if (pattern === "" || isOpaque(text)) return text;
  if (text.length > UNKNOWN_LENGTH) return ANY + holesOf(text + by);
  if (operator === "/#" || operator === "/%") {
    const cut = removed(text, pattern, operator === "/#" ? "##" : "%%");
    if (cut === text) return text;
    return operator === "/#" ? by + cut : cut + by;
  }
  if (isKnown(pattern)) return operator === "//" ? text.replaceAll(pattern, () => by) : text.replace(pattern, () => by);
  return replacedGlob(text, replacement);
}

function replacedGlob(text: Text, { pattern, by, operator }: Replacement): Text {
  if (text.length > 256) return ANY + holesOf(text + by);
  let out = "";
  for (let i = 0; i < text.length; ) {
    let end = text.length;
    while (end > i && !couldBe(pattern, text.slice(i, end))) end--;
    if (end === i) {
      out += text.charAt(i++);
      continue;
    }
    out += by;
    i = end;
    if (operator !== "//") return out + text.slice(i);
  }
  return out;
}

function sliced(text: Text, offset: Text, length: Text | undefined): Text {
  if (!/^ *-?\d+$/.test(offset) || (length !== undefined && !/^ *-?\d+$/.test(length)) || !isKnown(text)) {
    return ANY + holesOf(text);
  }
  const start = Number(offset) < 0 ? Math.max(0, text.length + Number(offset)) : Number(offset);
  if (length === undefined) return text.slice(start);
  const end = Number(length) < 0 ? text.length + Number(length) : start + Number(length);
  return text.slice(start, end);
}

function recased(text: Text, operator: string): Text {
  switch (operator) {
    case "^^":
      return text.toUpperCase();
    case ",,":
      return text.toLowerCase();
    case "^":
      return text.charAt(0).toUpperCase() + text.slice(1);
    default:
      return text.charAt(0).toLowerCase() + text.slice(1);
  }
}

const singleQuoted = (text: Text): Text => `'${text.replaceAll("'", "'\\''")}'`;

function transformed(text: Text, letter: Text): Text {
  switch (letter) {
    case "U":
      return text.toUpperCase();
    case "L":
      return text.toLowerCase();
    case "u":
      return recased(text, "^");
    case "Q":
    case "K":
    case "k":
      return text;
    case "E":
      return decodeEscapes(text);
    default:
      return text === ARGUMENT ? text : OUTPUT + holesOf(text);
  }
}
