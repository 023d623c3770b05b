import { isRecord } from "../../../core/base/is-record.ts";
import { entryOver, isTransportField, type Path, type Setting, valueAt } from "./setting.ts";
import { parseToml, type TomlPart, TomlProblem } from "./toml.ts";

type Pair = Extract<TomlPart, { kind: "pair" }>;

/** The data of a TOML file. Of tables that are listed (`[[a]]`) only the last is told. */
export function readToml(text: string): unknown {
  const data: Record<string, unknown> = {};
  for (const part of parseToml(text)) {
    if (part.kind === "table") put(data, part.path, undefined);
    else put(data, part.path, part.value);
  }
  return data;
}

/** Puts a value at a path; for a table, makes sure that there is one. */
function put(data: Record<string, unknown>, path: Path, value: unknown): void {
  let at = data;
  for (const key of value === undefined ? path : path.slice(0, -1)) {
    const inner = at[key];
    const next: Record<string, unknown> = isRecord(inner) ? inner : {};
    at[key] = next;
    at = next;
  }
  if (value !== undefined) at[path.at(-1) ?? ""] = value;
}

/** A TOML text that holds this setting too. Comments and everything else keep their places. */
export function withTomlSetting(text: string, setting: Setting): string {
  if (setting.kind === "item") throw new TomlProblem(0, "nacre adds to no list of a TOML file");
  if (setting.kind === "value") {
    return withPair(text, setting.path.slice(0, -1), [setting.path.at(-1) ?? "", setting.value]);
  }
  const found = valueAt(readToml(text), setting.path);
  const wanted = entryOver(found, setting.value);
  const stale = parseToml(text).filter(
    (part): part is Pair =>
      part.kind === "pair" && samePath(part.table, setting.path) && isTransportField(part.path.at(-1) ?? ""),
  );
  const kept = stale
    .filter(({ path }) => !(String(path.at(-1)) in wanted))
    .toReversed()
    .reduce((before, { start, end }) => `${before.slice(0, start)}${before.slice(lineEnd(before, end))}`, text);
  return Object.entries(setting.value).reduce((before, pair) => withPair(before, setting.path, pair), kept);
}

/** A text in which a table has this pair: its value replaced, or the pair added to the table, or the table to the end. */
function withPair(text: string, table: Path, [key, value]: readonly [string, unknown]): string {
  const parts = parseToml(text);
  const path = [...table, key];
  const line = `${key} = ${shown(value)}`;
  const same = parts.find((part): part is Pair => part.kind === "pair" && samePath(part.path, path));
  if (same !== undefined) return `${text.slice(0, same.from)}${shown(value)}${text.slice(same.end)}`;
  const nested = parts.find((part) => startsWith(part.path, path));
  if (nested !== undefined) throw otherForm(nested, path);
  const header = parts.find((part) => part.kind === "table" && samePath(part.path, table));
  if (header !== undefined && header.kind === "table" && !header.isList) {
    const last = parts.findLast((part) => part.kind === "pair" && samePath(part.table, table)) ?? header;
    const at = lineEnd(text, last.end);
    const before = text.slice(0, at);
    return `${before}${before.endsWith("\n") ? "" : "\n"}${line}${eolOf(text)}${text.slice(at)}`;
  }
  refuseOtherForms(parts, table);
  const before = text.trim() === "" ? "" : `${text.trimEnd()}${eolOf(text)}${eolOf(text)}`;
  return `${before}[${table.join(".")}]${eolOf(text)}${line}${eolOf(text)}`;
}

/** A table that was begun in another form (`features = {…}`, `features.x = 1`, `[[features]]`) must not be begun again. */
function refuseOtherForms(parts: readonly TomlPart[], table: Path): void {
  const other = parts.find((part) => {
    if (part.kind === "table") return part.isList && startsWith(table, part.path);
    return startsWith(table, part.path) || (startsWith(part.path, table) && !startsWith(part.table, table));
  });
  if (other !== undefined) throw otherForm(other, table);
}

const otherForm = (part: TomlPart, path: Path): TomlProblem =>
  new TomlProblem(
    part.kind === "pair" ? part.start : part.end,
    `${path.join(".")} is written in a form that nacre does not edit`,
  );

const startsWith = (path: Path, head: Path): boolean => head.every((key, at) => path[at] === key);
const samePath = (a: Path, b: Path): boolean => a.length === b.length && startsWith(a, b);

/** Behind the line that holds this offset. */
function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end + 1;
}

const shown = (value: unknown): string =>
  Array.isArray(value) ? `[${value.map((one) => JSON.stringify(one)).join(", ")}]` : JSON.stringify(value);

const eolOf = (text: string): string => (text.includes("\r\n") ? "\r\n" : "\n");
