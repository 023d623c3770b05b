import type { Emulator, IMarker } from "./emulator/emulator.ts";
import { lastRow, lineStart, logicalLines } from "./logical-lines.ts";

export type NewLines = {
  readonly lines: readonly string[];
  /** The cursor stands behind the last line: more of it may come, and then it is told again. */
  readonly isUnfinished: boolean;
  /** Lines went out of the scrollback before they were read. */
  readonly isCut: boolean;
};

/**
 * What a program printed line by line, for one reader: each line when it is new, and again when it was drawn over. Redraws
 * of a prompt and progress bars come out as what they left on the screen.
 */
export class LineReader {
  readonly #emulator: Emulator;
  /** The first line that can still change, and what was told from there on. */
  #from: IMarker | undefined;
  #told: readonly string[] = [];

  constructor(emulator: Emulator) {
    this.#emulator = emulator;
    const { baseY, cursorY } = emulator.buffer.normal;
    this.#from = emulator.registerMarker(-baseY - cursorY); // the first row, to see when it is gone
  }

  take(): NewLines {
    const buffer = this.#emulator.buffer.normal;
    const isCut = this.#from?.isDisposed ?? false;
    const first = this.#from === undefined || isCut ? 0 : lineStart(buffer, this.#from.line);
    const last = lastRow(buffer);
    const lines = logicalLines(buffer, first, last);
    if (lines.at(-1) === "") lines.pop();
    let same = 0;
    while (!isCut && same < this.#told.length && lines[same] === this.#told[same]) same += 1;
    const cursor = buffer.baseY + buffer.cursorY;
    const isUnfinished = lines.length > same && last === cursor && buffer.cursorX > 0;
    this.#remember(last);
    return { lines: lines.slice(same), isUnfinished, isCut };
  }

  dispose(): void {
    this.#from?.dispose();
  }

  /** While a program has the whole screen to itself the lines behind it do not change, and no row can be marked. */
  #remember(last: number): void {
    const buffer = this.#emulator.buffer.normal;
    if (this.#emulator.buffer.active.type === "alternate") return this.#rememberAll(last);
    const from = lineStart(buffer, buffer.baseY);
    const marker = this.#emulator.registerMarker(from - buffer.baseY - buffer.cursorY);
    this.#from?.dispose();
    this.#from = marker;
    this.#told = told(logicalLines(buffer, from, last));
  }

  #rememberAll(last: number): void {
    const buffer = this.#emulator.buffer.normal;
    const first = this.#from === undefined || this.#from.isDisposed ? 0 : lineStart(buffer, this.#from.line);
    this.#told = told(logicalLines(buffer, first, last));
  }
}

const told = (lines: readonly string[]): readonly string[] => (lines.at(-1) === "" ? lines.slice(0, -1) : lines);
