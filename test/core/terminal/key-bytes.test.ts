import { describe, expect, test } from "vitest";
import { keyBytes, keyHint } from "../../../src/core/terminal/key-bytes.ts";

const plain = { applicationCursor: false };

/** Names, and what xterm sends for them. */
const KEYS: readonly (readonly [names: string, bytes: string])[] = [
  ["Enter Return enter CR KPEnter KP_Enter <CR> <Enter> C-m ^M S-Enter", "\r"],
  ["Tab tab C-i", "\t"],
  ["S-Tab BTab shift+tab BackTab", "\x1b[Z"],
  ["Escape Esc esc <Esc> C-[ ^[", "\x1b"],
  ["Backspace BSpace BS backspace C-?", "\x7f"],
  ["C-Backspace C-h", "\b"],
  ["Space Spacebar", " "],
  ["C-Space C-@ ctrl+space", "\0"],
  ["C-c c-c ctrl+c Ctrl-C control+c ^C ^c <C-c> Interrupt", "\x03"],
  ["C-d ^D EOF", "\x04"],
  ["C-\\ ^\\", "\x1c"],
  ["C-_ C-/ C--", "\x1f"],
  ["M-x alt+x meta-x Option+x A-x", "\x1bx"],
  ["M-C-x C-M-x ctrl+alt+x", "\x1b\x18"],
  ["M-Enter", "\x1b\r"],
  ["S-a", "A"],
  ["Up ArrowUp UP up_arrow", "\x1b[A"],
  ["Left ArrowLeft", "\x1b[D"],
  ["Home", "\x1b[H"],
  ["End", "\x1b[F"],
  ["C-Up ctrl+up", "\x1b[1;5A"],
  ["S-M-C-Left", "\x1b[1;8D"],
  ["PageUp PPage PgUp Page_Up Prior", "\x1b[5~"],
  ["PageDown NPage PgDn", "\x1b[6~"],
  ["Delete DC Del", "\x1b[3~"],
  ["Insert IC", "\x1b[2~"],
  ["S-Delete", "\x1b[3;2~"],
  ["F1", "\x1bOP"],
  ["F5", "\x1b[15~"],
  ["F12", "\x1b[24~"],
  ["C-F1", "\x1b[1;5P"],
  ["y", "y"],
  ["/", "/"],
  ["-", "-"],
  ["é", "é"],
  ["😀", "😀"],
];

test.each(KEYS.flatMap(([names, bytes]) => names.split(" ").map((name) => ({ name, bytes }))))(
  "$name is a key",
  ({ name, bytes }) => {
    expect(keyBytes(name, plain)).toBe(bytes);
  },
);

test.each([
  ["Up", "\x1bOA"],
  ["End", "\x1bOF"],
  ["C-Up", "\x1b[1;5A"],
  ["PageUp", "\x1b[5~"],
  ["Enter", "\r"],
])("in the mode of an application %s is sent in its own form", (name, bytes) => {
  expect(keyBytes(name, { applicationCursor: true })).toBe(bytes);
});

describe("a name that is no key", () => {
  test.each(["", "Entr", "C-", "C-é", "yes", "C-Foo", "F13", "rm -rf"])("%j is none", (name) => {
    expect(keyBytes(name, plain)).toBeUndefined();
  });

  test.each([
    ["Entr", "Enter"],
    ["Escap", "Escape"],
    ["PageDwn", "PageDown"],
    ["C-cc", "C-c"],
  ])("%s was meant as %s", (name, meant) => {
    expect(keyHint(name)).toBe(`did you mean ${meant}?`);
  });

  test("that is like none is answered with all of them", () => {
    expect(keyHint("whatever")).toContain("Enter");
  });
});
