import type { Text } from "../values/abstract-text.ts";

/** Arguments taken apart: options with their values, and what is left. */
export type Options = {
  /** Whether any of these options is there. */
  readonly has: (...names: readonly string[]) => boolean;
  /** The values of these options, in order. */
  readonly values: (...names: readonly string[]) => readonly Text[];
  readonly rest: readonly Text[];
};

type Table = { readonly valued: ReadonlySet<string>; readonly longs: readonly string[] };

const tables = new Map<string, Table>();

/** `"-o: --output: --force"`: a colon marks an option that takes a value; long options may be abbreviated as GNU allows. */
function tableOf(spec: string): Table {
  const known = tables.get(spec);
  if (known !== undefined) return known;
  const names = spec.split(/\s+/).filter((name) => name !== "");
  const table = {
    valued: new Set(names.filter((name) => name.endsWith(":")).map((name) => name.slice(0, -1))),
    longs: names.filter((name) => name.startsWith("--")).map((name) => name.replace(/:$/, "")),
  };
  tables.set(spec, table);
  return table;
}

const canonical = (name: string, { longs }: Table): string =>
  longs.includes(name) ? name : (longs.find((long) => name.length > 3 && long.startsWith(name)) ?? name);

/** Where options may stand: GNU tools take them anywhere, a wrapper only before its first operand. */
export type Order = "anywhere" | "first";

/** Takes arguments apart by a table. An argument that begins with a hole is an operand. */
export function readOptions(args: readonly Text[], spec = "", order: Order = "anywhere"): Options {
  const table = tableOf(spec);
  const found = new Map<string, Text[]>();
  const rest: Text[] = [];
  const note = (name: string, value?: Text): void => {
    const list = found.get(name) ?? [];
    if (value !== undefined) list.push(value);
    found.set(name, list);
  };
  let i = 0;
  const next = (): Text => args[++i] ?? "";
  const long = (arg: Text): void => {
    const equals = arg.indexOf("=");
    const name = canonical(equals === -1 ? arg : arg.slice(0, equals), table);
    if (equals !== -1) note(name, arg.slice(equals + 1));
    else if (table.valued.has(name)) note(name, next());
    else note(name);
  };
  const letters = (arg: Text): void => {
    for (let j = 1; j < arg.length; j++) {
      const name = `-${arg.charAt(j)}`;
      if (table.valued.has(name)) return note(name, j + 1 < arg.length ? arg.slice(j + 1) : next());
      note(name);
    }
  };
  for (; i < args.length; i++) {
    const arg = args[i] ?? "";
    if (arg === "--") {
      i++;
      break;
    }
    if (arg.startsWith("--")) long(arg);
    else if (arg.startsWith("-") && arg.length > 1) letters(arg);
    else if (order === "first") break;
    else rest.push(arg);
  }
  rest.push(...args.slice(i));
  return {
    has: (...names) => names.some((name) => found.has(name)),
    values: (...names) => names.flatMap((name) => found.get(name) ?? []),
    rest,
  };
}
