import { readFileSync } from "node:fs";

/** The arguments of this process. Node replaces bytes that are no UTF-8; here they are as `exactText` gives them. */
export function ownArguments(): readonly string[] {
  const words = process.argv.slice(2);
  if (!words.some((word) => word.includes("\ufffd"))) return words;
  try {
    return lastWords(readFileSync("/proc/self/cmdline"), words.length);
  } catch {
    return words; // no /proc
  }
}

/** The last words of a command line, each of which ends with a NUL. @internal exported for its test. */
export function lastWords(commandLine: Buffer, count: number): readonly string[] {
  const words = commandLine.toString("latin1").split("\0").slice(0, -1);
  return words.slice(words.length - count).map((word) => exactText(Buffer.from(word, "latin1")));
}

/**
 * Bytes as text from which they can be made again: a byte that is no UTF-8 becomes U+DC00 plus its value, which no text
 * has.
 * @internal exported for its test.
 */
export function exactText(bytes: Buffer): string {
  let text = "";
  for (let at = 0; at < bytes.length; ) {
    const character = characterAt(bytes, at);
    text += character ?? String.fromCharCode(0xdc00 + bytes.readUInt8(at));
    at += character === undefined ? 1 : Buffer.byteLength(character);
  }
  return text;
}

const LONGEST_CHARACTER = 4;

function characterAt(bytes: Buffer, at: number): string | undefined {
  for (let length = 1; length <= LONGEST_CHARACTER; length += 1) {
    const part = bytes.subarray(at, at + length);
    const text = part.toString("utf8");
    if (Buffer.from(text).equals(part)) return text;
  }
  return undefined;
}
