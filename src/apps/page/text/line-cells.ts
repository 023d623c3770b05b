import { hasHidden } from "./hidden-characters.ts";
import { SHOWN_CHARS } from "./marked-runs.ts";
import { unstyled } from "./styled-runs.ts";

const TAB_CELLS = 8;
/** A hidden character is drawn by its name. */
const CHIP_CELLS = 8;
/** Scripts and signs that take two cells. */
const WIDE =
  /[\u1100-\u115e\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;
const SIMPLE = /^[ -~]*$/;

/** How many cells of a terminal a line takes: exact for plain text, near it for the rest, which is measured when drawn. */
export function cellsOf(line: string): number {
  const text = unstyled(line).slice(0, SHOWN_CHARS);
  if (SIMPLE.test(text)) return text.length;
  let cells = 0;
  for (const character of text) {
    if (character === "\t") cells += TAB_CELLS - (cells % TAB_CELLS);
    else if (hasHidden(character)) cells += CHIP_CELLS;
    else cells += WIDE.test(character) ? 2 : 1;
  }
  return cells;
}
