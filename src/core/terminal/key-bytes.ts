import { hintFor } from "../base/hint-for.ts";

/** Keys whose form depends on the mode of the cursor keys, by their last letter. */
const CURSOR_KEYS: Readonly<Record<string, string>> = {
  Up: "A",
  Down: "B",
  Right: "C",
  Left: "D",
  Home: "H",
  End: "F",
};

/** `ESC [ N ~`. */
const NUMBERED_KEYS: Readonly<Record<string, number>> = {
  Insert: 2,
  Delete: 3,
  PageUp: 5,
  PageDown: 6,
  F5: 15,
  F6: 17,
  F7: 18,
  F8: 19,
  F9: 20,
  F10: 21,
  F11: 23,
  F12: 24,
};

/** `ESC O X`. */
const FUNCTION_KEYS: Readonly<Record<string, string>> = { F1: "P", F2: "Q", F3: "R", F4: "S" };

const PLAIN_KEYS: Readonly<Record<string, string>> = {
  Enter: "\r",
  Tab: "\t",
  Escape: "\x1b",
  Backspace: "\x7f",
  Space: " ",
};

/** Other spellings: tmux's own short ones, those of browsers, of vim, of X. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  Return: "Enter",
  CR: "Enter",
  KPEnter: "Enter",
  NumpadEnter: "Enter",
  LF: "C-j",
  Newline: "Enter",
  Esc: "Escape",
  BSpace: "Backspace",
  BS: "Backspace",
  DC: "Delete",
  Del: "Delete",
  IC: "Insert",
  Ins: "Insert",
  PPage: "PageUp",
  PgUp: "PageUp",
  Prior: "PageUp",
  NPage: "PageDown",
  PgDn: "PageDown",
  PgDown: "PageDown",
  Next: "PageDown",
  ArrowUp: "Up",
  ArrowDown: "Down",
  ArrowLeft: "Left",
  ArrowRight: "Right",
  UpArrow: "Up",
  DownArrow: "Down",
  LeftArrow: "Left",
  RightArrow: "Right",
  BTab: "S-Tab",
  BackTab: "S-Tab",
  Spacebar: "Space",
  Eof: "C-d",
  Interrupt: "C-c",
};

/** Control with a character that is no letter. */
const CONTROLS: Readonly<Record<string, number>> = {
  "@": 0,
  " ": 0,
  "[": 27,
  "\\": 28,
  "]": 29,
  "^": 30,
  _: 31,
  "/": 31,
  "-": 31,
  "?": 127,
};

const KEY_NAMES: readonly string[] = [CURSOR_KEYS, NUMBERED_KEYS, FUNCTION_KEYS, PLAIN_KEYS].flatMap((keys) =>
  Object.keys(keys),
);

const flat = (name: string): string => name.replace(/[_\s]/g, "").toLowerCase();

const NAMES_BY_FLAT: ReadonlyMap<string, string> = new Map([
  ...KEY_NAMES.map((name): [string, string] => [flat(name), name]),
  ...Object.entries(OTHER_NAMES).map(([name, meant]): [string, string] => [flat(name), meant]),
]);

type Modifiers = { readonly shift: boolean; readonly meta: boolean; readonly control: boolean };
const NO_MODIFIERS: Modifiers = { shift: false, meta: false, control: false };

/** A key as its name says: modifiers, and a name of `KEY_NAMES` or one character. */
type NamedKey = Modifiers & { readonly key: string };

const MODIFIER = /^(?:(c|ctrl|control)|(m|a|alt|meta|option)|(s|shift))[-+](?=.)/iu;

/** Reads the name of a key in any of the common spellings; undefined where there is no such key. */
function readKey(given: string): NamedKey | undefined {
  const bare = /^<(.+)>$/u.exec(given)?.[1] ?? given;
  let rest = bare.replace(/^\^(?=.$)/u, "C-");
  let modifiers = NO_MODIFIERS;
  for (let found = MODIFIER.exec(rest); found !== null; found = MODIFIER.exec(rest)) {
    const [whole, control, meta, shift] = found;
    modifiers = {
      control: modifiers.control || control !== undefined,
      meta: modifiers.meta || meta !== undefined,
      shift: modifiers.shift || shift !== undefined,
    };
    rest = rest.slice(whole.length);
  }
  if (/^.$/su.test(rest)) return { ...modifiers, key: rest };
  const name = NAMES_BY_FLAT.get(flat(rest));
  if (name === undefined) return undefined;
  const combined = MODIFIER.test(name) ? readKey(name) : { ...NO_MODIFIERS, key: name };
  return (
    combined && {
      key: combined.key,
      control: modifiers.control || combined.control,
      meta: modifiers.meta || combined.meta,
      shift: modifiers.shift || combined.shift,
    }
  );
}

/** The number by which xterm says which modifiers were held; 1 is none. */
const modifierNumber = ({ shift, meta, control }: Modifiers): number =>
  1 + (shift ? 1 : 0) + (meta ? 2 : 0) + (control ? 4 : 0);

/** The bytes of keys that send an escape sequence. */
function sequenceOf(named: NamedKey, applicationCursor: boolean): string | undefined {
  const { key } = named;
  const held = modifierNumber(named);
  const cursor = CURSOR_KEYS[key];
  if (cursor !== undefined)
    return held > 1 ? `\x1b[1;${held}${cursor}` : `\x1b${applicationCursor ? "O" : "["}${cursor}`;
  const numbered = NUMBERED_KEYS[key];
  if (numbered !== undefined) return held > 1 ? `\x1b[${numbered};${held}~` : `\x1b[${numbered}~`;
  const letter = FUNCTION_KEYS[key];
  if (letter !== undefined) return held > 1 ? `\x1b[1;${held}${letter}` : `\x1bO${letter}`;
  return key === "Tab" && named.shift ? "\x1b[Z" : undefined;
}

/** The character of a key with Control held; undefined where a terminal has none. */
function controlOf(key: string): string | undefined {
  if (key === "Space") return "\0";
  if (key === "Backspace") return "\b";
  if (PLAIN_KEYS[key] !== undefined) return PLAIN_KEYS[key];
  const code = /^[a-z]$/i.test(key) ? key.toUpperCase().charCodeAt(0) & 31 : CONTROLS[key];
  return code === undefined ? undefined : String.fromCharCode(code);
}

/**
 * What a terminal sends for a key; undefined where there is no such key. Names are tmux's (`Enter`, `Up`, `C-c`, `M-x`,
 * `F1`), and the other common spellings of them; one character stands for itself. A program chooses by a mode which form
 * the cursor keys have: ask the screen at the moment of sending.
 */
export function keyBytes(
  name: string,
  { applicationCursor }: { readonly applicationCursor: boolean },
): string | undefined {
  const named = readKey(name);
  if (named === undefined) return undefined;
  const sequence = sequenceOf(named, applicationCursor);
  if (sequence !== undefined) return sequence;
  const { key, control, meta, shift } = named;
  const plain = PLAIN_KEYS[key] ?? (shift ? key.toUpperCase() : key);
  const sent = control ? controlOf(key) : plain;
  return sent === undefined ? undefined : `${meta ? "\x1b" : ""}${sent}`;
}

/** For a name that is no key: which one was meant, or what names there are. */
export const keyHint = (name: string): string =>
  hintFor(name, [...KEY_NAMES, ...Object.keys(OTHER_NAMES), "C-c", "C-d", "C-z", "M-x"]);
