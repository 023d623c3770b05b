import { classOf, literalAt, NO_SECRET, runEnd, type SecretShape, START_BYTES, UNFINISHED } from "./secret-shape.ts";

export type SecretValue = { readonly name: string; readonly value: string };

/** Shorter values stand in ordinary text too often to be redacted. */
export const SHORTEST_SECRET = 8;
/** Of a value of several lines each line this long is a secret of its own: tools indent and number lines. */
const SHORTEST_LINE = 16;

/** One shape for each form a value is printed in, the longest first, so that a part never hides the whole. */
export function valueShapes(values: readonly SecretValue[]): readonly SecretShape[] {
  const forms = new Map<string, SecretShape>();
  for (const { name, value } of values) {
    const trimmed = value.trim();
    if (trimmed.length < SHORTEST_SECRET) continue;
    for (const form of textForms(trimmed).filter(isSearchable))
      if (!forms.has(form)) forms.set(form, shape(name, form, 0));
    for (const form of base64Forms(trimmed)) if (!forms.has(form)) forms.set(form, shape(name, form, BASE64_REST));
  }
  return [...forms.entries()].toSorted(([a], [b]) => b.length - a.length).map(([, found]) => found);
}

function textForms(value: string): readonly string[] {
  const url = Buffer.from(value)
    .toString()
    .split(/([A-Za-z0-9\-_.!~*'()]+)/)
    .map((part, i) => (i % 2 === 1 ? part : percent(part)));
  const encoded = url.join("");
  const lines = value.includes("\n") ? value.split(/\r?\n/).map((line) => line.trim()) : [];
  return [
    value,
    value.replaceAll("\n", "\r\n"),
    JSON.stringify(value).slice(1, -1),
    encoded,
    encoded.replace(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase()),
    encoded.replaceAll("%20", "+"),
    value.replace(/["$`\\]/g, "\\$&"),
    value.replaceAll("'", "'\\''"),
    ...lines.filter((line) => line.length >= SHORTEST_LINE && !line.startsWith("-----")),
  ];
}

/** The quick scan clears whole lines, so the first bytes of a form must not contain a line break. */
const isSearchable = (form: string): boolean => !form.slice(0, START_BYTES).includes("\n");

const percent = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");

/** The base64 groups that depend only on the value, for each of its three alignments. */
function base64Forms(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  return [0, 2, 1].flatMap((skipped) => {
    const whole = bytes.subarray(skipped, skipped + Math.floor((bytes.length - skipped) / 3) * 3);
    const encoded = whole.toString("base64");
    return encoded.length < SHORTEST_SECRET ? [] : [encoded, encoded.replaceAll("+", "-").replaceAll("/", "_")];
  });
}

/** The group behind those holds the rest of the value, mixed with what follows it. */
const BASE64_REST = 4;
const BASE64 = classOf(/[\w+/=-]/);

const shape = (label: string, form: string, rest: number): SecretShape => {
  const literal = Buffer.from(form);
  return {
    label,
    starts: [literal],
    wordStart: false,
    match: (bytes, at, final) => {
      const found = literalAt(bytes, at, literal);
      if (found === "no" || (found === "unfinished" && final)) return NO_SECRET;
      if (found === "unfinished") return UNFINISHED;
      const end = runEnd(bytes, at + literal.length, { of: BASE64, most: rest });
      if (end === bytes.length && end < at + literal.length + rest && !final) return UNFINISHED;
      return { kind: "secret", end };
    },
  };
};
