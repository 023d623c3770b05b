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
import { activateGlobs, couldBe, hasGlob } from "./globs.ts";
import type { Lists } from "./join.ts";
import { decodeEscapes } from "./printing.ts";
import type { Scope } from "./scope.ts";

/** What an expansion yields: the values it may have, or the lists of fields (`"$@"`, `"${a[@]}"`). */
export type Expanded =
  | { readonly kind: "values"; readonly values: readonly Text[] }
  | { readonly kind: "fields"; readonly lists: Lists };

/** What the operators need from the word reader: their operands' values, and a way to run what `@P` would run. */
export interface Operands {
  readonly scope: Scope;
  texts(word: Word): readonly Text[];
  prompt(code: Text): Text;
}

const values = (texts: readonly Text[]): Expanded => ({ kind: "values", values: alternatives(texts) });
const UNKNOWN_LENGTH = 4096;

/** `$name`, `$1`, `$@`, `$?` … */
export function simpleExpansion(text: string, scope: Scope): Expanded {
  const name = text.slice(1);
  if (name === "@" || name === "*") {
    return scope.positionals === undefined ? values([ANY]) : { kind: "fields", lists: scope.positionals };
  }
  return values(scope.valuesOf(name));
}

/** `${…}` in all its forms. */
export function parameterExpansion(part: ParameterExpansionPart, operands: Operands): Expanded {
  const { scope } = operands;
  if (part.prefix === "#") return values([NUMBER]);
  if (part.operation?.type === "Names") return values([NAME]);
  const base = part.prefix === "!" ? indirect(part, scope) : direct(part, scope, operands);
  if (part.operation === undefined) return base;
  if (base.kind === "fields") return onFields(part, base.lists, operands);
  return values(applied(part, base.values, operands));
}

function indirect(part: ParameterExpansionPart, scope: Scope): Expanded {
  if (part.index !== undefined) return values([NUMBER]);
  return values(
    scope.valuesOf(part.parameter).flatMap((name) => (isKnown(name) && name !== "" ? scope.valuesOf(name) : [ANY])),
  );
}

function direct(part: ParameterExpansionPart, scope: Scope, operands: Operands): Expanded {
  if (part.parameter === "@" || part.parameter === "*") return simpleExpansion(`$${part.parameter}`, scope);
  if (part.index === undefined) return values(scope.valuesOf(part.parameter));
  const variable = scope.variable(part.parameter);
  if (variable === undefined) return values([ANY]);
  if (part.index.text === "@" || part.index.text === "*") {
    return variable.kind === "array" ? { kind: "fields", lists: variable.lists } : values(variable.values);
  }
  if (variable.kind === "scalar") return values(variable.values);
  const elements = variable.lists.flat();
  return values(
    operands.texts(part.index).flatMap((index) => {
      // An element that stands for several files moves all behind it.
      const isPlaced = /^-?\d+$/.test(index) && !elements.some(hasGlob);
      if (isPlaced) return variable.lists.map((list) => list.at(Number(index)) ?? "");
      return elements.length === 0 ? [ANY] : elements;
    }),
  );
}

function onFields(part: ParameterExpansionPart, lists: Lists, operands: Operands): Expanded {
  if (part.operation?.type === "Slice") {
    const [offset = ""] = operands.texts(part.operation.offset);
    const length = part.operation.length === undefined ? undefined : operands.texts(part.operation.length)[0];
    if (!/^ *-?\d+$/.test(offset) || (length !== undefined && !/^-?\d+$/.test(length))) return values([ANY]);
    const shift = part.parameter === "@" || part.parameter === "*" ? Math.max(0, Number(offset) - 1) : Number(offset);
    const end = length === undefined ? undefined : shift + Number(length);
    return { kind: "fields", lists: lists.map((fields) => fields.slice(shift, end)) };
  }
  return {
    kind: "fields",
    lists: lists.map((fields) => fields.flatMap((field) => applied(part, [field], operands))),
  };
}

function applied(part: ParameterExpansionPart, texts: readonly Text[], operands: Operands): readonly Text[] {
  const operation = part.operation;
  if (operation === undefined) return texts;
  switch (operation.type) {
    case "Default":
      return defaulted(
        texts,
        { name: part.parameter, operator: operation.operator, fallback: operands.texts(operation.operand) },
        operands.scope,
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
      const [offset = ""] = operands.texts(operation.offset);
      const length = operation.length === undefined ? undefined : operands.texts(operation.length)[0];
      return texts.map((text) => sliced(text, offset, length));
    }
    case "CaseModification":
      return texts.map((text) => recased(text, operation.operator));
    case "Transform": {
      const [letter = ""] = operands.texts(operation.operand);
      return texts.map((text) => transformed(text, letter, operands));
    }
    case "Names":
      return [NAME];
    case "Unknown":
      return [ANY];
  }
}

/** `${name-fallback}` and its kin. */
type Default = { readonly name: string; readonly operator: string; readonly fallback: readonly Text[] };

function defaulted(texts: readonly Text[], { name, operator, fallback }: Default, scope: Scope): readonly Text[] {
  const isSet = scope.isSet(name) || (/^\d+$/.test(name) && scope.positionals !== undefined);
  const present = texts.filter((text) => text !== "" && text !== ANY);
  const surelyPresent = isSet && texts.every((text) => text !== "" && !text.startsWith(ANY));
  if (operator.endsWith("+")) return surelyPresent ? fallback : [...fallback, ""];
  if (operator.endsWith("?")) return present.length > 0 ? present : [FULL];
  if (surelyPresent) return texts;
  // Set to the empty text and no colon: the empty text stays.
  if (isSet && !operator.startsWith(":")) return texts;
  if (operator.endsWith("=")) scope.set(name, [...present, ...fallback]);
  const outside = isSet || /^\d+$/.test(name) || scope.isUnset(name) ? [] : [FULL];
  return [...present, ...fallback, ...outside];
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

function transformed(text: Text, letter: Text, operands: Operands): Text {
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
    case "P":
      return operands.prompt(decodeEscapes(text));
    default:
      return text === ARGUMENT ? text : OUTPUT + holesOf(text);
  }
}
