import type { Emulator, IMarker } from "./emulator/emulator.ts";
import { isBlank, joinedRows, lastRow, lineEnd, lineStart } from "./logical-lines.ts";

/** Where a program asks for a line: the place of the cursor before anything was typed. */
export interface Prompt {
  /** What stands before that place. */
  readonly text: string;
  /**
   * The line that was typed behind the prompt, as it stands on the screen now, whatever put it there. Undefined
   * where that cannot be told: the prompt moved or was drawn over, the line has several rows of its own, or stands elsewhere.
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
  for (let row = end + 1; row <= lastRow(buffer); row++) if (!isBlank(buffer, row)) return undefined;
  const line = joinedRows(buffer, start, end);
  // Blanks at the end of the prompt may not have been printed, but stepped over.
  if (!line.padEnd(prompt.length).startsWith(prompt)) return undefined;
  return line.slice(prompt.length).trimEnd();
}
