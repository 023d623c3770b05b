import { keyBytes } from "./key-bytes.ts";
import type { ScreenModes } from "./screen-modes.ts";

/** What one call types: the text first, then the keys, then the end of input. */
export type TerminalInput = {
  readonly text?: string | undefined;
  readonly keys?: readonly string[] | undefined;
  readonly eof?: boolean | undefined;
};

/**
 * One thing that is typed. `text`: characters for the line. `accept`: Enter. `interrupt`: a signal, and nothing else.
 * `edit`: changes or moves within the line, whatever program edits it. `eof`: the end of input, or what was typed so far.
 * `key`: may do anything.
 */
export type InputStep = {
  readonly kind: "text" | "accept" | "interrupt" | "edit" | "eof" | "key";
  readonly bytes: string;
};

const ENTERS = ["\r", "\n"];
const INTERRUPTS = ["\x03", "\x1a", "\x1c"];
const EOF = "\x04";

/** Keys that editors of lines agree on: moves, deletions, history, completion, what was cut. */
const EDITS = [
  ..."abefhiklnprtuwy".split("").map((letter) => keyBytes(`C-${letter}`, { applicationCursor: false }) ?? ""),
  keyBytes("Backspace", { applicationCursor: false }) ?? "",
  ...["Up", "Down", "Left", "Right", "Home", "End", "Delete"].flatMap((name) =>
    [true, false].map((applicationCursor) => keyBytes(name, { applicationCursor }) ?? ""),
  ),
  ...["C-Left", "C-Right", "M-b", "M-f", "M-d", "M-Backspace", "M-.", "M-_"].map(
    (name) => keyBytes(name, { applicationCursor: false }) ?? "",
  ),
];

/** The steps of an input, a line of its text each with its Enter. The modes are asked for when a key's turn has come. */
export function* inputSteps(
  { text = "", keys = [], eof }: TerminalInput,
  modes: () => ScreenModes,
): Generator<InputStep> {
  for (const part of text.split(/(\r\n|\r|\n|\t)/)) {
    if (part === "\t") yield { kind: "edit", bytes: part };
    else if (/^[\r\n]/.test(part)) yield { kind: "accept", bytes: "\r" };
    else if (part !== "") yield { kind: "text", bytes: part };
  }
  for (const name of keys) {
    const bytes = keyBytes(name, modes());
    if (bytes !== undefined) yield { kind: kindOf(bytes), bytes };
  }
  if (eof === true) yield { kind: "eof", bytes: EOF };
}

function kindOf(bytes: string): InputStep["kind"] {
  if (ENTERS.includes(bytes)) return "accept";
  if (INTERRUPTS.includes(bytes)) return "interrupt";
  if (bytes === EOF) return "eof";
  if (EDITS.includes(bytes)) return "edit";
  return /^\P{Cc}+$/u.test(bytes) ? "text" : "key";
}
