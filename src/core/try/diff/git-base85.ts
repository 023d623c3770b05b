const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";
const LINE_BYTES = 52;
const UPPER_CASE = 26;

/** Bytes as git writes them in a binary patch: lines of at most 52 bytes, each with a letter for its length in front. */
export function base85Lines(bytes: Buffer): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += LINE_BYTES) {
    const line = bytes.subarray(at, at + LINE_BYTES);
    lines.push(`${lengthLetter(line.length)}${base85(line)}\n`);
  }
  return lines.join("");
}

const lengthLetter = (length: number): string =>
  length <= UPPER_CASE ? String.fromCharCode(64 + length) : String.fromCharCode(96 + length - UPPER_CASE);

/** Four bytes are five digits; the last ones are filled up with zeros. */
function base85(bytes: Buffer): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 4) {
    let word = 0;
    for (let byte = 0; byte < 4; byte++) word = word * 256 + (bytes[at + byte] ?? 0);
    const digits: string[] = [];
    for (let digit = 0; digit < 5; digit++) {
      digits.unshift(DIGITS[word % 85] ?? "");
      word = Math.floor(word / 85);
    }
    text += digits.join("");
  }
  return text;
}
