import { isRecord } from "../../../core/base/is-record.ts";
import { type Fields, isTransportField, type Setting } from "./setting.ts";

/** Why a YAML text cannot be read or edited here, and on which line, counted from 0. */
export class YamlProblem extends Error {
  readonly line: number;

  constructor(line: number, reason: string) {
    super(reason);
    this.line = line;
  }
}

/** A list at the top of the file: the lines it takes, and its items, each as lines. */
type List = {
  readonly key: string;
  readonly from: number;
  readonly to: number;
  readonly indent: string;
  /** "block": an item a line. "flow": `[a, b]` behind the key. "other": nacre does not edit it. */
  readonly form: "block" | "flow" | "other";
  readonly items: readonly { readonly from: number; readonly to: number; readonly value: unknown }[];
};

/**
 * The lists at the top of a YAML file. An item that is a map is told by its `name`, as clients name servers. nacre reads
 * no other YAML, so whatever else stands there is left out.
 */
export function readYaml(text: string): unknown {
  return Object.fromEntries(listsOf(text).map(({ key, items }) => [key, dataOf(items.map(({ value }) => value))]));
}

function dataOf(values: readonly unknown[]): unknown {
  const named = values.filter(isRecord).map((value) => [String(value["name"]), value] as const);
  return named.length === 0 ? values : Object.fromEntries(named);
}

/** A YAML text that holds this setting too. Comments and everything else keep their places. */
export function withYamlSetting(text: string, setting: Setting): string {
  const [key = "", name = ""] = setting.path;
  const list = listsOf(text).find((one) => one.key === key);
  if (setting.kind === "value") throw new YamlProblem(0, "nacre sets no single value of a YAML file");
  if (setting.kind === "item") return withItem(text, list, { key, lines: [JSON.stringify(setting.value)] });
  const ours = [`name: ${name}`, ...Object.entries(setting.value).map(([field, value]) => `${field}: ${shown(value)}`)];
  const old = list?.items.find(({ value }) => isRecord(value) && value["name"] === name);
  if (old === undefined || list === undefined) return withItem(text, list, { key, lines: ours });
  const kept = keptLines(text.split("\n").slice(old.from, old.to), list.indent, setting.value);
  return spliced(text, old, [...itemLines(list.indent, ours), ...kept]);
}

/** The lines of an item that are the user's: fields that nacre's entry does not have, with what is nested in them. */
function keptLines(lines: readonly string[], indent: string, value: Fields): readonly string[] {
  let isKept = false;
  return lines.flatMap((line, at) => {
    const own = `${indent}  ${line.slice(indent.length + 2)}`;
    const field = /^(["']?)([\w.-]+)\1:/.exec(own.slice(indent.length + 2))?.[2];
    if (field !== undefined) isKept = field !== "name" && !(field in value) && !isTransportField(field);
    return isKept ? [at === 0 ? own : line.replace(/\r$/, "")] : [];
  });
}

const shown = (value: unknown): string =>
  Array.isArray(value) ? `[${value.map((one) => JSON.stringify(one)).join(", ")}]` : JSON.stringify(value);

const itemLines = (indent: string, lines: readonly string[]): readonly string[] =>
  lines.map((line, at) => `${indent}${at === 0 ? "- " : "  "}${line}`);

function withItem(
  text: string,
  list: List | undefined,
  { key, lines }: { readonly key: string; readonly lines: readonly string[] },
): string {
  if (list === undefined) {
    const before = text.trim() === "" ? "" : `${text.trimEnd()}\n`;
    return `${before}${[`${key}:`, ...itemLines("  ", lines)].join("\n")}\n`;
  }
  if (list.form === "block") {
    const to = list.items.at(-1)?.to ?? list.from + 1;
    return spliced(text, { from: to, to }, itemLines(list.indent, lines));
  }
  if (list.form === "flow" && list.items.length === 0) {
    return spliced(text, { from: list.from, to: list.from + 1 }, [`${key}:`, ...itemLines("  ", lines)]);
  }
  if (list.form === "flow" && lines.length === 1) {
    const line = text.split("\n")[list.from] ?? "";
    return spliced(text, { from: list.from, to: list.from + 1 }, [line.replace(/\](?=[^\]]*$)/, `, ${lines[0]}]`)]);
  }
  throw new YamlProblem(list.from, `${key} is written in a form that nacre does not edit`);
}

function spliced(text: string, { from, to }: { from: number; to: number }, lines: readonly string[]): string {
  const all = text.split("\n");
  const eol = text.includes("\r\n") ? "\r" : "";
  return [...all.slice(0, from), ...lines.map((line) => line + eol), ...all.slice(to)].join("\n");
}

/** The keys at the top of the file with their lists, and a problem where the file is not a plain map of keys. */
function listsOf(text: string): readonly List[] {
  const lines = text
    .replace(/^\uFEFF/, "")
    .split("\n")
    .map((line) => line.replace(/\r$/, ""));
  checkLines(lines);
  return lines.flatMap((line, from) => {
    const [, quote, key = "", rest = ""] = /^(["']?)([\w.-]+)\1:(?:\s+(.*))?$/.exec(line) ?? [];
    if (quote === undefined) return [];
    const value = withoutComment(rest);
    const to = lines.findIndex((other, at) => at > from && /^[^\s#-]/.test(other));
    const end = to === -1 ? lines.length : to;
    if (value === "") return blockList({ lines, key, from, to: end });
    const flow = /^\[(.*)\]$/.exec(value)?.[1];
    if (flow === undefined) return [{ key, from, to: end, indent: "", form: "other" as const, items: [] }];
    const items = flow.trim() === "" ? [] : flow.split(",").map((one) => ({ from, to: from + 1, value: scalar(one) }));
    const form = /[[{"']/.test(flow.replace(/"[^",]*"|'[^',]*'/g, "")) ? ("other" as const) : ("flow" as const);
    return [{ key, from, to: from + 1, indent: "  ", form, items }];
  });
}

function checkLines(lines: readonly string[]): void {
  for (const [at, line] of lines.entries()) {
    if (/^ *\t/.test(line)) throw new YamlProblem(at, "a tab indents this line, and YAML allows only spaces");
    if (/^(?:---|\.\.\.)(?:\s|$)/.test(line) && lines.slice(0, at).some((one) => /^[^\s#]/.test(one))) {
      throw new YamlProblem(at, "the file has several documents");
    }
    if (/^[^\s#"'\w-]/.test(line) && !/^[)}\]]/.test(line)) throw new YamlProblem(at, "a key is expected here");
    if (/^\w[^:]*$/.test(line)) throw new YamlProblem(at, "a colon is missing behind the key");
  }
}

type Span = { readonly lines: readonly string[]; readonly key: string; readonly from: number; readonly to: number };

function blockList({ lines, key, from, to }: Span): readonly List[] {
  const first = lines.findIndex((line, at) => at > from && at < to && /^\s*[^\s#]/.test(line));
  if (first === -1) return [{ key, from, to, indent: "  ", form: "block", items: [] }];
  const indent = /^( *)- /.exec(lines[first] ?? "")?.[1];
  if (indent === undefined) return [{ key, from, to, indent: "", form: "other", items: [] }];
  const starts = lines.flatMap((line, at) => (at >= first && at < to && line.startsWith(`${indent}- `) ? [at] : []));
  const items = starts.map((start, at) => {
    const next = starts[at + 1] ?? to;
    const end = lines.findLastIndex((line, one) => one < next && one >= start && isOf(line, indent)) + 1;
    return { from: start, to: end, value: itemOf(lines.slice(start, end), indent) };
  });
  return [{ key, from, to, indent, form: "block", items }];
}

/** Whether a line belongs to an item: it is not blank, and not a comment that stands further left. */
const isOf = (line: string, indent: string): boolean =>
  line.startsWith(`${indent}- `) || (line.startsWith(`${indent}  `) && line.trim() !== "");

/** An item: a scalar, or the fields of a map as far as each stands on a line of its own. */
function itemOf(lines: readonly string[], indent: string): unknown {
  const inner = lines.map((line, at) => (at === 0 ? `${indent}  ${line.slice(indent.length + 2)}` : line));
  const fields = inner.flatMap((line) => {
    const [, , key, value = ""] = /^ *(["']?)([\w.-]+)\1:(?:\s+(.*))?$/.exec(line.slice(indent.length + 2)) ?? [];
    return key === undefined || line.startsWith(`${indent}   `) ? [] : [[key, scalar(withoutComment(value))] as const];
  });
  return fields.length === 0 ? scalar(withoutComment((inner[0] ?? "").trim())) : Object.fromEntries(fields);
}

const withoutComment = (value: string): string => value.replace(/(?:^|\s)#(?=[^"']*$).*/, "").trim();

/** JSON where it is JSON, else the text without its quotes. */
function scalar(text: string): unknown {
  const word = text.trim();
  try {
    const value: unknown = JSON.parse(word);
    return value;
  } catch {
    const list = /^\[(.*)\]$/.exec(word)?.[1];
    if (list !== undefined) return list.split(",").map(scalar);
    return word.replace(/^'(.*)'$/, "$1").replaceAll("''", "'");
  }
}
