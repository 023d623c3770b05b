import { expect, test } from "vitest";
import { inputSteps, type TerminalInput } from "../../../src/core/terminal/input-steps.ts";

const modes = {
  applicationCursor: false,
  keypad: false,
  bracketedPaste: false,
  mouse: false,
  cursorHidden: false,
  alternate: false,
};
const steps = (input: TerminalInput, applicationCursor = false): string[] =>
  [...inputSteps(input, () => ({ ...modes, applicationCursor }))].map(
    ({ kind, bytes }) => `${kind} ${JSON.stringify(bytes)}`,
  );

test("text comes before keys, keys before the end of input, and each line has its own Enter", () => {
  expect(steps({ keys: ["y"], text: "one\r\ntwo\nx", eof: true })).toEqual([
    'text "one"',
    'accept "\\r"',
    'text "two"',
    'accept "\\r"',
    'text "x"',
    'text "y"',
    'eof "\\u0004"',
  ]);
});

test.each([
  ["Enter", "accept"],
  ["C-m", "accept"],
  ["C-j", "accept"],
  ["C-c", "interrupt"],
  ["C-z", "interrupt"],
  ["C-\\", "interrupt"],
  ["C-d", "eof"],
  ["Up", "edit"],
  ["C-r", "edit"],
  ["Tab", "edit"],
  ["Backspace", "edit"],
  ["M-.", "edit"],
  ["Space", "text"],
  ["a", "text"],
  ["é", "text"],
  ["C-o", "key"],
  ["C-x", "key"],
  ["Escape", "key"],
  ["F1", "key"],
  ["M-x", "key"],
])("%s is %s", (name, kind) => {
  expect(steps({ keys: [name] })[0]?.split(" ")[0]).toBe(kind);
});

test("a tab in a text completes, as the key does", () => {
  expect(steps({ text: "ls\t" })).toEqual(['text "ls"', 'edit "\\t"']);
});

test("the form of a key is that of its moment", () => {
  expect(steps({ keys: ["Up"] }, true)).toEqual(['edit "\\u001bOA"']);
});

test("nothing is no step", () => {
  expect(steps({})).toEqual([]);
});
