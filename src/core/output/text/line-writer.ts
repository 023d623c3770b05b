/**
 * Writes lines as a terminal would: after a carriage return or a backspace, what follows replaces what was there.
 * One cell is one code point with its combining marks. Every write is linear in what it writes, so that no stream
 * of carriage returns over a long line can make it slow.
 */
export class LineWriter {
  readonly #done: string[] = [];
  #line = "";
  #cells: string[] | undefined;
  /** Where the next cell goes; `undefined` means: at the end of the line. */
  #column: number | undefined;

  /** Text without control characters other than tabs, newlines, `\v` and `\f`. */
  write(text: string): void {
    const first = text.indexOf("\n");
    if (first === -1) return this.#put(text);
    this.#put(text.slice(0, first));
    this.#endLine();
    const last = text.lastIndexOf("\n");
    if (last > first) this.#done.push(text.slice(first + 1, last + 1));
    this.#line = text.slice(last + 1);
  }

  carriageReturn(): void {
    this.#column = 0;
  }

  backspace(): void {
    const cells = this.#toCells();
    this.#column = Math.max(0, (this.#column ?? cells.length) - 1);
  }

  /** `CSI n K`: from the cursor to the end (0), from the start to the cursor (1), the whole line (2). */
  erase(part: number): void {
    if (part === 0 && this.#column === undefined) return;
    const cells = this.#toCells();
    const column = this.#column ?? cells.length;
    this.#column = column;
    if (part === 0) cells.length = Math.min(cells.length, column);
    if (part === 1) cells.fill(" ", 0, Math.min(cells.length, column + 1));
    if (part === 2) cells.length = 0;
  }

  text(): string {
    return this.#done.join("") + this.#lineText();
  }

  #put(text: string): void {
    if (text === "") return;
    if (this.#column === undefined) {
      if (this.#cells === undefined) this.#line += text;
      else this.#overwrite(this.#cells, this.#cells.length, text);
      return;
    }
    this.#column = this.#overwrite(this.#toCells(), this.#column, text);
  }

  #overwrite(cells: string[], column: number, text: string): number {
    while (cells.length < column) cells.push(" ");
    let at = column;
    for (const character of text) {
      if (at > 0 && isCombining(character)) cells[at - 1] += character;
      else cells[at++] = character;
    }
    return at;
  }

  #toCells(): string[] {
    if (this.#cells === undefined) {
      this.#cells = [];
      this.#overwrite(this.#cells, 0, this.#line);
    }
    return this.#cells;
  }

  /** A progress bar erases text with spaces, so an overwritten line ends at its last visible cell. */
  #lineText(): string {
    if (this.#cells === undefined) return this.#line;
    return this.#cells.slice(0, this.#cells.findLastIndex((cell) => cell !== " " && cell !== "\t") + 1).join("");
  }

  #endLine(): void {
    this.#done.push(this.#lineText(), "\n");
    this.#line = "";
    this.#cells = undefined;
    this.#column = undefined;
  }
}

const COMBINING = /^[\p{M}\u200d]$/u;

/** Whether a code point belongs to the one before it. */
export const isCombining = (character: string): boolean => character >= "\u0300" && COMBINING.test(character);
