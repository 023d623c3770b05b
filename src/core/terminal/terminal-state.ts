import { readsCommands } from "./command-readers.ts";
import type { ScreenModes } from "./screen-modes.ts";
import { SECRET_FIELD } from "./secret-field.ts";
import type { TerminalFacts, TerminalProcess } from "./terminal-facts.ts";
import type { NearCursor } from "./terminal-screen.ts";

/** What can be said of a terminal: whether a program waits for input, for which, and how it is best shown. */
export type TerminalState = {
  /** `likely`: a program in raw mode that has been quiet; one that is busy elsewhere looks the same. */
  readonly waiting: "yes" | "likely" | "no";
  /** `yes`: what is typed is not shown. `maybe`: a program draws the field itself, and calls it so. */
  readonly password: "yes" | "maybe" | "no";
  readonly view: "lines" | "screen";
  /** What is in the foreground, for sentences; empty where nothing is. */
  readonly program: string;
  /** How many bytes of what was typed no program has read, at the least: the kernel counts no more than one buffer of them. */
  readonly unread: number;
  /** The kernel keeps a line until Enter. */
  readonly isCanonical: boolean;
};

/** A program in raw mode that was silent for so long waits for a key, or does something else. */
const QUIET_MS = 100;

/** One of them, with nothing but the frame of a field behind it. */
const SECRET_BEFORE = new RegExp(`(?:${SECRET_FIELD.source})[^\\p{L}\\p{N}]*$`, "iu");

export function terminalState(facts: TerminalFacts, modes: ScreenModes, near: NearCursor): TerminalState {
  const waiting = waitingOf(facts);
  return {
    waiting,
    password: passwordOf(facts, modes, near),
    view: drawsScreen(facts, modes) ? "screen" : "lines",
    program: programOf(facts),
    unread: facts.unread + facts.queued,
    isCanonical: facts.isCanonical,
  };
}

function waitingOf(facts: TerminalFacts): TerminalState["waiting"] {
  const { foreground, unread, queued } = facts;
  if (unread > 0 || queued > 0 || foreground.length === 0) return "no";
  if (facts.isCanonical) return foreground.some((one) => one.readsTerminal) ? "yes" : "no";
  const isAsleep = foreground.every(({ state }) => state === "S");
  const allNap = foreground.every(({ call }) => call === "nanosleep");
  return facts.quietMs >= QUIET_MS && isAsleep && !allNap ? "likely" : "no";
}

/**
 * A program that turned the echo off is about to read a secret, also if it has not come to it yet. A program in raw mode draws its
 * fields itself: there the words beside the field are all there is. A shell at its prompt asks for a command, whatever was
 * printed above; one that has the screen to itself (an editor) asks only where the word stands right before the cursor.
 */
function passwordOf(facts: TerminalFacts, modes: ScreenModes, near: NearCursor): TerminalState["password"] {
  if (facts.isCanonical && !facts.echoes) return "yes";
  if (modes.alternate) return SECRET_BEFORE.test(near.before) ? "maybe" : "no";
  if (facts.foreground.some(readsCommands)) return "no";
  return SECRET_FIELD.test(facts.isCanonical ? near.before : `${near.above}\n${near.before}`) ? "maybe" : "no";
}

/** The alternate screen alone would miss dialog, top, `fzf --height`, `less -X` and the menus of npm packages. */
const drawsScreen = (facts: TerminalFacts, modes: ScreenModes): boolean =>
  !facts.isCanonical && (modes.alternate || modes.keypad || modes.mouse || modes.cursorHidden);

/** The name of the program that was started last among those in front; a shell that runs others is named last. */
function programOf({ foreground }: TerminalFacts): string {
  const shown = foreground.find((one) => one.readsTerminal) ?? foreground.find((one) => !one.isCommandShell);
  return nameOf(shown ?? foreground[0]);
}

function nameOf(process: TerminalProcess | undefined): string {
  if (process === undefined) return "";
  const path = process.exe ?? process.argv[0] ?? process.name;
  return path.slice(path.lastIndexOf("/") + 1) || process.name;
}
