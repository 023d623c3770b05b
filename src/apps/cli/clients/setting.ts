import { isDeepStrictEqual } from "node:util";
import { isRecord } from "../../../core/base/is-record.ts";

/** One thing that a client's settings must hold. */
export type Setting =
  /** nacre's own entry in the client's list of servers: its fields, all of them nacre's. */
  | { readonly kind: "entry"; readonly path: Path; readonly value: Fields }
  /** One value. Where `beatenBy` stands behind it in the same object, the client obeys that instead. */
  | { readonly kind: "value"; readonly path: Path; readonly value: string | boolean; readonly beatenBy?: string }
  /** A member of a list that has others too. */
  | { readonly kind: "item"; readonly path: Path; readonly value: unknown };

export type Path = readonly string[];
export type Fields = Readonly<Record<string, unknown>>;

/** The fields that say how a server is reached: nacre's entry has those of one transport, never of two. */
const TRANSPORT_FIELDS = [
  "type",
  "command",
  "args",
  "url",
  "httpUrl",
  "headers",
  "requestOptions",
  "bearer_token_env_var",
  "http_headers",
];

/** The value at a path; undefined where there is none. */
export function valueAt(data: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), data);
}

/** Whether settings hold this already. */
export function holds(data: unknown, setting: Setting): boolean {
  const found = valueAt(data, setting.path);
  if (setting.kind === "entry") return isDeepStrictEqual(entryOver(found, setting.value), { ...asRecord(found) });
  if (setting.kind === "item")
    return Array.isArray(found) && found.some((one) => isDeepStrictEqual(one, setting.value));
  return found === setting.value && !isBeaten(data, setting);
}

function isBeaten(data: unknown, { path, beatenBy }: Extract<Setting, { kind: "value" }>): boolean {
  if (beatenBy === undefined) return false;
  const keys = Object.keys(asRecord(valueAt(data, path.slice(0, -1))));
  return keys.indexOf(beatenBy) > keys.indexOf(path.at(-1) ?? "");
}

/** nacre's entry over the one that is there: what the user added (`env`, a timeout) stays, another transport goes. */
export function entryOver(found: unknown, value: Fields): Fields {
  const kept = Object.entries(asRecord(found)).filter(([key]) => !isTransportField(key));
  return { ...Object.fromEntries(kept), ...value };
}

export const isTransportField = (key: string): boolean => TRANSPORT_FIELDS.includes(key);

const asRecord = (value: unknown): Fields => (isRecord(value) ? value : {});
