import { isRecord } from "../../../src/core/base/is-record.ts";

/** The value at a path of keys, undefined where there is none. */
export const at = (value: unknown, ...keys: readonly string[]): unknown =>
  keys.reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), value);

export const listAt = (value: unknown, ...keys: readonly string[]): readonly unknown[] => {
  const found = at(value, ...keys);
  return Array.isArray(found) ? found : [];
};

export const textAt = (value: unknown, ...keys: readonly string[]): string => {
  const found = at(value, ...keys);
  return typeof found === "string" ? found : "";
};

/** Every character that a value shows a model: a text as it is, a list or an object by the texts in it. */
export function textsIn(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(textsIn).join("");
  if (isRecord(value)) return Object.values(value).map(textsIn).join("");
  return value === undefined || value === null ? "" : JSON.stringify(value);
}

/** The text of a list of content parts; `type` and the like are not shown to a model. */
export const contentText = (content: unknown): string =>
  typeof content === "string"
    ? content
    : listAt({ content }, "content")
        .map((part) => textAt(part, "text"))
        .join("");
