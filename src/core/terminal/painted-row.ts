import type { Emulator, IBufferCell, IBufferLine } from "./emulator/emulator.ts";

/** A row with its colours: text between escape sequences of style (SGR), which begins and ends in the plain style. */
export function paintedRow(emulator: Emulator, line: IBufferLine): string {
  const reused = emulator.buffer.active.getNullCell();
  let text = "";
  let style = "";
  /** Where the row ends but for plain blanks. */
  let end = 0;
  for (let x = 0; x < emulator.cols; x++) {
    const cell = line.getCell(x, reused);
    if (cell === undefined || cell.getWidth() === 0) continue;
    const next = styleOf(cell);
    if (next !== style) text += `\x1b[0${next}m`;
    style = next;
    const characters = cell.getChars();
    text += characters === "" ? " " : characters;
    if (style !== "" || (characters !== "" && characters !== " ")) end = text.length;
  }
  const kept = text.slice(0, end);
  return kept.includes("\x1b") ? `${kept}\x1b[0m` : kept;
}

const FLAGS: readonly (readonly [code: number, isOn: (cell: IBufferCell) => number])[] = [
  [1, (cell) => cell.isBold()],
  [2, (cell) => cell.isDim()],
  [3, (cell) => cell.isItalic()],
  [4, (cell) => cell.isUnderline()],
  [7, (cell) => cell.isInverse()],
  [8, (cell) => cell.isInvisible()],
  [9, (cell) => cell.isStrikethrough()],
];

/** The parameters of a cell's style, each with a `;` before it; empty for the plain style. */
function styleOf(cell: IBufferCell): string {
  if (cell.isAttributeDefault()) return "";
  const flags = FLAGS.filter(([, isOn]) => isOn(cell) !== 0).map(([code]) => `;${code}`);
  return `${flags.join("")}${inkOf(cell)}${groundOf(cell)}`;
}

function inkOf(cell: IBufferCell): string {
  if (cell.isFgPalette()) return `;38;5;${cell.getFgColor()}`;
  return cell.isFgRGB() ? `;38;2;${channelsOf(cell.getFgColor())}` : "";
}

function groundOf(cell: IBufferCell): string {
  if (cell.isBgPalette()) return `;48;5;${cell.getBgColor()}`;
  return cell.isBgRGB() ? `;48;2;${channelsOf(cell.getBgColor())}` : "";
}

const channelsOf = (colour: number): string => [colour >> 16, colour >> 8, colour].map((one) => one & 0xff).join(";");
