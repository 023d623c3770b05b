import type { Assignment, Command, Word } from "unbash";
import { ANY, alternatives, MAX_ALTERNATIVES, type Text } from "./abstract-text.ts";
import { combinations } from "./combinations.ts";
import { elementFrom, placed, withElement } from "./elements.ts";
import { evaluatedName, fieldsOf, type Surroundings, textsOf } from "./expand-word.ts";
import type { Lists } from "./join.ts";
import type { Scope } from "./scope.ts";
import { isInteger, KEYS } from "./shell-variables.ts";

/** The most words of one command that are judged. */
export const MAX_WORDS = 4096;

/** Commands that take assignments as arguments. */
const DECLARATIONS = new Set(["export", "declare", "typeset", "readonly", "local"]);

/** Whether the shell keeps an assignment, as a number too, or only passes it to one command. */
export type Keeping = "kept" | "counted" | "passed";

/** The values an assignment gives its variable; a kept one changes the scope. */
export function assignedValues(part: Assignment, keeping: Keeping, around: Surroundings): readonly Text[] {
  const { scope } = around;
  const indexes = part.index === undefined ? [] : textsOf(part.index, around);
  for (const index of indexes) evaluatedName(index, around);
  const keep = keeping !== "passed";
  // bash evaluates a number before the variable has it.
  const count = (texts: readonly Text[]): void => {
    if (keeping === "counted" || isInteger(part.name, scope)) for (const text of texts) evaluatedName(text, around);
  };
  if (part.value.type === "ArrayValue") {
    const { lists, keys } = arrayLists(part.value.elements, around);
    count(lists.flat());
    if (keep) noteKeys(part, keys, scope);
    if (keep) scope.setArray(part.name, part.append === true ? appended(part.name, scope, lists) : lists);
    return lists.flat();
  }
  const values = textsOf(part.value, around);
  count(values);
  if (!keep) return values;
  if (part.append === true) scope.append(part.name, values);
  else if (indexes.length > 0) setElement({ name: part.name, indexes, values }, scope);
  else scope.set(part.name, values);
  return part.append === true ? scope.valuesOf(part.name) : values;
}

/** The keys of an array are known where each element was given one; an element without a key may have any number. */
function noteKeys({ name, append }: Assignment, keys: readonly string[], scope: Scope): void {
  const known = scope.variable(KEYS + name);
  const before = append === true && known?.kind === "array" ? known.lists.flat() : [];
  const isNumbered = before.every((key) => NUMBER_KEY.test(key));
  if (keys.length > 0) scope.setArray(KEYS + name, [[...before, ...keys]]);
  else if (known !== undefined && isNumbered) scope.restore(KEYS + name, undefined);
}

const NUMBER_KEY = /^-?\d+$/;

/** Whether a variable is longer after this assignment than before. */
export function grows({ name, append, value }: Assignment): boolean {
  if (value.type === "ArrayValue" || value.text.includes("$((")) return false;
  if (append === true) return value.text !== "" && !/^\d+$/.test(value.text);
  const own = new RegExp(`\\$(?:${name}\\b|\\{${name}\\})`);
  return own.test(value.text) && value.text.replaceAll(/["']/g, "").replace(own, "") !== "";
}

type SetElement = {
  readonly name: string;
  readonly indexes: readonly Text[];
  readonly values: readonly Text[];
};

function setElement({ name, indexes, values }: SetElement, scope: Scope): void {
  const before = listsOf(name, scope);
  scope.setArray(
    name,
    indexes.flatMap((index) => values.flatMap((value) => withElement(before, index, value))),
  );
  const known = scope.variable(KEYS + name);
  const isFirst = before.every((list) => list.length === 0);
  const keys = known === undefined && !isFirst ? indexes.filter((index) => !NUMBER_KEY.test(index)) : indexes;
  const [given = [], ...others] = known?.kind === "array" ? known.lists : [];
  if (keys.length > 0) scope.setArray(KEYS + name, [given.concat(...others, keys)]);
}

/** The lists that an array value `( … )` may have, and the keys it is given: numbers only where each element has one. */
function arrayLists(
  elements: readonly Word[],
  around: Surroundings,
): { readonly lists: Lists; readonly keys: readonly string[] } {
  const fields = elements.map((element) => distinct(fieldsOf(element, around)));
  const all = combinations(fields, MAX_ALTERNATIVES).map((list) => list.flat().map(elementFrom));
  const given = all.flat();
  const isKeyed = given.every(({ key }) => key !== undefined);
  const keys = given.flatMap(({ key }) => (key === undefined || (!isKeyed && NUMBER_KEY.test(key)) ? [] : [key]));
  return { lists: all.flatMap(placed), keys: [...new Set(keys)] };
}

/** Every list of an array with each of these lists appended. */
function appended(name: string, scope: Scope, lists: Lists): Lists {
  return listsOf(name, scope).flatMap((list) => lists.map((more) => [...list, ...more]));
}

function listsOf(name: string, scope: Scope): Lists {
  const variable = scope.variable(name);
  return variable?.kind === "array" ? variable.lists : [[]];
}

/** The argument lists a command may have: every combination of its words' values; beyond the cap one word varies at a time. */
export function argumentLists(node: Command, around: Surroundings): readonly (readonly Text[])[] {
  if (node.name === undefined) return [[]];
  const keeping = DECLARATIONS.has(node.name.value) ? declaredAs(node) : "passed";
  const words: (Word | Assignment)[] = [node.name, ...node.args.slice(0, MAX_WORDS)];
  const lists = words.map((word): FieldLists => {
    if (word.type === "Word" && word === node.name && mayBeNothing(word))
      return distinct([...fieldsOf(word, around), []]);
    if (word.type === "Word" && word !== node.args.at(-1) && isUnset(word, around)) return [[], [ANY]];
    if (word.type === "Word") return distinct(fieldsOf(word, around));
    return distinct(assignedValues(word, keeping, around).map((value) => [`${word.name}=${value}`]));
  });
  return combinations(lists, MAX_ALTERNATIVES).map((argv) => argv.flat());
}

function declaredAs({ args }: Command): Keeping {
  const has = (option: RegExp): boolean => args.some((word) => word.type === "Word" && option.test(word.value));
  if (has(/^-[a-zA-Z]*n/)) return "passed";
  return has(/^-[a-zA-Z]*i/) ? "counted" : "kept";
}

/** A name that is only substitutions, none of them one plain command, may expand to no word: then the next word is the name. */
const mayBeNothing = ({ parts = [] }: Word): boolean =>
  parts.length > 0 && parts.every((part) => part.type === "CommandExpansion" && /[;&|\n]/.test(part.text));

/** A word that is a variable without quotes of which nothing is known: without a value it is no word at all. */
function isUnset({ parts = [] }: Word, { scope }: Surroundings): boolean {
  const [only, ...others] = parts;
  if (only?.type !== "SimpleExpansion" || others.length > 0 || !/^\$[A-Za-z_]\w*$/.test(only.text)) return false;
  const values = scope.valuesOf(only.text.slice(1));
  return values.length === 1 && values[0] === ANY;
}

/** Field lists without repeats, never none. */
function distinct(lists: readonly (readonly Text[])[]): FieldLists {
  const [only = [], ...more] = lists;
  if (more.length === 0) return [only];
  const [head = "", ...tail] = alternatives(lists.map((list) => list.join("\u0000")));
  return [split(head), ...tail.map(split)];
}

type FieldLists = readonly [readonly Text[], ...(readonly Text[])[]];

const split = (joined: string): readonly Text[] => (joined === "" ? [] : joined.split("\u0000"));
