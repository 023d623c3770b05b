/** Why a text is not TOML, and at which offset. */
export class TomlProblem extends Error {
  readonly at: number;

  constructor(at: number, reason: string) {
    super(reason);
    this.at = at;
  }
}

/** A header (`[a.b]`) or a pair (`key = value`), with the names that lead to it from the top. */
export type TomlPart =
  | { readonly kind: "table"; readonly path: readonly string[]; readonly isList: boolean; readonly end: number }
  | {
      readonly kind: "pair";
      readonly table: readonly string[];
      readonly path: readonly string[];
      readonly value: unknown;
      /** Where the pair begins, where its value begins, and behind the value. */
      readonly start: number;
      readonly from: number;
      readonly end: number;
    };

/** The headers and pairs of a TOML text in their order. Numbers and dates stay the text they are. */
export function parseToml(text: string): readonly TomlPart[] {
  const reader = new Reader(text);
  const parts: TomlPart[] = [];
  let table: readonly string[] = [];
  for (reader.skip(BLANK_LINES); !reader.isAtEnd(); reader.skip(BLANK_LINES)) {
    const start = reader.at;
    if (reader.takes("[")) {
      const isList = reader.takes("[");
      table = reader.keys();
      reader.expect(isList ? "]]" : "]");
      parts.push({ kind: "table", path: table, isList, end: reader.at });
    } else {
      const path = [...table, ...reader.keys()];
      reader.expect("=");
      reader.skip(SPACES);
      const from = reader.at;
      const value = reader.value();
      parts.push({ kind: "pair", table, path, value, start, from, end: reader.at });
    }
    reader.endOfLine();
  }
  return parts;
}

const SPACES = /[ \t]*/y;
const BLANK_LINES = /(?:[ \t\r\n\uFEFF]|#[^\n]*)*/y;
const STRINGS: readonly RegExp[] = [
  /"""[\s\S]*?(?<!(?<!\\)(?:\\\\)*\\)"{3,5}/y,
  /'''[\s\S]*?'{3,5}/y,
  /"(?:[^"\\\n]|\\.)*"/y,
  /'[^'\n]*'/y,
];

class Reader {
  at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  isAtEnd(): boolean {
    return this.at >= this.#text.length;
  }

  skip(what: RegExp): string {
    what.lastIndex = this.at;
    const taken = what.exec(this.#text)?.[0] ?? "";
    this.at += taken.length;
    return taken;
  }

  takes(word: string): boolean {
    if (!this.#text.startsWith(word, this.at)) return false;
    this.at += word.length;
    return true;
  }

  expect(word: string): void {
    this.skip(SPACES);
    if (!this.takes(word)) throw new TomlProblem(this.at, `${word} is expected`);
  }

  endOfLine(): void {
    this.skip(SPACES);
    this.skip(/#[^\n]*/y);
    if (!this.isAtEnd() && this.skip(/\r?\n/y) === "") throw new TomlProblem(this.at, "the line should end here");
  }

  /** Names with dots between them. */
  keys(): readonly string[] {
    const keys: string[] = [];
    do {
      this.skip(SPACES);
      const bare = this.skip(/[A-Za-z0-9_-]+/y);
      const name = bare === "" ? this.#string() : bare;
      if (name === undefined) throw new TomlProblem(this.at, "a name is expected");
      keys.push(name);
      this.skip(SPACES);
    } while (this.takes("."));
    return keys;
  }

  value(): unknown {
    if (this.takes("[")) return this.#list();
    if (this.takes("{")) return this.#inlineTable();
    const text = this.#string();
    if (text !== undefined) return text;
    const word = this.skip(/[^\s,\]}#]+(?: \d\d:[^\s,\]}#]+)?/y);
    if (word === "") throw new TomlProblem(this.at, "a value is expected");
    return word === "true" || word === "false" ? word === "true" : word;
  }

  #list(): readonly unknown[] {
    const items: unknown[] = [];
    for (;;) {
      this.skip(BLANK_LINES);
      if (this.takes("]")) return items;
      items.push(this.value());
      this.skip(BLANK_LINES);
      if (!this.takes(",")) {
        this.expect("]");
        return items;
      }
    }
  }

  #inlineTable(): Readonly<Record<string, unknown>> {
    const table = new Map<string, unknown>();
    for (;;) {
      this.skip(BLANK_LINES);
      if (this.takes("}")) return Object.fromEntries(table);
      const [first = "", ...rest] = this.keys();
      this.expect("=");
      this.skip(SPACES);
      const value = this.value();
      table.set(
        first,
        rest.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value),
      );
      this.skip(BLANK_LINES);
      if (!this.takes(",")) {
        this.expect("}");
        return Object.fromEntries(table);
      }
    }
  }

  /** A string of any of the four kinds; undefined where none begins. */
  #string(): string | undefined {
    const start = this.at;
    const quote = this.#text.charAt(start);
    if (quote !== '"' && quote !== "'") return undefined;
    const taken = STRINGS.map((kind) => this.skip(kind)).find((one) => one !== "");
    if (taken === undefined) throw new TomlProblem(start, "a text is not closed");
    const marks = taken.startsWith(quote.repeat(3)) && taken.length >= 6 ? 3 : 1;
    const inner = taken.slice(marks, -marks);
    return quote === "'" ? inner : unescaped(inner);
  }
}

/** The text that the escapes of JSON stand for; with escapes that only TOML has, it stays as it is written. */
function unescaped(inner: string): string {
  try {
    return String(JSON.parse(`"${inner.replaceAll("\n", "\\n").replaceAll("\r", "\\r").replaceAll("\t", "\\t")}"`));
  } catch {
    return inner;
  }
}
