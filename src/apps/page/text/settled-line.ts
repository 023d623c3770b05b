import { PLAIN, sequenceOf, styleAfter, type TextStyle } from "./text-style.ts";

/** What a line needs settling for: a move within it, or the beginning of a sequence. */
const UNSETTLED = /[\r\b\u001b\u0090\u009b\u009d-\u009f]/;

/**
 * One step of a terminal: a sequence with parameters (`ESC [ … m`), one with a text (a title, a link, a picture), another
 * short one, one that is not whole yet, or a character.
 */
const STEP =
  /(?:\u001b\[|\u009b)([0-?]*)[ -/]*([@-~])|(?:\u001b[\]PX^_]|[\u0090\u009d-\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c|$)|\u001b[ -/]*[0-Z\\^-~]|(?:\u001b|\u009b)[ -?[\]PX^_]*$|([\s\S])/gu;

type Cell = { readonly character: string; readonly style: TextStyle };

/**
 * A line as a terminal shows it in the end: what `\r`, `\b` and erasures covered is gone, and so are sequences; what sets
 * a style is left. It starts with the style it is given and ends with the one that is left.
 */
export function settledLine(line: string, start: TextStyle = PLAIN): string {
  if (!UNSETTLED.test(line)) return line;
  const cells: (Cell | undefined)[] = [];
  let column = 0;
  let style = start;
  for (const [, parameters = "", act, character] of line.matchAll(STEP)) {
    if (character === "\r") column = 0;
    else if (character === "\b") column = Math.max(0, column - 1);
    else if (character !== undefined) {
      cells[column] = { character, style };
      column += 1;
    } else if (act === "m" && /^[\d;:]*$/.test(parameters)) style = styleAfter(style, parameters);
    else if (act === "G") column = Math.min(cells.length, Math.max(0, Number(parameters || 1) - 1));
    else if (act === "K") erase(cells, column, parameters);
  }
  return textOf(cells, start, style);
}

/** 0 erases from the column on, 1 up to it, 2 everything. */
function erase(cells: (Cell | undefined)[], column: number, mode: string): void {
  if (mode === "1") cells.fill(undefined, 0, column + 1);
  else cells.length = mode === "2" ? 0 : Math.min(cells.length, column);
}

function textOf(cells: readonly (Cell | undefined)[], start: TextStyle, end: TextStyle): string {
  let text = "";
  let now = start;
  const turn = (style: TextStyle): void => {
    if (style !== now) text += sequenceOf(style);
    now = style;
  };
  for (let at = 0; at < cells.length; at += 1) {
    const cell = cells[at];
    turn(cell?.style ?? PLAIN);
    text += cell?.character ?? " ";
  }
  turn(end);
  return text;
}
