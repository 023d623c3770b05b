import { settledLine } from "./settled-line.ts";
import { styleAtEnd, unstyled } from "./styled-runs.ts";
import { PLAIN, type TextStyle } from "./text-style.ts";

export type StreamName = "stdout" | "stderr";

export type Line = {
  /** With the sequences that set its style, and no others that are obeyed. */
  readonly text: string;
  readonly stream: StreamName;
  /** The style that the line before it left. */
  readonly start: TextStyle;
  /** A sentence of the page's own, between lines of the output. */
  readonly isNote?: true;
};

/** More lines are not kept in the browser: the oldest go, so many at once. */
const MOST_LINES = 200_000;
const DROPPED_AT_ONCE = 20_000;

/** An unfinished line that is rewritten again and again is settled when it has become this long. */
const SETTLE_CHARS = 512;
/** The rest of a sequence may still come; but none is so long. */
const HALF_SEQUENCE = /(?:\u001b|\u009b)(?:\[?[0-?]*[ -/]*|[\]PX^_][^\u0007\u001b\u009c]*)$/;
const LONGEST_SEQUENCE = 64 * 1024;

/** What a command printed, as lines, and which of them match the search. */
export class LineStore {
  readonly #most: number;
  #lines: Line[] = [];
  #hits: number[] = [];
  #query: RegExp | undefined;
  #dropped = 0;
  #isNumbered = true;
  /** What an unfinished line of each stream printed so far. */
  readonly #printed: Record<StreamName, string> = { stdout: "", stderr: "" };
  readonly #open: Record<StreamName, number> = { stdout: -1, stderr: -1 };
  readonly #style: Record<StreamName, TextStyle> = { stdout: PLAIN, stderr: PLAIN };

  constructor(most: number = MOST_LINES) {
    this.#most = most;
  }

  get count(): number {
    return this.#lines.length;
  }

  /** The lines that match, oldest first. */
  get hits(): readonly number[] {
    return this.#hits;
  }

  get query(): RegExp | undefined {
    return this.#query;
  }

  /** How many lines are no longer here. */
  get dropped(): number {
    return this.#dropped;
  }

  lineAt(index: number): Line | undefined {
    return this.#lines[index];
  }

  /** The number of a line in the whole output; undefined where its beginning is not known. */
  numberOf(index: number): number | undefined {
    return this.#isNumbered && this.#lines[index]?.isNote === undefined ? this.#dropped + index + 1 : undefined;
  }

  /** Adds text as it came; a line goes on where the last text of its stream ended. */
  append(stream: StreamName, text: string): void {
    if (text === "") return;
    const parts = text.split("\n");
    for (const [at, part] of parts.entries()) {
      const isEnded = at < parts.length - 1;
      if (part !== "" || isEnded) this.#addTo(stream, part);
      if (isEnded) this.#end(stream);
    }
    if (this.#lines.length > this.#most) this.#dropOldest();
  }

  /** Adds a sentence of the page's own: what is missing here, and where it is. Numbers would be wrong from here on. */
  note(sentence: string): void {
    this.#end("stdout");
    this.#end("stderr");
    this.#isNumbered = false;
    this.#lines.push({ text: sentence, stream: "stdout", start: PLAIN, isNote: true });
  }

  /** Looks for this in every line, and in those to come; undefined ends it. */
  find(query: RegExp | undefined): void {
    this.#query = query;
    this.#hits = [];
    if (query === undefined) return;
    for (let at = 0; at < this.#lines.length; at += 1) if (this.#matches(at)) this.#hits.push(at);
  }

  #matches(index: number): boolean {
    const line = this.#lines[index];
    return line !== undefined && line.isNote === undefined && this.#query?.test(unstyled(line.text)) === true;
  }

  #addTo(stream: StreamName, part: string): void {
    if (this.#open[stream] === -1) this.#open[stream] = this.#lines.length;
    const at = this.#open[stream];
    const start = this.#lines[at]?.start ?? this.#style[stream];
    this.#printed[stream] += part;
    const text = settledLine(this.#printed[stream], start);
    const { length } = this.#printed[stream];
    const isHalf = length < LONGEST_SEQUENCE && HALF_SEQUENCE.test(this.#printed[stream]);
    if (length > SETTLE_CHARS && !isHalf) this.#printed[stream] = text;
    this.#lines[at] = { text, stream, start };
    this.#look(at);
  }

  #end(stream: StreamName): void {
    const at = this.#open[stream];
    const line = this.#lines[at];
    if (line === undefined) return;
    // `\r\n` ends a line like `\n`.
    const text = settledLine(this.#printed[stream].replace(/\r+$/, ""), line.start);
    this.#lines[at] = { ...line, text };
    this.#style[stream] = styleAtEnd(text, line.start);
    this.#printed[stream] = "";
    this.#open[stream] = -1;
    this.#look(at);
  }

  /** Keeps the list of matches right when a line has come or changed. Such lines are among the last. */
  #look(index: number): void {
    if (this.#query === undefined) return;
    const known = this.#hits.lastIndexOf(index);
    const matches = this.#matches(index);
    if (matches && known === -1) {
      const behind = this.#hits.findLastIndex((hit) => hit < index) + 1;
      this.#hits.splice(behind, 0, index);
    }
    if (!matches && known !== -1) this.#hits.splice(known, 1);
  }

  #dropOldest(): void {
    const gone = Math.min(
      this.#lines.length - 1,
      this.#lines.length - this.#most + Math.min(DROPPED_AT_ONCE, this.#most / 10),
    );
    this.#lines = this.#lines.slice(gone);
    this.#dropped += gone;
    this.#hits = this.#hits.filter((hit) => hit >= gone).map((hit) => hit - gone);
    for (const stream of ["stdout", "stderr"] as const) {
      if (this.#open[stream] < gone) this.#printed[stream] = "";
      this.#open[stream] = this.#open[stream] < gone ? -1 : this.#open[stream] - gone;
    }
  }
}

/** What the user typed into the search, as a pattern; undefined for nothing, a sentence for what is no pattern. */
export function queryOf(typed: string, isPattern: boolean): RegExp | string | undefined {
  if (typed === "") return undefined;
  try {
    return new RegExp(isPattern ? typed : typed.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"), "iu");
  } catch {
    return "no regular expression";
  }
}
