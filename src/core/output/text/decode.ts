import { byteAt } from "../store/byte-at.ts";
/** Bytes → text. Invalid UTF-8 becomes U+FFFD, one for each maximal broken part, as the WHATWG decoder does. */
export const decode = (bytes: Buffer): string => bytes.toString("utf8");

const LONGEST_CHARACTER = 4;

/**
 * How many bytes at the end are the beginning of a character that may yet be completed (0 to 3).
 * A broken beginning counts as 0: more bytes cannot save it, so there is nothing to wait for.
 */
export function incompleteBytes(bytes: Buffer): number {
  const end = bytes.length;
  for (let back = 1; back < LONGEST_CHARACTER && back <= end; back += 1) {
    const byte = byteAt(bytes, end - back);
    if (byte < 0x80) return 0;
    if (byte < 0xc0) continue;
    return back < lengthOf(byte) && (back === 1 || mayFollow(byte, byteAt(bytes, end - back + 1))) ? back : 0;
  }
  return 0;
}

/** How long the character is that this byte begins; 0 if no character begins so. */
function lengthOf(lead: number): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 2;
  if (lead >= 0xe0 && lead <= 0xef) return 3;
  return lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
}

/** Overlong forms, surrogates and what lies above U+10FFFF show in the second byte already. */
function mayFollow(lead: number, second: number): boolean {
  if (lead === 0xe0) return second >= 0xa0;
  if (lead === 0xed) return second <= 0x9f;
  if (lead === 0xf0) return second >= 0x90;
  return lead !== 0xf4 || second <= 0x8f;
}

/** Bytes looked at on either end: enough to tell a program from a log, cheap on a megabyte. */
const SAMPLE_BYTES = 64 * 1024;

/**
 * Whether these bytes are data rather than text: control bytes no text has, together with broken UTF-8.
 * Text in an old encoding has broken UTF-8 only, and `find -print0` no control byte but NUL: both stay text.
 */
export function isBinary(bytes: Buffer): boolean {
  if (bytes.length <= 2 * SAMPLE_BYTES) return isBinarySample(bytes);
  return isBinarySample(bytes.subarray(0, SAMPLE_BYTES)) || isBinarySample(bytes.subarray(-SAMPLE_BYTES));
}

function isBinarySample(sample: Buffer): boolean {
  let control = 0;
  let nul = 0;
  // By index: an iterator takes twice as long, and every read comes here.
  for (let at = 0; at < sample.length; at += 1) {
    const byte = byteAt(sample, at);
    control += NEVER_IN_TEXT[byte] ?? 0;
    if (byte === 0) nul += 1;
  }
  if (isRare(control, sample)) return false;
  const text = decode(sample);
  const broken = brokenIn(text);
  if (control === nul && isRare(broken, sample) && !NO_LIST.test(text)) return false;
  return (control + broken) * 10 > sample.length;
}

const isRare = (count: number, { length }: Buffer): boolean => count * 50 <= length;

/** What NUL separates is a list, unless much is empty (padding, UTF-32) or an entry is blank (a space in UTF-16). */
const NO_LIST = /\0{3}|(?:^|\0)\s+\0/;

function brokenIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\ufffd"); at !== -1; at = text.indexOf("\ufffd", at + 1)) count += 1;
  return count;
}

/** 1 for NUL, DEL and the C0 controls that neither a text nor a terminal program prints. */
const NEVER_IN_TEXT: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) =>
  (byte < 0x20 && !"\x07\b\t\n\v\f\r\x0e\x0f\x1b".includes(String.fromCharCode(byte))) || byte === 0x7f ? 1 : 0,
);
