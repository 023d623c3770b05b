/**
 * The same value with every string in it redacted: names and values of plain records, entries of arrays, at any depth.
 * What is no plain data (a date, an object of a class) stays as it is. Returns the value itself where nothing changes.
 */
export function redactStrings<T>(value: T, redact: (text: string) => string): T {
  const strings: string[] = [];
  collect(value, { strings, seen: new Set() });
  // One search for all: most results hold no secret, and a search costs more to begin than to go on.
  const joined = strings.join("\n");
  return redact(joined) === joined ? value : copyOf(value, { redact, copies: new Map() });
}

type Found = { readonly strings: string[]; readonly seen: Set<unknown> };

function collect(value: unknown, found: Found): void {
  if (typeof value === "string") found.strings.push(value);
  if (!isPlain(value) || found.seen.has(value)) return;
  found.seen.add(value);
  if (!Array.isArray(value)) found.strings.push(...Object.keys(value));
  for (const inner of Object.values(value)) collect(inner, found);
}

type Copying = { readonly redact: (text: string) => string; readonly copies: Map<unknown, unknown> };

/** A copy; a value that stands in several places, or in itself, is copied once. */
function copyOf<T>(value: T, copying: Copying): T;
function copyOf(value: unknown, copying: Copying): unknown {
  const { redact, copies } = copying;
  if (typeof value === "string") return redact(value);
  if (!isPlain(value)) return value;
  const known = copies.get(value);
  if (known !== undefined) return known;
  if (Array.isArray(value)) {
    const list: unknown[] = [];
    copies.set(value, list);
    for (const inner of value) list.push(copyOf(inner, copying));
    return list;
  }
  const record: Record<string, unknown> = {};
  copies.set(value, record);
  for (const [name, inner] of Object.entries(value)) record[redact(name)] = copyOf(inner, copying);
  return record;
}

function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}
