import type { Emulator, IBufferLine, IMarker } from "./emulator/emulator.ts";
import { joinedRows, lastRow, lineEnd, lineStart } from "./logical-lines.ts";

/** Where a program asks for a line: the place of the cursor before anything was typed. */
export interface Prompt {
  /** What stands before that place. */
  readonly text: string;
  /**
   * The line that was typed behind the prompt, as it stands on the screen now, whatever put it there. Undefined
   * where that cannot be told: the prompt moved or was drawn over, the line has several rows of its own, or stands elsewhere.
   * What a program would complete belongs to it, also in grey: Node's REPL enters it too.
   */
  typed(): string | undefined;
  dispose(): void;
}

/** Marks the place of the cursor as a prompt. Undefined where a program has the whole screen to itself. */
export function markPrompt(emulator: Emulator): Prompt | undefined {
  const marker = emulator.registerMarker(0);
  if (marker === undefined || emulator.buffer.active.type === "alternate") return undefined;
  const text = beforeCursor(emulator);
  return { text, typed: () => typedBehind(emulator, marker, text), dispose: () => marker.dispose() };
}

/** The line of the cursor, up to the cursor. */
function beforeCursor(emulator: Emulator): string {
  const buffer = emulator.buffer.active;
  const row = buffer.baseY + buffer.cursorY;
  const start = lineStart(buffer, row);
  const above = start === row ? "" : joinedRows(buffer, start, row - 1);
  return above + (buffer.getLine(row)?.translateToString(false, 0, buffer.cursorX) ?? "");
}

function typedBehind(emulator: Emulator, marker: IMarker, prompt: string): string | undefined {
  const buffer = emulator.buffer.active;
  if (buffer.type === "alternate" || marker.isDisposed) return undefined;
  const start = lineStart(buffer, marker.line);
  if (lineStart(buffer, buffer.baseY + buffer.cursorY) !== start) return undefined;
  const end = lineEnd(buffer, start);
  for (let row = end + 1; row <= lastRow(buffer); row++) if (!isRemark(buffer.getLine(row))) return undefined;
  const line = joinedRows(buffer, start, end);
  // Blanks at the end of the prompt may not have been printed, but stepped over.
  if (!line.padEnd(prompt.length).startsWith(prompt)) return undefined;
  return line.slice(prompt.length).trimEnd();
}

/** The colour that a program has for what nobody typed: a bright black. */
const GREY = 8;

/**
 * Whether a row below a line holds nothing that Enter would run: it is blank, or all in grey, as the value that Node's REPL
 * previews there. Rows of a longer command have letters in other colours.
 */
function isRemark(line: IBufferLine | undefined): boolean {
  for (let x = 0; x < (line?.length ?? 0); x++) {
    const cell = line?.getCell(x);
    const isEmpty = cell === undefined || cell.getChars().trim() === "";
    if (!isEmpty && !(cell.isFgPalette() && cell.getFgColor() === GREY) && cell.isDim() === 0) return false;
  }
  return true;
}
