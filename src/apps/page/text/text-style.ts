/**
 * How a terminal would draw a stretch of text, in one number: 4 bits for the foreground, 4 for the background (0: none,
 * else one of the eight colours and one; a bright colour is the same tone), then a bit for each of `FLAGS`.
 */
export type TextStyle = number;

export const PLAIN: TextStyle = 0;

/** The parameter that sets each flag, the one that ends it, and its class. */
const FLAGS = [
  { on: 1, off: 22, name: "bold" },
  { on: 2, off: 22, name: "faint" },
  { on: 3, off: 23, name: "italic" },
  { on: 4, off: 24, name: "under" },
  { on: 7, off: 27, name: "inverse" },
  { on: 9, off: 29, name: "struck" },
] as const;

const COLOUR_BITS = 4;
const FLAG_SHIFT = 2 * COLOUR_BITS;
const COLOUR_MASK = (1 << COLOUR_BITS) - 1;

type Layer = "front" | "back";
const SHIFT: Readonly<Record<Layer, number>> = { front: 0, back: COLOUR_BITS };

const withColour = (style: TextStyle, layer: Layer, colour: number | undefined): TextStyle =>
  (style & ~(COLOUR_MASK << SHIFT[layer])) | ((colour === undefined ? 0 : colour + 1) << SHIFT[layer]);

const colourOf = (style: TextStyle, layer: Layer): number | undefined => {
  const stored = (style >> SHIFT[layer]) & COLOUR_MASK;
  return stored === 0 ? undefined : stored - 1;
};

const hasFlag = (style: TextStyle, index: number): boolean => ((style >> (FLAG_SHIFT + index)) & 1) === 1;

/** The classes of a style; "" for plain text. The style sheet has all of them. */
export function classesOf(style: TextStyle): string {
  if (style === PLAIN) return "";
  const front = colourOf(style, "front");
  const back = colourOf(style, "back");
  const names = FLAGS.filter((_, index) => hasFlag(style, index)).map(({ name }) => name as string);
  if (front !== undefined) names.push(`ink${front}`);
  if (back !== undefined) names.push(`paper${back}`);
  return names.join(" ");
}

/** The sequence that sets exactly this style. */
export function sequenceOf(style: TextStyle): string {
  const front = colourOf(style, "front");
  const back = colourOf(style, "back");
  const parameters: number[] = [0, ...FLAGS.filter((_, index) => hasFlag(style, index)).map(({ on }) => on)];
  if (front !== undefined) parameters.push(30 + front);
  if (back !== undefined) parameters.push(40 + back);
  return `\u001b[${parameters.join(";")}m`;
}

/** The style after a sequence with these parameters (what stands between `ESC [` and `m`). */
export function styleAfter(style: TextStyle, parameters: string): TextStyle {
  // A colon joins the parts of one parameter, a semicolon may: 38:2::1:2:3, 38;2;1;2;3.
  const groups = parameters.split(";").map((group) => group.split(":").map((part) => (part === "" ? 0 : Number(part))));
  let next = style;
  for (let at = 0; at < groups.length; at += 1) {
    const group = groups[at] ?? [];
    const [code = 0] = group;
    if (code !== 38 && code !== 48) {
      next = simple(next, code, group);
      continue;
    }
    const layer = code === 38 ? "front" : "back";
    const rest = groups.slice(at + 1).map(([first = 0]) => first);
    const { colour, taken } = group.length > 1 ? ofGroup(group) : ofList(rest);
    at += taken;
    if (colour !== undefined) next = withColour(next, layer, colour);
  }
  return next;
}

/** A parameter that stands for itself. 4:0 ends what 4 begins; other forms of an underline are one. */
function simple(style: TextStyle, code: number, [, form]: readonly number[]): TextStyle {
  if (code === 0) return PLAIN;
  if (code === 39 || code === 49) return withColour(style, code === 39 ? "front" : "back", undefined);
  const colour = coloured(code);
  if (colour !== undefined) return withColour(style, colour.layer, colour.value);
  return FLAGS.reduce((now, { on, off }, index) => {
    const bit = 1 << (FLAG_SHIFT + index);
    if (code === off || (code === on && form === 0)) return now & ~bit;
    return code === on ? now | bit : now;
  }, style);
}

const TENS: Readonly<Record<number, Layer>> = { 3: "front", 4: "back", 9: "front", 10: "back" };

/** 30 to 37 and 90 to 97 are colours of the text, ten more those behind it. */
function coloured(code: number): { readonly layer: Layer; readonly value: number } | undefined {
  const [layer, value] = [TENS[Math.floor(code / 10)], code % 10];
  return layer === undefined || value > 7 ? undefined : { layer, value };
}

type Colour = { readonly colour: number | undefined; readonly taken: number };

/** 38;5;N or 38;2;R;G;B, without its first number. */
function ofList([kind, ...values]: readonly number[]): Colour {
  if (kind === 5) return { colour: ofPalette(values[0]), taken: 2 };
  // What follows an unknown kind belongs to it.
  return kind === 2 ? { colour: nearest(values), taken: 4 } : { colour: undefined, taken: Number.POSITIVE_INFINITY };
}

/** 38:5:N, 38:2:R:G:B or 38:2:SPACE:R:G:B. */
function ofGroup([, kind, ...values]: readonly number[]): Colour {
  if (kind === 5) return { colour: ofPalette(values[0]), taken: 0 };
  return { colour: kind === 2 ? nearest(values.slice(-3)) : undefined, taken: 0 };
}

/** One of 256 as one of eight: twice the eight, from 16 to 231 a cube of six steps a side, the rest are greys. */
function ofPalette(index: number | undefined): number | undefined {
  if (index === undefined || !(index >= 0 && index < 256)) return undefined;
  if (index < 16) return index % 8;
  if (index >= 232) return nearest(Array.from({ length: 3 }, () => 8 + (index - 232) * 10));
  const cube = index - 16;
  return nearest([Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map((step) => step * 51));
}

/** The colour of the eight that a reader would call the same: its brightness is that of the page. */
function nearest(channels: readonly number[]): number | undefined {
  const [red, green, blue] = channels;
  if (red === undefined || green === undefined || blue === undefined) return undefined;
  const [low, high] = [Math.min(red, green, blue), Math.max(red, green, blue)];
  if (high - low < 40) return high < 140 ? 0 : 7;
  const middle = (low + high) / 2;
  return (red > middle ? 1 : 0) + (green > middle ? 2 : 0) + (blue > middle ? 4 : 0);
}
