import { PLAIN, styleAfter, type TextStyle } from "./text-style.ts";

/** A stretch of text that is drawn in one way. */
export type Run = { readonly text: string; readonly style: TextStyle };

/** What sets the style: `ESC [ … m`. */
const STYLE = /\u001b\[([\d;:]*)m/g;

/** The text without what sets its style. */
export const unstyled = (line: string): string => (line.includes("\u001b") ? line.replace(STYLE, "") : line);

/** A line as runs. Any other sequence stays text: it is shown, and never obeyed. */
export function runsOf(line: string, start: TextStyle = PLAIN): readonly Run[] {
  if (!line.includes("\u001b")) return line === "" ? [] : [{ text: line, style: start }];
  const runs: Run[] = [];
  let style = start;
  let at = 0;
  for (const { 0: whole, 1: parameters = "", index } of line.matchAll(STYLE)) {
    if (index > at) runs.push({ text: line.slice(at, index), style });
    style = styleAfter(style, parameters);
    at = index + whole.length;
  }
  if (at < line.length) runs.push({ text: line.slice(at), style });
  return runs;
}

/** The style that a line leaves to the next one. */
export function styleAtEnd(line: string, start: TextStyle): TextStyle {
  if (!line.includes("\u001b")) return start;
  return Array.from(line.matchAll(STYLE)).reduce((style, [, parameters = ""]) => styleAfter(style, parameters), start);
}
