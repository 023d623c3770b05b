import { byteAt } from "../store/byte-at.ts";
import { decode, incompleteBytes } from "./decode.ts";
import { isC1Introducer, LONGEST_SEQUENCE, sequenceEnd } from "./escape-sequence.ts";

/** The longest recognised sequence in bytes: a UTF-16 unit takes three bytes of UTF-8 at the most. */
const SEARCHED_BYTES = 3 * LONGEST_SEQUENCE + 4;

/**
 * How many bytes at the end of an unfinished stream must wait for what follows: part of a character, of an escape
 * sequence, or a carriage return that may be half of a newline.
 */
export function heldBackBytes(bytes: Buffer): number {
  const partial = incompleteBytes(bytes);
  const whole = bytes.subarray(0, bytes.length - partial);
  const start = lastIntroducer(whole);
  if (start !== undefined && sequenceEnd(decode(whole.subarray(start)), 0) === undefined) return bytes.length - start;
  return partial === 0 && bytes[bytes.length - 1] === 0x0d ? 1 : partial;
}

/** Where the last sequence begins. Earlier ones end there at the latest, so only the last can be incomplete. */
function lastIntroducer(bytes: Buffer): number | undefined {
  const from = Math.max(0, bytes.length - SEARCHED_BYTES);
  const searched = bytes.subarray(from);
  let found = searched.lastIndexOf(0x1b);
  for (let at = searched.lastIndexOf(0xc2); at > found; at = searched.lastIndexOf(0xc2, at - 1)) {
    if (isC1Introducer(byteAt(searched, at + 1))) found = at;
    if (at === 0) break;
  }
  return found === -1 ? undefined : from + found;
}
