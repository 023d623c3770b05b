import { forEachChild, type SyntaxNode } from "unbash";
import { parseSyntax } from "../../../src/core/policy/read/syntax.ts";

/** What a spelling is made with besides the text. */
export type Means = {
  /** A number of at least 0 and below 1. */
  readonly random: () => number;
  /** The directory that the programs of the text lie in. */
  readonly bin: string;
};

/** A text that does in bash what this one does; `undefined` where this way of writing has no words for it. */
export type Spell = (text: string, means: Means) => string | undefined;

/** One way to write a text otherwise. */
export type Family = { readonly name: string; readonly spell: Spell };

export const family = (name: string, spell: Spell): Family => ({ name, spell });

export function pick<T>({ random }: Means, ...choices: readonly [T, ...T[]]): T {
  return choices[Math.floor(random() * choices.length)] ?? choices[0];
}

/** A text as one word. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Nothing is open in it that would swallow what is put behind it. */
function isWhole(text: string): boolean {
  const { errors, doubts } = parseSyntax(text);
  return errors.length === 0 && doubts.length === 0 && !text.endsWith("\\");
}

/** A shape with the places in capitals filled; `undefined` where one of them has no words. */
function filled(shape: string, places: Readonly<Record<string, string | undefined>>): string | undefined {
  let isWhole = true;
  const text = shape.replaceAll(new RegExp(Object.keys(places).join("|"), "g"), (place) => {
    const value = places[place];
    if (value === undefined) isWhole = false;
    return value ?? "";
  });
  return isWhole ? text : undefined;
}

type Shapes = readonly [string, ...string[]];

/** Ways to write a whole text: `TEXT` stands for it on lines of its own, `QUOTED` for it as one word. */
export const around =
  (...shapes: Shapes): Spell =>
  (text, means) =>
    isWhole(text) ? filled(pick(means, ...shapes), { TEXT: `\n${text}\n`, QUOTED: quoted(text) }) : undefined;

/** The same for a text that means the same in another shell, in a function and in a loop. */
export const elsewhere =
  (...shapes: Shapes): Spell =>
  (text, means) =>
    /\$[\d@*#]|\b(?:trap|alias|local|return|exec|shopt|break|continue)\b|\bfor \w+ *(?:;|do\b)/.test(text)
      ? undefined
      : around(...shapes)(text, means);

/** Ways to write a whole text in a code: `CODE` stands for the coded text as one word. */
export const coded =
  (encode: (text: string) => string, ...shapes: Shapes): Spell =>
  (text, means) =>
    elsewhere("TEXT")(text, means) === undefined
      ? undefined
      : filled(pick(means, ...shapes), { CODE: quoted(encode(text)) });

/** A word of a simple command that means just its letters. */
type Spot = { readonly at: number; readonly end: number; readonly value: string; readonly isName: boolean };

const PLAIN = /^[\w./:@%+,=-]+$/;

/** Words of a text that mean just their letters and stand outside all quotes and substitutions. */
function spotsOf(text: string): readonly Spot[] {
  if (!isWhole(text) || /\b(?:alias|local)\b|\bIFS\b|\bset -[a-z]*[uk]|[\\]\n|`|<<-?\s*\S/.test(text)) return [];
  const spots: Spot[] = [];
  const visit = (node: SyntaxNode): void => {
    if (node.type === "Word") return;
    if (node.type === "Command") {
      const words = [...(node.name === undefined ? [] : [node.name]), ...node.args];
      for (const word of words)
        if (word.type === "Word" && PLAIN.test(word.value) && text.slice(word.pos, word.end) === word.value)
          spots.push({ at: word.pos, end: word.end, value: word.value, isName: word === node.name });
    }
    forEachChild(node, visit);
  };
  visit(parseSyntax(text).script);
  return spots.sort((one, other) => one.at - other.at);
}

/** Some of the words that mean just their letters, written otherwise; what stands before `⇒` is put before the text. */
const words =
  (write: (value: string, means: Means, variable: string) => string | undefined): Spell =>
  (text, means) => {
    const spots = spotsOf(text);
    const level = text.match(/nacre\d*_\d/g)?.length ?? 0;
    const certain = Math.floor(means.random() * spots.length);
    let result = text;
    let before = "";
    for (const [index, spot] of [...spots.entries()].reverse()) {
      if (index !== certain && means.random() < 0.4) continue;
      const written = write(spot.value, means, `nacre${level}_${index}`)?.split(" ⇒ ");
      if (written === undefined) continue;
      before += written.length > 1 ? `${written[0]} ` : "";
      result = result.slice(0, spot.at) + written.at(-1) + result.slice(spot.end);
    }
    return before + result === text ? undefined : before + result;
  };

const octal = (value: string, zero: string): string =>
  Array.from(value)
    .map((letter) => `\\${zero}${(letter.codePointAt(0) ?? 0).toString(8).padStart(3, "0")}`)
    .join("");

/** An option of `echo` is not printed. */
const isSwallowed = (shape: string, [first = ""]: readonly string[]): boolean =>
  /\becho\b/.test(shape) && /^-[neE]+$/.test(first);

/** Ways to write a word: `WORD` stands for it, `VAR` for a variable of its own. */
export const word = (...shapes: Shapes): Spell =>
  words((value, means, variable) => {
    const shape = pick(means, ...shapes);
    if (isSwallowed(shape, [value])) return undefined;
    return filled(shape, {
      VAR: variable,
      WORD: value,
      HEAD: value.slice(0, value.length >> 1),
      TAIL: value.slice(value.length >> 1),
      LENGTH: `${value.length}`,
      UPPER: /[A-Z]/.test(value) ? undefined : value.toUpperCase(),
      SPREAD: Array.from(value).join("~"),
      ESCAPED: value.replaceAll("/", "\\/"),
      OCTAL: octal(value, ""),
      ZEROES: octal(value, "0"),
      LETTERS: Array.from(value)
        .map((letter) => `\${nacre_l:${ALPHABET.indexOf(letter)}:1}`)
        .join(""),
      ALPHABET,
      SUM: /\d/.test(value) ? value.replace(/\d/, (digit) => `$((${Number(digit) + 1}-1))`) : undefined,
    });
  });

const ALPHABET = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:@%+,=-";

/** Words that name a place from the root on, written otherwise. */
export const paths = (write: (path: string, means: Means) => string | undefined): Spell =>
  words((value, means) => (/^\/[\w./@%+,-]*$/.test(value) ? write(value, means) : undefined));

/** Some letters of words, written otherwise. */
export const letters = (write: (letter: string, means: Means) => string): Spell =>
  words((value, means) => {
    const certain = Math.floor(means.random() * value.length);
    const spelled = Array.from(value).map((letter, at) =>
      at === certain || means.random() < 0.4 ? write(letter, means) : letter,
    );
    return spelled.join("");
  });

/** Names that bash itself runs: no program in front of them can. */
const OWN =
  /^(?:cd|pushd|popd|export|eval|source|\.|exec|trap|set|unset|shift|alias|history|enable|hash|bind|complete|compgen|jobs|wait|umask|ulimit|read|type|command|builtin|exit|time|help|declare|typeset|readonly|local|let|pwd|fg|bg|disown|dirs|shopt|mapfile|readarray|fc|logout|suspend|caller|coproc|if|for|while|until|case|select|function)$/;

/** The words of a text that is one call of a program with words that mean just their letters. */
function plainCall(text: string): readonly [string, ...string[]] | undefined {
  const [name = "", ...args] = text.split(" ");
  const isPlain = [name, ...args].every((word) => PLAIN.test(word)) && !name.includes("=") && !OWN.test(name);
  return isPlain ? [name, ...args] : undefined;
}

/** Ways to write one plain call by hand. */
export const calls =
  (write: (name: string, args: readonly string[], means: Means) => string | undefined): Spell =>
  (text, means) => {
    const [name, ...args] = plainCall(text) ?? [];
    return name === undefined ? undefined : write(name, args, means);
  };

/** Ways to write one plain call: `NAME` and `ARGS`, or `CALL`; `COMMAS` has a comma for each blank. */
export const call =
  (...shapes: Shapes): Spell =>
  (text, means) => {
    const [name, ...args] = plainCall(text) ?? [];
    const shape = pick(means, ...shapes);
    if (name === undefined || (shape.includes("echo ARGS") && isSwallowed(shape, args))) return undefined;
    return filled(shape, {
      CALL: [name, ...args].join(" "),
      NAME: name,
      ARGS: args.join(" "),
      COMMAS: text.includes(",") || args.length === 0 ? undefined : [name, ...args].join(","),
      LINES: [name, ...args].join(" \\\n "),
      TABS: [name, ...args].join("\t"),
      HOLES: [name, ...args].join(" $nacre_u "),
    });
  };
