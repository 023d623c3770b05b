/** Why a text is not JSON, and at which offset. */
export class JsonProblem extends Error {
  readonly at: number;

  constructor(at: number, reason: string) {
    super(reason);
    this.at = at;
  }
}

/** A parsed value, and where each part of it stands, by path (`rules[2].reason`). */
export type PlacedJson = { readonly value: unknown; readonly places: ReadonlyMap<string, number> };

const MAX_DEPTH = 32;

/** Parses strict JSON and keeps the offset of each part, to show where a mistake is. A key that occurs twice is a mistake. */
export function parsePlacedJson(text: string): PlacedJson {
  const reader = new Reader(text);
  const value = reader.read("", 0);
  reader.end();
  return { value, places: reader.places };
}

class Reader {
  readonly places = new Map<string, number>();
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    if (text.startsWith("\uFEFF")) this.#at = 1; // some editors begin a file with it
  }

  read(path: string, depth: number): unknown {
    this.#blank();
    this.places.set(path, this.#at);
    if (depth > MAX_DEPTH) throw new JsonProblem(this.#at, "nested too deeply");
    const char = this.#text.charAt(this.#at);
    if (char === "{") return this.#object(path, depth);
    if (char === "[") return this.#array(path, depth);
    if (char === '"') return this.#string();
    return this.#literal();
  }

  end(): void {
    this.#blank();
    if (this.#at < this.#text.length) throw new JsonProblem(this.#at, "there is text behind the end");
  }

  #blank(): void {
    while (/[ \t\r\n]/.test(this.#text.charAt(this.#at))) this.#at++;
  }

  /** Takes one of these characters, or says which were expected. */
  #take(...wanted: readonly string[]): string {
    const before = this.#at;
    this.#blank();
    const char = this.#text.charAt(this.#at);
    if (!wanted.includes(char)) {
      const expected = wanted.join(" or ");
      if (char === "") throw new JsonProblem(before, `the text ends where ${expected} is expected`);
      // A missing character belongs to the line before, where the user would write it.
      if (char !== "/" && this.#text.slice(before, this.#at).includes("\n")) {
        throw new JsonProblem(before, `${expected} is missing at the end of the line`);
      }
      throw this.#missing(`there is ${JSON.stringify(char)} where ${expected} is expected`);
    }
    this.#at++;
    return char;
  }

  #missing(reason: string): JsonProblem {
    const isComment = /^\/[/*]/.test(this.#text.slice(this.#at, this.#at + 2));
    return new JsonProblem(this.#at, isComment ? "there is a comment, and plain JSON has none" : reason);
  }

  #object(path: string, depth: number): Readonly<Record<string, unknown>> {
    this.#take("{");
    const entries = new Map<string, unknown>();
    this.#blank();
    if (this.#text.charAt(this.#at) === "}") {
      this.#at++;
      return {};
    }
    do {
      this.#blank();
      const start = this.#at;
      if (this.#text.charAt(start) !== '"') throw this.#missing("a field name in double quotes is expected");
      const name = this.#string();
      if (entries.has(name)) throw new JsonProblem(start, `the field ${name} stands twice`);
      this.#take(":");
      const inner = path === "" ? name : `${path}.${name}`;
      entries.set(name, this.read(inner, depth + 1));
      this.places.set(inner, start);
    } while (this.#take(",", "}") === ",");
    return Object.fromEntries(entries);
  }

  #array(path: string, depth: number): readonly unknown[] {
    this.#take("[");
    const items: unknown[] = [];
    this.#blank();
    if (this.#text.charAt(this.#at) === "]") {
      this.#at++;
      return items;
    }
    do items.push(this.read(`${path}[${items.length}]`, depth + 1));
    while (this.#take(",", "]") === ",");
    return items;
  }

  #string(): string {
    const start = this.#at;
    for (this.#at++; this.#at < this.#text.length; this.#at++) {
      const char = this.#text.charAt(this.#at);
      if (char === "\\") this.#at++;
      else if (char === "\n") break;
      else if (char === '"') {
        this.#at++;
        return this.#plain(start);
      }
    }
    throw new JsonProblem(start, "a text is not closed");
  }

  /** A string, decoded by `JSON.parse`. */
  #plain(start: number): string {
    const piece = this.#text.slice(start, this.#at);
    try {
      return String(JSON.parse(piece));
    } catch {
      throw new JsonProblem(start, `${piece} is not a text of JSON`); // the message of `JSON.parse` names no place
    }
  }

  #literal(): unknown {
    const piece = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?)(?![\w.])/.exec(
      this.#text.slice(this.#at, this.#at + 40),
    )?.[0];
    if (piece === undefined) {
      throw this.#missing(this.#at >= this.#text.length ? "the text ends too early" : "a value is expected");
    }
    this.#at += piece.length;
    const value: unknown = JSON.parse(piece);
    return value;
  }
}
