import { describe, expect, test } from "vitest";
import type { ScreenModes } from "../../../src/core/terminal/screen-modes.ts";
import type { TerminalFacts } from "../../../src/core/terminal/terminal-facts.ts";
import { terminalState } from "../../../src/core/terminal/terminal-state.ts";
import { terminalFacts, terminalProcess } from "./terminal-process.ts";

const NO_MODES: ScreenModes = {
  applicationCursor: false,
  keypad: false,
  bracketedPaste: false,
  mouse: false,
  cursorHidden: false,
  alternate: false,
};
const RAW = { isCanonical: false, echoes: false } as const;
const reader = (line: string) => [terminalProcess(line, { call: "read", readsTerminal: true })];

type Row = readonly [
  what: string,
  facts: Partial<TerminalFacts>,
  modes: Partial<ScreenModes>,
  near: string,
  state: string,
];

/** Programs as they are at rest: what the machine tells of each, and what is made of it. */
const ROWS: readonly Row[] = [
  ["read -p", { foreground: reader("bash -c x") }, {}, "ok? ", "yes no lines bash"],
  ["cat", { foreground: reader("cat") }, {}, "", "yes no lines cat"],
  ["read -s", { echoes: false, foreground: reader("bash -c x") }, {}, "Password: ", "yes yes lines bash"],
  [
    "echo off, not reading yet",
    { echoes: false, foreground: [terminalProcess("sudo", { call: "poll" })] },
    {},
    "",
    "no yes lines sudo",
  ],
  ["a password asked for in the open", { foreground: reader("x") }, {}, "API key: ", "yes maybe lines x"],
  ["sleep", { foreground: [terminalProcess("sleep 9", { call: "nanosleep" })] }, {}, "", "no no lines sleep"],
  ["a busy loop", { foreground: [terminalProcess("cc", { state: "R", call: undefined })] }, {}, "", "no no lines cc"],
  ["a reader with input that it has not read", { unread: 3, foreground: reader("cat") }, {}, "", "no no lines cat"],
  ["a reader behind a queue", { queued: 9, foreground: reader("cat") }, {}, "", "no no lines cat"],
  [
    "a silent pipe",
    { foreground: [terminalProcess("sleep 9", { call: "nanosleep" }), terminalProcess("cat", { call: "read" })] },
    {},
    "",
    "no no lines sleep",
  ],
  [
    "a spinner",
    { quietMs: 20, foreground: [terminalProcess("x", { call: "nanosleep" })] },
    { cursorHidden: true },
    "",
    "no no lines x",
  ],
  [
    "the prompt of bash",
    { ...RAW, foreground: [terminalProcess("bash")] },
    { bracketedPaste: true },
    "$ cat token",
    "likely no lines bash",
  ],
  ["the prompt of python", { ...RAW, foreground: [terminalProcess("python3")] }, {}, ">>> ", "likely no lines python3"],
  [
    "raw and asleep",
    { ...RAW, foreground: [terminalProcess("sleep 9", { call: "nanosleep" })] },
    {},
    "",
    "no no lines sleep",
  ],
  [
    "raw and drawing",
    { ...RAW, quietMs: 10, foreground: [terminalProcess("top")] },
    { keypad: true },
    "",
    "no no screen top",
  ],
  [
    "vim",
    { ...RAW, foreground: [terminalProcess("vim x")] },
    { alternate: true, keypad: true },
    "the password is",
    "likely no screen vim",
  ],
  [
    "a field for a passphrase on a screen",
    { ...RAW, foreground: [terminalProcess("pinentry")] },
    { alternate: true },
    "Passphrase: ___",
    "likely maybe screen pinentry",
  ],
  [
    "dialog",
    { ...RAW, foreground: [terminalProcess("dialog")] },
    { keypad: true, mouse: true },
    "",
    "likely no screen dialog",
  ],
  [
    "fzf --height",
    { ...RAW, foreground: [terminalProcess("fzf", { call: "other" })] },
    { mouse: true },
    "",
    "likely no screen fzf",
  ],
  [
    "a menu of npm",
    { ...RAW, foreground: [terminalProcess("npx x", { call: "epoll" })] },
    { cursorHidden: true },
    "Pick one",
    "likely no screen npx",
  ],
  [
    "a password field of npm",
    { ...RAW, foreground: [terminalProcess("npx x", { call: "epoll" })] },
    {},
    "Your token?",
    "likely maybe lines npx",
  ],
  ["nobody in front", {}, {}, "", "no no lines "],
];

test.each(ROWS)("%s", (_, facts, modes, before, expected) => {
  const state = terminalState(terminalFacts(facts), { ...NO_MODES, ...modes }, { above: "", before });
  expect(`${state.waiting} ${state.password} ${state.view} ${state.program}`).toBe(expected);
});

describe("the words of a raw program", () => {
  const state = (above: string, alternate: boolean): string =>
    terminalState(
      terminalFacts({ ...RAW, foreground: [terminalProcess("npx x")] }),
      { ...NO_MODES, alternate },
      { above, before: "> " },
    ).password;

  test("above its field count, but not those above the cursor of an editor", () => {
    expect([state("Enter your password", false), state("Enter your password", true)]).toEqual(["maybe", "no"]);
  });
});

test("nacre's own bash is not what is in front, while it runs something", () => {
  const foreground = [terminalProcess("bash", { isCommandShell: true, call: "wait" }), terminalProcess("vim x")];
  expect(terminalState(terminalFacts({ foreground }), NO_MODES, { above: "", before: "" }).program).toBe("vim");
});
