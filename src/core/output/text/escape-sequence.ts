const ESC = 0x1b;
const BEL = 0x07;
const NEWLINE = 0x0a;
const ST = 0x9c;

/**
 * The longest sequence that is recognised, in UTF-16 units. A longer one counts as text, so that an
 * unterminated title cannot hide the rest of a stream.
 */
export const LONGEST_SEQUENCE: number = 32 * 1024;

/**
 * Where the escape sequence that begins at `start` (an ESC or a C1 code point) ends; `undefined` if the text ends
 * first. A string sequence also ends where the next sequence begins: the `ESC \` that closes it is a sequence of
 * its own, so a cut between the two changes nothing.
 */
export function sequenceEnd(text: string, start: number): number | undefined {
  const first = text.charCodeAt(start);
  if (first !== ESC) return introduced(text, start + 1, first);
  if (start + 1 >= text.length) return undefined;
  const second = text.charCodeAt(start + 1);
  if (second >= 0x40 && second <= 0x5f) return introduced(text, start + 2, second + 0x40);
  if (second >= 0x30 && second <= 0x7e) return start + 2;
  return second >= 0x20 && second <= 0x2f ? charsetEnd(text, start + 2) : start + 1;
}

/** Whether a code point begins a sequence of more than itself, on its own (the C1 forms of `ESC [` and the like). */
export const isC1Introducer = (code: number): boolean =>
  code === 0x90 || code === 0x98 || code === 0x9b || code === 0x9d || code === 0x9e || code === 0x9f;

function introduced(text: string, body: number, c1: number): number | undefined {
  if (c1 === 0x9b) return csiEnd(text, body);
  return isC1Introducer(c1) ? stringEnd(text, body, c1 === 0x9d) : body;
}

function csiEnd(text: string, body: number): number | undefined {
  const limit = Math.min(text.length, body + LONGEST_SEQUENCE);
  let at = body;
  while (at < limit && isParameter(text.charCodeAt(at))) at += 1;
  while (at < limit && isIntermediate(text.charCodeAt(at))) at += 1;
  if (at < limit) return isFinal(text.charCodeAt(at)) ? at + 1 : at;
  return limit === text.length ? undefined : body;
}

function charsetEnd(text: string, body: number): number | undefined {
  const limit = Math.min(text.length, body + LONGEST_SEQUENCE);
  let at = body;
  while (at < limit && isIntermediate(text.charCodeAt(at))) at += 1;
  if (at === limit) return limit === text.length ? undefined : body;
  const code = text.charCodeAt(at);
  return code >= 0x30 && code <= 0x7e ? at + 1 : at;
}

/** A title or link (OSC) is one line; the others (DCS, SOS, PM, APC) may carry pictures. */
function stringEnd(text: string, body: number, oneLine: boolean): number | undefined {
  const limit = Math.min(text.length, body + LONGEST_SEQUENCE);
  for (let at = body; at < limit; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0x20 && (code < 0x80 || code > 0x9f)) continue;
    if (code === ST || code === 0x18 || code === 0x1a || (oneLine && code === BEL)) return at + 1;
    if (code === ESC || code >= 0x80 || (oneLine && code === NEWLINE)) return at;
  }
  return limit === text.length ? undefined : body;
}

const isParameter = (code: number): boolean => code >= 0x30 && code <= 0x3f;
const isIntermediate = (code: number): boolean => code >= 0x20 && code <= 0x2f;
const isFinal = (code: number): boolean => code >= 0x40 && code <= 0x7e;
