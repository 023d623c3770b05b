import { isRecord } from "../../../core/base/is-record.ts";
import { JsonProblem } from "../../../core/base/json-with-positions.ts";
import { parseJsonc, withoutComments } from "../jsonc.ts";
import { entryOver, type Path, type Setting, valueAt } from "./setting.ts";

/** The data of a JSON file with comments; an empty file holds an empty object. */
export function readJson(text: string): unknown {
  return isBlank(text) ? {} : parseJsonc(text).value;
}

/** A JSON text that holds this setting too. Comments and everything else keep their places. */
export function withJsonSetting(text: string, setting: Setting): string {
  const data = readJson(text);
  const found = valueAt(data, setting.path);
  if (setting.kind === "entry") return set(text, setting.path, entryOver(found, setting.value));
  if (setting.kind === "value") return set(text, setting.path, setting.value);
  if (found === undefined) return set(text, setting.path, [setting.value]);
  const list = nodeAt(text, setting.path);
  if (!Array.isArray(found)) throw new JsonProblem(list.start, `${setting.path.join(".")} must be a list`);
  return insertInto({ text, node: list, open: "[", line: JSON.stringify(setting.value) });
}

const isBlank = (text: string): boolean => /^\uFEFF?\s*$/.test(withoutComments(text));

/** Where a value stands: from its first character to behind its last. */
type Node = { readonly start: number; readonly end: number };

function set(text: string, path: Path, value: unknown): string {
  const unit = isOneLine(text) ? undefined : unitOf(text);
  if (isBlank(text)) {
    const before = text.trim() === "" ? "" : `${text.trimEnd()}${eolOf(text)}`;
    return `${before}${shown(nested(path, value), unit, "")}\n`;
  }
  // The deepest part of the path that is there; from it on the rest is new.
  const depth = path.findLastIndex((_, at) => valueAt(readJson(text), path.slice(0, at + 1)) !== undefined) + 1;
  const node = nodeAt(text, path.slice(0, depth));
  if (depth === path.length) {
    const written = onLinesOf(text, shown(value, unit, indentAt(text, node.start)));
    return text.slice(0, node.start) + written + text.slice(node.end);
  }
  if (!isRecord(valueAt(readJson(text), path.slice(0, depth)))) {
    throw new JsonProblem(node.start, `${path.slice(0, depth).join(".") || "the file"} must hold an object`);
  }
  const rest = nested(path.slice(depth + 1), value);
  const key = JSON.stringify(path[depth]);
  return insertInto({ text, node, open: "{", line: `${key}: ${shown(rest, unit, innerIndent(text, node))}` });
}

const nested = (path: Path, value: unknown): unknown =>
  path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);

/** A value as text, all of it on one line where there is no unit of indentation. Lists are always on one line. */
function shown(value: unknown, unit: string | undefined, indent: string): string {
  if (Array.isArray(value)) return `[${value.map((one) => JSON.stringify(one)).join(", ")}]`;
  if (!isRecord(value) || unit === undefined) return JSON.stringify(value);
  const inner = indent + unit;
  const lines = Object.entries(value).map(([key, one]) => `${inner}${JSON.stringify(key)}: ${shown(one, unit, inner)}`);
  return lines.length === 0 ? "{}" : `{\n${lines.join(",\n")}\n${indent}}`;
}

/** Adds a last member to an object or list, behind the comments that end it. */
function insertInto({ text, node, open, line }: { text: string; node: Node; open: string; line: string }): string {
  const eol = eolOf(text);
  const written = onLinesOf(text, line);
  const members = nodesIn(text, node);
  const last = members.at(-1);
  const behind = text.slice(0, node.end - 1).trimEnd().length;
  if (last !== undefined && !spansLines(text, node)) {
    return `${text.slice(0, last.end)}, ${written}${text.slice(last.end)}`;
  }
  const inner = innerIndent(text, node);
  const close = `${eol}${indentAt(text, node.start)}`;
  const rest = text.slice(behind).replace(/^\s*/, "");
  if (last === undefined) {
    const hasComment = text.slice(node.start + 1, behind).trim() !== "";
    if (!hasComment && (open === "[" || isOneLine(text))) return `${text.slice(0, behind)}${written}${rest}`;
    return `${text.slice(0, behind)}${eol}${inner}${written}${close}${rest}`;
  }
  const hasComma = withoutComments(text).slice(last.end, behind).includes(",");
  const head = `${text.slice(0, last.end)}${hasComma ? "" : ","}${text.slice(last.end, behind)}`;
  return `${head}${eol}${inner}${written}${close}${rest}`;
}

/** The value at a path that is there. */
function nodeAt(text: string, path: Path): Node {
  const plain = withoutComments(text);
  const start = /[^\s\uFEFF]/.exec(plain)?.index ?? 0;
  return path.reduce<Node>((node, key) => nodesIn(text, node).find((member) => member.key === key) ?? node, {
    start,
    end: endOf(plain, start),
  });
}

/** The values in an object or list. */
function nodesIn(text: string, { start, end }: Node): readonly (Node & { readonly key?: string })[] {
  const plain = withoutComments(text);
  const isObject = plain[start] === "{";
  const nodes: (Node & { readonly key?: string })[] = [];
  let at = skip(plain, start + 1, /[\s,]/);
  while (at < end - 1) {
    const keyEnd = isObject ? endOf(plain, at) : at;
    const key = isObject ? String(JSON.parse(plain.slice(at, keyEnd))) : undefined;
    const from = isObject ? skip(plain, keyEnd, /[\s:]/) : at;
    const to = endOf(plain, from);
    nodes.push({ start: from, end: to, ...(key === undefined ? {} : { key }) });
    at = skip(plain, to, /[\s,]/);
  }
  return nodes;
}

function skip(plain: string, from: number, what: RegExp): number {
  let at = from;
  while (at < plain.length && what.test(plain.charAt(at))) at++;
  return at;
}

/** Behind the last character of the value that begins here. The text is JSON: it was parsed before. */
function endOf(plain: string, start: number): number {
  const token = /"(?:[^"\\]|\\.)*"|[{}[\]]|[^\s,:{}[\]"]+/g;
  token.lastIndex = start;
  let depth = 0;
  for (let match = token.exec(plain); match !== null; match = token.exec(plain)) {
    if (match[0] === "{" || match[0] === "[") depth++;
    else if (match[0] === "}" || match[0] === "]") depth--;
    if (depth === 0) return token.lastIndex;
  }
  return plain.length;
}

/** Whether the whole file is an object on one line, with something in it. */
const isOneLine = (text: string): boolean => /^\s*\{.*\S.*\}\s*$/.test(text);

const spansLines = (text: string, { start, end }: Node): boolean => text.slice(start, end).includes("\n");

/** How the members of an object or list are indented, or would be. */
function innerIndent(text: string, node: Node): string {
  const plain = withoutComments(text);
  const first = skip(plain, node.start + 1, /[\s,]/);
  const isEmpty = first >= node.end - 1;
  return isEmpty || !text.slice(node.start, first).includes("\n")
    ? indentAt(text, node.start) + unitOf(text)
    : indentAt(text, first);
}

const indentAt = (text: string, at: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", at - 1) + 1))?.[0] ?? "";

/** What one step of indentation is in this file. */
const unitOf = (text: string): string => /^[ \t]+(?=")/m.exec(text)?.[0] ?? "  ";

/** A new piece with the line ends of the file. */
const onLinesOf = (text: string, piece: string): string => piece.replaceAll("\n", eolOf(text));

const eolOf = (text: string): string => (text.includes("\r\n") ? "\r\n" : "\n");
