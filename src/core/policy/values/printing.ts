import { DECODED, holesOf, isKnown, type Text } from "./abstract-text.ts";

const SIMPLE: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  a: "\x07",
  b: "\b",
  f: "\f",
  v: "\v",
  e: "\x1b",
  E: "\x1b",
  "\\": "\\",
  '"': '"',
  "'": "'",
};

/** Backslash escapes as `echo -e` and `printf` know them. */
export function decodeEscapes(text: Text): Text {
  return inUtf8(text).replace(/\\(x[0-9A-Fa-f]{1,2}|u[0-9A-Fa-f]{1,4}|0?[0-7]{1,3}|.)/g, (whole, escape: string) => {
    if (escape.startsWith("x") || escape.startsWith("u"))
      return escape.length > 1 ? String.fromCharCode(Number.parseInt(escape.slice(1), 16)) : whole;
    if (/^[0-7]/.test(escape)) return String.fromCharCode(Number.parseInt(escape, 8) % 256);
    return SIMPLE[escape] ?? whole;
  });
}

/** Bytes that are letters of UTF-8 only together. */
const inUtf8 = (text: Text): Text =>
  text.replace(/(?:\\x[89A-Fa-f][0-9A-Fa-f]|\\0?[23][0-7]{2}){2,}/g, (whole) => {
    const bytes = whole
      .split("\\")
      .slice(1)
      .map((one) => Number.parseInt(one.replace("x", ""), one.startsWith("x") ? 16 : 8));
    const letters = Buffer.from(bytes).toString("utf8");
    return letters.includes("\uFFFD") ? whole : letters;
  });

/** What `echo` of bash prints, with its options. */
export function echoed(args: readonly Text[]): Text {
  let i = 0;
  let escapes = false;
  let newline = "\n";
  for (; /^-[neE]+$/.test(args[i] ?? ""); i++) {
    const flags = args[i] ?? "";
    if (flags.includes("n")) newline = "";
    if (flags.includes("e")) escapes = true;
    else if (flags.includes("E")) escapes = false;
  }
  const text = args.slice(i).join(" ");
  return (escapes ? decodeEscapes(text) : text) + newline;
}

/** A value as a conversion of `printf` writes it. */
function converted(letter: string, value: Text): Text {
  switch (letter) {
    case "b":
      return decodeEscapes(value);
    case "c":
      return value.slice(0, 1);
    case "x":
      return /^\d+$/.test(value) ? Number(value).toString(16) : value;
    case "o":
      return /^\d+$/.test(value) ? Number(value).toString(8) : value;
    default:
      return value;
  }
}

/** `printf`: strings and characters are put in, numbers as they are written; the format is used again while arguments last. */
export function formatted(format: Text, args: readonly Text[]): Text {
  const once = (values: readonly Text[]): { readonly text: Text; readonly used: number } => {
    let used = 0;
    // An escape that makes a percent sign begins no conversion.
    const text = format.replace(
      /(?:\\(?:x[0-9A-Fa-f]{1,2}|u[0-9A-Fa-f]{1,4}|[0-7]{1,3}|.))+|%(?:%|\([^)]*\)T|[-+ #0]*(?:\d+|\*)?(?:\.(?:\d+|\*))?([a-zA-Z]))/gs,
      (whole, letter: string | undefined) => {
        if (whole.startsWith("\\")) return decodeEscapes(whole);
        return whole === "%%" ? "%" : converted(letter ?? "", values[used++] ?? "");
      },
    );
    return { text, used };
  };
  let { text, used } = once(args);
  for (let rest = args.slice(used), rounds = 0; used > 0 && rest.length > 0 && rounds < 64; rounds++) {
    const next = once(rest);
    text += next.text;
    rest = rest.slice(next.used);
    used = next.used;
  }
  return text;
}

/** Decodes base64 without holes. */
export function unbase64(text: Text): Text {
  if (!isKnown(text)) return DECODED + holesOf(text);
  const clean = text.replace(/\s+/g, "");
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(clean)) return DECODED;
  const decoded = Buffer.from(clean, "base64").toString("utf8");
  return /[\u0000-\u0008\u000E-\u001F\uFFFD]/.test(decoded) ? DECODED : decoded;
}

/** Decodes pairs of hex digits. */
export function unhex(text: Text): Text {
  if (!isKnown(text)) return DECODED + holesOf(text);
  const clean = text.replace(/\s+|\\x|0x/g, "");
  return /^(?:[0-9A-Fa-f]{2})*$/.test(clean) ? Buffer.from(clean, "hex").toString("utf8") : DECODED;
}

/** `tr`: the sets written out, with ranges; an empty target deletes. */
export function translated(text: Text, from: Text, to: Text): Text {
  const source = characterSet(from);
  const target = characterSet(to);
  let out = "";
  for (const char of text) {
    const index = source.indexOf(char);
    if (index === -1) out += char;
    else if (target.length > 0) out += target[Math.min(index, target.length - 1)] ?? char;
  }
  return out;
}

const CLASSES: Readonly<Record<string, string>> = {
  lower: "a-z",
  upper: "A-Z",
  digit: "0-9",
  alpha: "a-zA-Z",
  alnum: "a-zA-Z0-9",
  space: " \\t\\n",
};

function characterSet(spec: Text): readonly string[] {
  const plain = decodeEscapes(spec.replace(/\[:(\w+):\]/g, (whole, name: string) => CLASSES[name] ?? whole));
  const chars: string[] = [];
  for (let i = 0; i < plain.length; i++) {
    const low = plain.charCodeAt(i);
    const high = plain.charAt(i + 1) === "-" && i + 2 < plain.length ? plain.charCodeAt(i + 2) : low;
    if (high !== low) i += 2;
    for (let code = low; code <= high && chars.length < 1024; code++) chars.push(String.fromCharCode(code));
  }
  return chars;
}
