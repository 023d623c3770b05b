import { ANY, CLASS_CLOSE, CLASS_OPEN, MAX_ALTERNATIVES, type Text } from "./abstract-text.ts";
import { hasGlob } from "./globs.ts";
import { type Lists, MAX_ELEMENTS, type Variable } from "./join.ts";

/** In a name brackets are a subscript and no pattern. */
export const literalSubscript = (name: Text): Text => name.replaceAll(CLASS_OPEN, "[").replaceAll(CLASS_CLOSE, "]");

/** What stands at this subscript of an array; every element where the place cannot be known. */
export function elementsAt(lists: Lists, index: Text): readonly Text[] {
  const elements = lists.flat();
  // An element that stands for several files moves all behind it; a list that was given with subscripts may have gaps.
  const isPlaced = (isCut(lists) ? /^\d+$/ : /^-?\d+$/).test(index) && !elements.some(hasGlob);
  if (isPlaced && lists.every((list) => list.at(Number(index)) !== undefined))
    return lists.map((list) => list.at(Number(index)) ?? "");
  return elements.length === 0 ? [ANY] : elements;
}

/** Whether the last word of a list may stand for several: what is counted from the end is then not known. */
const isCut = (lists: Lists): boolean => lists.some((list) => list.length >= MAX_ELEMENTS);

/** An element that a name with a subscript stands for, `a[1]`, as a variable of its own; `undefined` for any other name. */
export function elementOf(name: string, find: (array: string) => Variable | undefined): Variable | undefined {
  const [, array = "", index = ""] = /^([A-Za-z_]\w*)\[(.+)\]$/s.exec(name) ?? [];
  const variable = array === "" ? undefined : find(array);
  if (variable?.kind !== "array") return variable;
  return { kind: "scalar", values: elementsAt(variable.lists, index) };
}

/** An element of an array value, `[key]=text` or only the text. */
export type Element = { readonly key: string | undefined; readonly text: Text };

export function elementFrom(text: Text): Element {
  const [, key, value = ""] = /^\[([^\]]*)\]=(.*)$/s.exec(text) ?? [];
  return key === undefined ? { key, text } : { key, text: value };
}

/**
 * The lists that elements with subscripts make: in their order where they leave no gap; else each element may stand at
 * each place.
 */
export function placed(elements: readonly Element[]): Lists {
  if (elements.every(({ key }) => key === undefined)) return [elements.map(({ text }) => text)];
  const sorted = elements.toSorted((one, other) => Number(one.key) - Number(other.key)).map(({ text }) => text);
  const keys = elements.map(({ key }) => Number(key)).toSorted((one, other) => one - other);
  if (keys.every((key, at) => key === at)) return [sorted];
  return sorted.slice(0, MAX_ALTERNATIVES).map((_, at) => [...sorted.slice(at), ...sorted.slice(0, at)]);
}

/** Every list with this value at a subscript. */
export function withElement(lists: Lists, index: Text, value: Text): Lists {
  return lists.flatMap((list) => {
    const at = /^-?\d+$/.test(index) ? Number(index) : Number.NaN;
    const place = at < 0 ? list.length + at : at;
    if (place >= 0 && place < list.length) return [list.with(place, value)];
    if (place === list.length || (place > list.length && isCut([list]))) return [list.concat(value)];
    return placed([...list.map((text, key) => ({ key: `${key}`, text })), { key: "9999", text: value }]);
  });
}
