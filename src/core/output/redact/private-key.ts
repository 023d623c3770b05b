import {
  classOf,
  literalAt,
  NO_SECRET,
  runEnd,
  type SecretMatch,
  type SecretShape,
  UNFINISHED,
} from "./secret-shape.ts";

/** The search begins behind the dashes, which stay: output has rulers of dashes, and each would cost a closer look. */
const BEGIN = Buffer.from("BEGIN ");
const END = Buffer.from("-----END ");
const DASHES = Buffer.from("-----");
const NAME = classOf(/[A-Z0-9 ]/);
const BASE64 = classOf(/[A-Za-z0-9+/=]/);
const BLANK = classOf(/[ \t\r\n]/);
const BACKSLASH = 0x5c;
const LONGEST_NAME = 64;
/** The largest keys in use are below 13 KiB; a longer block is not waited for. */
const LONGEST_BLOCK = 16 * 1024;

/**
 * A private key in PEM armour, with line breaks or with the `\n` that JSON writes for them. A key without its last line
 * counts too, as far as its lines are the lines of a key; a first line alone does not.
 */
export const privateKey = (): SecretShape => ({ label: "private-key", starts: [BEGIN], wordStart: true, match });

function match(bytes: Buffer, at: number, final: boolean): SecretMatch {
  const known = bytes.subarray(at, at + LONGEST_BLOCK);
  const isAll = final || known.length === LONGEST_BLOCK;
  const body = bodyStart(known);
  if (body === "unfinished") return isAll ? NO_SECRET : UNFINISHED;
  if (body === undefined) return NO_SECRET;
  const { end, reason } = bodyEnd(known, body);
  if (reason === "no-more-bytes" && !isAll) return UNFINISHED;
  return end === body ? NO_SECRET : { kind: "secret", end: at + end };
}

/** Behind the first line, if that is the first line of a private key. */
function bodyStart(bytes: Buffer): number | undefined | "unfinished" {
  const begins = literalAt(bytes, 0, BEGIN);
  if (begins !== "yes") return begins === "no" ? undefined : "unfinished";
  const nameEnd = runEnd(bytes, BEGIN.length, { of: NAME, most: LONGEST_NAME });
  const closes = literalAt(bytes, nameEnd, DASHES);
  if (closes !== "yes") return closes === "no" ? undefined : "unfinished";
  const name = Buffer.from(bytes.subarray(BEGIN.length, nameEnd)).toString("latin1");
  return /PRIVATE KEY(?: BLOCK)?$/.test(name) ? nameEnd + DASHES.length : undefined;
}

type BodyEnd = { readonly end: number; readonly reason: "closed" | "no-key-line" | "no-more-bytes" };

/** Lines of equal length, then one that may be shorter, then the last line of the armour. */
function bodyEnd(bytes: Buffer, start: number): BodyEnd {
  let end = start;
  let width = 0;
  let isLast = false;
  for (;;) {
    const line = skipBlank(bytes, end);
    if (isCutShort(bytes, line)) return { end, reason: "no-more-bytes" };
    const closing = closedAt(bytes, line);
    if (closing !== undefined) return closing;
    const lineEnd = runEnd(bytes, line, { of: BASE64, most: bytes.length });
    if (lineEnd === bytes.length) return { end: isLast ? end : lineEnd, reason: "no-more-bytes" };
    const header = width === 0 ? headerEnd(bytes, line) : undefined;
    if (header !== undefined) {
      end = header;
      continue;
    }
    if (isCutShort(bytes, lineEnd)) return { end: lineEnd, reason: "no-more-bytes" };
    const length = lineEnd - line;
    const most = width === 0 ? length : width;
    if (!isKeyLine(bytes, line, lineEnd) || length > most || (isLast && bytes[line] !== CHECKSUM)) {
      return { end, reason: "no-key-line" };
    }
    isLast = width > 0 && length < width;
    width = Math.max(width, length);
    end = lineEnd;
  }
}

/** `=` begins the last but one line of an armoured PGP key. */
const CHECKSUM = 0x3d;

/** Whether the bytes end here, or in the middle of a line break as JSON writes it. */
const isCutShort = (bytes: Buffer, at: number): boolean =>
  at === bytes.length || (bytes[at] === BACKSLASH && at + 1 === bytes.length);

const isKeyLine = (bytes: Buffer, start: number, end: number): boolean => end > start && isLineBreak(bytes, end);

/** Where the last line of the armour ends, if this is that line. */
function closedAt(bytes: Buffer, line: number): BodyEnd | undefined {
  const closing = literalAt(bytes, line, END);
  if (closing === "no") return undefined;
  return closing === "yes" ? closed(bytes, line) : { end: bytes.length, reason: "no-more-bytes" };
}

function closed(bytes: Buffer, line: number): BodyEnd {
  const nameEnd = runEnd(bytes, line + END.length, { of: NAME, most: LONGEST_NAME });
  const closes = literalAt(bytes, nameEnd, DASHES);
  if (closes === "unfinished") return { end: bytes.length, reason: "no-more-bytes" };
  return { end: closes === "yes" ? nameEnd + DASHES.length : nameEnd, reason: "closed" };
}

const NOT_NEWLINE = classOf(/[^\n\\]/);

/** `Proc-Type: 4,ENCRYPTED` and its like stand before the first line of an encrypted key. */
function headerEnd(bytes: Buffer, line: number): number | undefined {
  const nameEnd = runEnd(bytes, line, { of: HEADER_NAME, most: LONGEST_NAME });
  if (nameEnd === bytes.length) return nameEnd;
  const isHeader = nameEnd > line && bytes[nameEnd] === 0x3a;
  return isHeader ? runEnd(bytes, nameEnd, { of: NOT_NEWLINE, most: bytes.length }) : undefined;
}

const HEADER_NAME = classOf(/[A-Za-z-]/);

/** Skips white space and the two characters that JSON writes for a line break. */
function skipBlank(bytes: Buffer, start: number): number {
  let at = start;
  for (;;) {
    const end = runEnd(bytes, at, { of: BLANK, most: bytes.length });
    at = isEscapedBreak(bytes, end) ? end + 2 : end;
    if (at === end) return at;
  }
}

const isLineBreak = (bytes: Buffer, at: number): boolean =>
  bytes[at] === 0x0a || bytes[at] === 0x0d || isEscapedBreak(bytes, at);

const isEscapedBreak = (bytes: Buffer, at: number): boolean =>
  bytes[at] === BACKSLASH && (bytes[at + 1] === 0x6e || bytes[at + 1] === 0x72);
