import type { Assignment, Command, Word } from "unbash";
import { alternatives, MAX_ALTERNATIVES, type Text } from "./abstract-text.ts";
import { combinations } from "./combinations.ts";
import { fieldsOf, type Surroundings, textsOf } from "./expand-word.ts";
import type { Lists } from "./join.ts";
import type { Scope } from "./scope.ts";

/** The most words of one command that are judged. */
export const MAX_WORDS = 4096;

/** Commands that take assignments as arguments. */
const DECLARATIONS = new Set(["export", "declare", "typeset", "readonly", "local"]);

/** Whether the shell keeps an assignment or only passes it to one command. */
export type Keeping = "kept" | "passed";

/** The values an assignment gives its variable; a kept one changes the scope. */
export function assignedValues(part: Assignment, keeping: Keeping, around: Surroundings): readonly Text[] {
  const { scope } = around;
  if (part.index !== undefined) textsOf(part.index, around);
  const keep = keeping === "kept";
  if (part.value.type === "ArrayValue") {
    const lists = arrayLists(part.value.elements, around);
    if (keep) scope.setArray(part.name, part.append === true ? appended(part.name, scope, lists) : lists);
    return lists.flat();
  }
  const values = textsOf(part.value, around);
  if (!keep) return values;
  if (part.append === true) scope.append(part.name, values);
  else if (part.index !== undefined)
    scope.setArray(
      part.name,
      appended(
        part.name,
        scope,
        values.map((value) => [value]),
      ),
    );
  else scope.set(part.name, values);
  return part.append === true ? scope.valuesOf(part.name) : values;
}

/** Whether a variable is longer after this assignment than before. */
export function grows({ name, append, value }: Assignment): boolean {
  if (value.type === "ArrayValue" || value.text.includes("$((")) return false;
  if (append === true) return value.text !== "" && !/^\d+$/.test(value.text);
  const own = new RegExp(`\\$(?:${name}\\b|\\{${name}\\})`);
  return own.test(value.text) && value.text.replaceAll(/["']/g, "").replace(own, "") !== "";
}

/** The lists that an array value `( … )` may have. */
function arrayLists(elements: readonly Word[], around: Surroundings): Lists {
  const fields = elements.map((element) => distinct(fieldsOf(element, around)));
  return combinations(fields, MAX_ALTERNATIVES).map((list) =>
    list.flat().map((text) => text.replace(/^\[[^\]]*\]=/, "")),
  );
}

/** Every list of an array with each of these lists appended. */
function appended(name: string, scope: Scope, lists: Lists): Lists {
  const variable = scope.variable(name);
  const before = variable?.kind === "array" ? variable.lists : [[]];
  return before.flatMap((list) => lists.map((more) => [...list, ...more]));
}

/** The argument lists a command may have: every combination of its words' values; beyond the cap one word varies at a time. */
export function argumentLists(node: Command, around: Surroundings): readonly (readonly Text[])[] {
  if (node.name === undefined) return [[]];
  const refers = node.args.some((word) => word.type === "Word" && /^-[a-zA-Z]*n/.test(word.value));
  const keeping = DECLARATIONS.has(node.name.value) && !refers ? "kept" : "passed";
  const words: (Word | Assignment)[] = [node.name, ...node.args.slice(0, MAX_WORDS)];
  const lists = words.map((word): FieldLists => {
    if (word.type === "Word" && word === node.name && mayBeNothing(word))
      return distinct([...fieldsOf(word, around), []]);
    if (word.type === "Word") return distinct(fieldsOf(word, around));
    return distinct(assignedValues(word, keeping, around).map((value) => [`${word.name}=${value}`]));
  });
  return combinations(lists, MAX_ALTERNATIVES).map((argv) => argv.flat());
}

/** A name that is only substitutions, none of them one plain command, may expand to no word: then the next word is the name. */
const mayBeNothing = ({ parts = [] }: Word): boolean =>
  parts.length > 0 && parts.every((part) => part.type === "CommandExpansion" && /[;&|\n]/.test(part.text));

/** Field lists without repeats, never none. */
function distinct(lists: readonly (readonly Text[])[]): FieldLists {
  const [only = [], ...more] = lists;
  if (more.length === 0) return [only];
  const [head = "", ...tail] = alternatives(lists.map((list) => list.join("\u0000")));
  return [split(head), ...tail.map(split)];
}

type FieldLists = readonly [readonly Text[], ...(readonly Text[])[]];

const split = (joined: string): readonly Text[] => (joined === "" ? [] : joined.split("\u0000"));
