import { type Emulator, openEmulator } from "./emulator/emulator.ts";
import { WholeCharacters } from "./emulator/whole-characters.ts";
import { hideInRows } from "./hidden-rows.ts";
import { LineReader } from "./line-reader.ts";
import { lastRow, lineStart, logicalLines } from "./logical-lines.ts";
import { paintedRow } from "./painted-row.ts";
import { markPrompt, type Prompt } from "./prompt-line.ts";
import type { ScreenModes } from "./screen-modes.ts";
import { markedRows, rowOf, type ScreenRow } from "./screen-rows.ts";
import type { ScreenDrawing } from "./screen-text.ts";
import type { TerminalSize } from "./terminal-size.ts";

export type ScreenOptions = TerminalSize & {
  /** Lines kept above the screen. */
  readonly scrollback?: number;
  /** Answers of the emulator to the program, to be typed back; they are neither judged nor told. */
  readonly reply: (bytes: string) => void;
  /** Replaces what must not be shown. */
  readonly hide?: (text: string) => string;
};

/** What waits to be drawn, above which the feeder stops reading. */
const FULL_BYTES = 1024 * 1024;
/** The emulator draws a piece without a pause: a hostile one of this size takes a tenth of a second. */
const PIECE_BYTES = 2048;
const SCROLLBACK_LINES = 1000;
const LONGEST_TITLE = 200;
/** Rows above the cursor's that may say what the program asks for. */
const NEAR_ROWS = 3;

/** The text around the cursor: the few rows above it, and its own row up to it. */
export type NearCursor = { readonly above: string; readonly before: string };

/** What the program told beside what it drew. */
type Told = { title: string; bells: number; isCursorHidden: boolean };

/** A terminal's screen: bytes of a program in, what a user would see out. */
export class TerminalScreen {
  readonly #emulator: Emulator;
  readonly #told: Told;
  readonly #hide: (text: string) => string;
  readonly #pieces = new WholeCharacters(PIECE_BYTES);
  #waitingBytes = 0;
  #waiters: (() => void)[] = [];

  private constructor(emulator: Emulator, told: Told, hide: (text: string) => string) {
    this.#emulator = emulator;
    this.#told = told;
    this.#hide = hide;
  }

  /** The emulator is loaded with the first screen. */
  static async open(options: ScreenOptions): Promise<TerminalScreen> {
    const { cols, rows, scrollback = SCROLLBACK_LINES, reply, hide = (text) => text } = options;
    const told: Told = { title: "", bells: 0, isCursorHidden: false };
    const emulator = await openEmulator({ cols, rows }, scrollback, {
      reply,
      titled: (title) => {
        told.title = title.replace(/\p{Cc}/gu, "").slice(0, LONGEST_TITLE);
      },
      rang: () => {
        told.bells += 1;
      },
      cursorHidden: (isHidden) => {
        told.isCursorHidden = isHidden;
      },
    });
    return new TerminalScreen(emulator, told, hide);
  }

  /** Takes what the program wrote, in any pieces. The bytes are drawn later: the caller must not change them. */
  feed(bytes: Uint8Array): void {
    for (const piece of this.#pieces.take(bytes)) {
      this.#waitingBytes += piece.length;
      this.#emulator.write(piece, () => this.#drew(piece.length));
    }
  }

  /** Whether the program should be left unread for now. */
  get isFull(): boolean {
    return this.#waitingBytes > FULL_BYTES;
  }

  /** Waits until there is room for more. */
  async room(): Promise<void> {
    while (this.isFull) await this.#change();
  }

  /** Waits until all that was fed is drawn. */
  async settled(): Promise<void> {
    while (this.#waitingBytes > 0) await this.#change();
  }

  get size(): TerminalSize {
    return { cols: this.#emulator.cols, rows: this.#emulator.rows };
  }

  /** Tell the kernel first: what the program draws after that is for the new size. */
  resize({ cols, rows }: TerminalSize): void {
    this.#emulator.resize(cols, rows);
  }

  get title(): string {
    return this.#hide(this.#told.title);
  }

  /** How often the program rang. */
  get bells(): number {
    return this.#told.bells;
  }

  get modes(): ScreenModes {
    const { modes, buffer } = this.#emulator;
    return {
      applicationCursor: modes.applicationCursorKeysMode,
      keypad: modes.applicationKeypadMode,
      bracketedPaste: modes.bracketedPasteMode,
      mouse: modes.mouseTrackingMode !== "none",
      cursorHidden: this.#told.isCursorHidden,
      alternate: buffer.active.type === "alternate",
    };
  }

  /** The screen of this moment, as data. */
  drawing(): ScreenDrawing {
    const { cursorX, cursorY } = this.#emulator.buffer.active;
    const { alternate, cursorHidden } = this.modes;
    return {
      size: this.size,
      rows: markedRows(this.#rows().shown),
      cursor: { row: cursorY + 1, column: Math.min(cursorX, this.size.cols - 1) + 1 },
      isCursorHidden: cursorHidden,
      isFullScreen: alternate,
      title: this.title,
      bells: this.#told.bells,
    };
  }

  /** The rows with their colours, as escape sequences of their own: each begins and ends in the plain style. */
  painted(): string[] {
    const { active } = this.#emulator.buffer;
    const { plain, shown } = this.#rows();
    return shown.map((row, y) => {
      const line = active.getLine(active.baseY + y);
      // What was hidden has no colours: they belong to what stood there.
      return line !== undefined && row === plain[y] ? paintedRow(this.#emulator, line) : row.cells.join("").trimEnd();
    });
  }

  /** New lines of a program that prints them, for one reader. */
  lineReader(): LineReader {
    return new LineReader(this.#emulator);
  }

  /** Whole lines that scrolled away at the top, the newest last. */
  scrollback(most: number): string[] {
    const buffer = this.#emulator.buffer.normal;
    // A line that goes on below is told with what is below: cut, it could not be told what is secret in it.
    const end = lineStart(buffer, buffer.baseY);
    const lines = logicalLines(buffer, lineStart(buffer, Math.max(0, end - most)), end - 1);
    return lines.slice(-most).map((line) => this.#hide(line));
  }

  /** The last whole lines of the programs that print lines, the newest last, without empty ones at the end. */
  lastLines(most: number): string[] {
    const buffer = this.#emulator.buffer.normal;
    const last = lastRow(buffer);
    const lines = logicalLines(buffer, lineStart(buffer, Math.max(0, last - most)), last);
    while (lines.at(-1) === "") lines.pop();
    return lines.slice(-most).map((line) => this.#hide(line));
  }

  nearCursor(): NearCursor {
    const buffer = this.#emulator.buffer.active;
    const row = buffer.baseY + buffer.cursorY;
    const above = logicalLines(buffer, Math.max(0, row - NEAR_ROWS), row - 1);
    return { above: above.join("\n"), before: buffer.getLine(row)?.translateToString(false, 0, buffer.cursorX) ?? "" };
  }

  /** The line of the cursor, up to the cursor. Marks the place behind it, from which a line is about to be typed. */
  markPrompt(): Prompt | undefined {
    return markPrompt(this.#emulator);
  }

  dispose(): void {
    this.#emulator.dispose();
    this.#waitingBytes = 0;
    this.#wake();
  }

  /** The rows as they are, and as they may be shown. A value that must not be shown may begin above the screen. */
  #rows(): { readonly plain: ScreenRow[]; readonly shown: ScreenRow[] } {
    const buffer = this.#emulator.buffer.active;
    const first = lineStart(buffer, buffer.baseY);
    const rows: ScreenRow[] = [];
    for (let y = first; y < buffer.baseY + this.#emulator.rows; y++)
      rows.push(rowOf(this.#emulator, buffer.getLine(y)));
    const above = buffer.baseY - first;
    return { plain: rows.slice(above), shown: hideInRows(rows, this.#hide).slice(above) };
  }

  #drew(bytes: number): void {
    this.#waitingBytes -= bytes;
    this.#wake();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiters.push(resolve);
    });
  }

  #wake(): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const wake of waiters) wake();
  }
}
