import { CHOICE, holesOf, MAX_ALTERNATIVES, OUTPUT, type Text } from "../values/abstract-text.ts";

/**
 * What a node prints may be one of several texts: of two branches one runs, and what stands behind a test may not. Inside the
 * walk such a choice is part of the text, between signs. Where the output is read (into a variable, a file, the next
 * command of a pipeline) the texts are taken apart first, so no tool ever sees a sign.
 */
const { open: OPEN, or: OR, close: CLOSE } = CHOICE;
const SIGN = new RegExp(`[${OPEN}${OR}${CLOSE}]`, "g");

/** The most texts that are read one by one, those of the commands around counted in. */
const MAX_READ = 16;

/** The output of what prints one of these. */
export function either(texts: readonly Text[]): Text {
  const distinct = [...new Set(texts)];
  const [only = ""] = distinct;
  return distinct.length <= 1 ? only : `${OPEN}${distinct.join(OR)}${CLOSE}`;
}

/** The output of what may not run. */
export const optional = (text: Text): Text => either([text, ""]);

/** Each text that an output may be. */
export const possibleTexts = (output: Text): readonly Text[] =>
  output.includes(OPEN) ? sequence(output, 0).texts : [output];

/** The same without the empty one, where there is another. */
export function printedTexts(output: Text): readonly Text[] {
  const texts = possibleTexts(output);
  const printing = texts.filter((text) => text.trim() !== "");
  return printing.length > 0 ? printing : texts.slice(0, 1);
}

/** The texts that a command finds on its input, one by one while there are few; else all at once, and what cannot be known. */
export function readTexts(output: Text, around: number): readonly Text[] {
  const texts = printedTexts(output);
  return texts.length === 1 || texts.length * around <= MAX_READ ? texts : [output.replaceAll(SIGN, "") + OUTPUT];
}

type Read = { readonly texts: readonly Text[]; readonly next: number };

/** The texts of what stands from here to the end of the output, or of the choice around it. */
function sequence(output: Text, start: number): Read {
  let texts: readonly Text[] = [""];
  let at = start;
  while (at < output.length) {
    const sign = output.charAt(at);
    if (sign === OR || sign === CLOSE) break;
    if (sign === OPEN) {
      const choice = choiceAt(output, at);
      texts = combined(texts, choice.texts);
      at = choice.next;
    } else {
      const end = nextSign(output, at);
      const plain = output.slice(at, end);
      texts = texts.map((text) => text + plain);
      at = end;
    }
  }
  return { texts, next: at };
}

function choiceAt(output: Text, open: number): Read {
  const texts: Text[] = [];
  let at = open;
  do {
    const read = sequence(output, at + 1);
    texts.push(...read.texts);
    at = read.next;
  } while (output.charAt(at) === OR);
  return { texts: [...new Set(texts)], next: at + 1 };
}

function nextSign(output: Text, start: number): number {
  SIGN.lastIndex = start;
  return SIGN.exec(output)?.index ?? output.length;
}

/** Every text before with every choice behind it. Where these are too many, each of both once, and what cannot be known. */
function combined(before: readonly Text[], choices: readonly Text[]): readonly Text[] {
  const all = [...new Set(before.flatMap((text) => choices.map((choice) => text + choice)))];
  if (all.length <= MAX_ALTERNATIVES) return all;
  const [first = ""] = before;
  const [usual = ""] = choices;
  const each = [...before.map((text) => text + usual), ...choices.map((choice) => first + choice)];
  return [...each.slice(0, MAX_ALTERNATIVES - 1), OUTPUT + holesOf(all.join(""))];
}
