import { keyFormats } from "./key-formats.ts";
import { mayHaveSequences, originOf, type PlainView, plainViewOf } from "./plain-view.ts";
import { SecretGlance } from "./quick-scan.ts";
import { SecretSearch, type SecretSpan } from "./secret-search.ts";
import { lastByte } from "./secret-shape.ts";
import { type SecretValue, valueShapes } from "./secret-values.ts";

export { looksSecret, secretValuesOf } from "./secret-variables.ts";

export type RedactorOptions = {
  /** Values to redact, with the names that stand in their place. Values below 8 characters are not redacted. */
  readonly values: readonly SecretValue[];
  /** Whether keys that are known by their form are redacted as well. */
  readonly patterns?: boolean | undefined;
};

/** Redacts secrets in bytes as they come. Only bytes that may begin a secret wait for what follows. */
export interface RedactingStream {
  push(chunk: Buffer): Buffer;
  /** Returns what waited. Call it when no more bytes follow. */
  flush(): Buffer;
  /** Returns what waited as it came, for the stream in which the next bytes follow. */
  handOn(): Buffer;
}

export interface Redactor {
  stream(): RedactingStream;
  text(text: string): string;
}

export function createRedactor({ values, patterns = true }: RedactorOptions): Redactor {
  const shapes = [...valueShapes(values), ...(patterns ? keyFormats() : [])];
  const search = new SecretSearch(shapes);
  const glance = new SecretGlance(shapes);
  return {
    stream: () => new SearchedStream(search, glance),
    text: (text) => {
      const bytes = Buffer.from(text);
      // Nothing follows, and no secret fits into the last two bytes.
      const redacted = glance.mayContain(bytes) ? new SearchedStream(search, glance).take(bytes, true) : bytes;
      const whole = redacted === bytes ? text : redacted.toString();
      return withoutBeginnings(whole, () => new SearchedStream(search, glance));
    },
  };
}

/** Where a sentence was cut off: the cut may go through a secret, and what is left of that is in no shape. */
const CUT = "…";
/** Less of a beginning tells nobody anything, and stands in ordinary text. */
const SHORTEST_BEGINNING = 6;

/** Takes out the beginning of a secret that stands before a cut, or before the quote that was set behind the cut. */
function withoutBeginnings(text: string, begin: () => SearchedStream): string {
  if (!text.includes(CUT)) return text;
  const parts = text.split(CUT);
  const last = parts.pop() ?? "";
  const cut = parts.map((part) => {
    const quote = part.endsWith('"') ? '"' : "";
    const stream = begin();
    stream.push(Buffer.from(part.slice(0, part.length - quote.length)));
    const beginning = stream.handOn().toString();
    return beginning.length < SHORTEST_BEGINNING
      ? part
      : `${part.slice(0, part.length - quote.length - beginning.length)}[redacted:cut]${quote}`;
  });
  return [...cut, last].join(CUT);
}

const NOTHING: Buffer = Buffer.alloc(0);
const WORTH_A_GLANCE = 4096;

class SearchedStream implements RedactingStream {
  readonly #search: SecretSearch;
  readonly #glance: SecretGlance;
  #waiting = NOTHING;
  /** The last returned byte that is not part of a sequence. */
  #before: number | undefined;

  constructor(search: SecretSearch, glance: SecretGlance) {
    this.#search = search;
    this.#glance = glance;
  }

  push(chunk: Buffer): Buffer {
    return this.take(this.#waiting.length === 0 ? chunk : Buffer.concat([this.#waiting, chunk]), false);
  }

  flush(): Buffer {
    return this.#waiting.length === 0 ? NOTHING : this.take(this.#waiting, true);
  }

  handOn(): Buffer {
    const waiting = this.#waiting;
    this.#waiting = NOTHING;
    return waiting;
  }

  /** Returns the bytes that are decided and keeps the rest. Returns the given buffer itself where nothing changes. */
  take(bytes: Buffer, final: boolean): Buffer {
    const sure = this.#sureBytes(bytes);
    const { spans, waitsFrom } = this.#find(sure === 0 ? bytes : bytes.subarray(sure), final);
    const end = sure + waitsFrom;
    this.#waiting = end === bytes.length ? NOTHING : Buffer.from(bytes.subarray(end));
    const free = end === bytes.length ? bytes : bytes.subarray(0, end);
    return spans.length === 0 ? free : replaced(free, spans);
  }

  /** How many bytes the quick scan clears: none, or all but the last line, in which a secret may begin. */
  #sureBytes(bytes: Buffer): number {
    if (bytes.length < WORTH_A_GLANCE) return 0;
    const lastLine = bytes.lastIndexOf(0x0a) + 1;
    if (lastLine === 0 || bytes.length - lastLine > WORTH_A_GLANCE || this.#glance.mayContain(bytes)) return 0;
    this.#before = bytes[lastLine - 1];
    return lastLine;
  }

  #find(bytes: Buffer, final: boolean): Replacements {
    return mayHaveSequences(bytes) ? this.#throughSequences(bytes, final) : this.#plainly(bytes, final);
  }

  #plainly(bytes: Buffer, final: boolean): Replacements {
    const { spans, waitsFrom } = this.#search.search(bytes, { before: this.#before, final });
    this.#before = lastByte(bytes, waitsFrom, this.#before);
    return { spans: spans.map((span) => ({ ...span, kept: NOTHING })), waitsFrom };
  }

  #throughSequences(bytes: Buffer, final: boolean): Replacements {
    const view = plainViewOf(bytes);
    const seen = this.#search.search(view.bytes, { before: this.#before, final });
    // A terminal hides the text inside a sequence, a log keeps it: titles, links, the letter behind an ESC.
    const inside = this.#search.search(bytes, { before: this.#before, final });
    const seenTo = seen.waitsFrom === view.bytes.length ? bytes.length : originOf(view, seen.waitsFrom);
    const complete = final ? bytes.length : view.incompleteFrom;
    const outer = seen.spans.map((span) => toOriginal(bytes, view, span));
    const inner = inside.spans.map((span) => ({ ...span, kept: NOTHING }));
    const all = withoutOverlap([...outer, ...inner]);
    const undecided = outsideSequences(view, Math.min(seenTo, complete, inside.waitsFrom));
    // Never split a secret: keep all of it until its end is decided.
    const waitsFrom = all.find(({ start, end }) => start < undecided && end > undecided)?.start ?? undecided;
    const last = lastBefore(view, waitsFrom);
    if (last !== undefined) this.#before = last;
    return { spans: all.filter(({ end }) => end <= waitsFrom), waitsFrom };
  }
}

/** A span of the original bytes; `kept` are the escape sequences that stood inside of it. */
type Replacement = SecretSpan & { readonly kept: Buffer };
type Replacements = { readonly spans: readonly Replacement[]; readonly waitsFrom: number };

function replaced(bytes: Buffer, spans: readonly Replacement[]): Buffer {
  const parts: Buffer[] = [];
  let at = 0;
  for (const { start, end, label, kept } of spans) {
    parts.push(bytes.subarray(at, start), Buffer.from(`[redacted:${label}]`), kept);
    at = end;
  }
  return Buffer.concat([...parts, bytes.subarray(at)]);
}

function toOriginal(bytes: Buffer, view: PlainView, span: SecretSpan): Replacement {
  const kept: Buffer[] = [];
  for (let i = 0; i < view.sequences.length; i += 3) {
    const [place = 0, start = 0, end = 0] = view.sequences.slice(i, i + 3);
    if (place > span.start && place < span.end) kept.push(bytes.subarray(start, end));
  }
  const start = originOf(view, span.start);
  return { start, end: originOf(view, span.end - 1) + 1, label: span.label, kept: Buffer.concat(kept) };
}

/** Sorted spans; two that overlap become the first, extended over both. */
function withoutOverlap(spans: readonly Replacement[]): readonly Replacement[] {
  const kept: Replacement[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = kept.at(-1);
    if (last === undefined || span.start >= last.end) kept.push(span);
    else kept[kept.length - 1] = { ...last, end: Math.max(last.end, span.end) };
  }
  return kept;
}

/** The nearest offset at or before this one that is outside of sequences: the second half of a split sequence would count as text. */
function outsideSequences({ sequences }: PlainView, place: number): number {
  for (let i = sequences.length - 3; i >= 0; i -= 3) {
    const [start = 0, end = 0] = [sequences[i + 1], sequences[i + 2]];
    if (end <= place) return place;
    if (start < place) return start;
  }
  return place;
}

/** The last plain byte that came from before a place in the original. */
function lastBefore(view: PlainView, place: number): number | undefined {
  let low = 0;
  let high = view.bytes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (originOf(view, middle) < place) low = middle + 1;
    else high = middle;
  }
  return view.bytes[low - 1];
}
