import { sequenceEnd } from "./escape-sequence.ts";
import { LineWriter } from "./line-writer.ts";

/** Everything but plain text, tabs, newlines, `\v` and `\f`. Without one of these, text is returned as it is. */
const CONTROL = /[\x00-\x08\x0d-\x1f\x7f-\x9f]/g;
const ANY_CONTROL = /[\x00-\x08\x0d-\x1f\x7f-\x9f]/;

/** Whether stripping would change anything. */
export const hasControls = (text: string): boolean => ANY_CONTROL.test(text);

/** What a terminal would show of a text: no escape sequences, `\r`, `\b` and erasures applied within each line. */
export function stripAnsi(text: string): string {
  if (!hasControls(text)) return text;
  const lines = new LineWriter();
  walk(text, {
    plain: (run) => lines.write(run),
    control: (code) => {
      if (code === 0x0d) lines.carriageReturn();
      if (code === 0x08) lines.backspace();
    },
    sequence: (start, end) => {
      const erasure = /^(?:\x1b\[|\x9b)([0-2]?)([GJK])$/.exec(end - start > 4 ? "" : text.slice(start, end));
      if (erasure?.[2] === "G" && erasure[1] !== "2") lines.carriageReturn();
      if (erasure?.[2] === "K") lines.erase(Number(erasure[1]));
      if (erasure?.[2] === "J" && erasure[1] !== "1" && erasure[1] !== "2") lines.erase(0);
    },
  });
  return lines.text();
}

/** The same without applying `\r` and `\b`: for a reader that follows live and has shown the beginning already. */
export function stripSequences(text: string): string {
  if (!hasControls(text)) return text;
  let out = "";
  walk(text, {
    plain: (run) => {
      out += run;
    },
    control: (code, next) => {
      if (code === 0x08 || (code === 0x0d && next !== 0x0a)) out += String.fromCharCode(code);
    },
    sequence: () => {},
  });
  return out;
}

type Visitor = {
  readonly plain: (run: string) => void;
  readonly control: (code: number, next: number) => void;
  readonly sequence: (start: number, end: number) => void;
};

/** NUL has no width on a terminal, but the words it separates must stay apart. */
const NUL_PICTURE = "\u2400";

/** One pass over a text. An incomplete sequence at the end is dropped. */
function walk(text: string, visit: Visitor): void {
  let at = 0;
  while (at < text.length) {
    CONTROL.lastIndex = at;
    const found = CONTROL.test(text) ? CONTROL.lastIndex - 1 : text.length;
    if (found > at) visit.plain(text.slice(at, found));
    if (found === text.length) return;
    const code = text.charCodeAt(found);
    if (code === 0x1b || code >= 0x80) {
      at = sequenceEnd(text, found) ?? text.length;
      visit.sequence(found, at);
      continue;
    }
    if (code === 0) visit.plain(NUL_PICTURE);
    else visit.control(code, text.charCodeAt(found + 1));
    at = found + 1;
  }
}
