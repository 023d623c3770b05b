import { sleep, stopwatch } from "../../core/base/clock.ts";
import type { Written } from "../../core/shell/background/shell-input.ts";
import { readsCommands } from "../../core/terminal/command-readers.ts";
import type { Situation } from "../../core/terminal/input-judgement.ts";
import type { InputStep } from "../../core/terminal/input-steps.ts";
import type { TerminalFacts } from "../../core/terminal/terminal-facts.ts";
import type { TerminalScreen } from "../../core/terminal/terminal-screen.ts";
import { type TerminalState, terminalState } from "../../core/terminal/terminal-state.ts";
import type { TypedLine } from "../../core/terminal/typed-line.ts";

/** A terminal that is typed into, and what was typed there before. */
export type TypingTarget = {
  readonly terminal: {
    readonly screen: TerminalScreen;
    write(bytes: Buffer): Promise<Pick<Written, "taken" | "isOpen">>;
    facts(): Promise<TerminalFacts | undefined>;
  };
  readonly line: TypedLine;
  readonly isContained: boolean;
  /** Where the shell was started. */
  readonly cwd: string;
  /** The caller has given up. */
  readonly isCancelled?: () => boolean;
};

/** One call that types. `isAhead`: what it typed last is for a program that did not ask for it in time. */
export type Typing = TypingTarget & { isAhead: boolean };

/** How long a program may take to show what was typed, or to ask for the next line. */
const SHOWN_MS = 1500;
const LOOK_MS = 10;
/** What a key does to the line comes this long after it at the latest, once the program has read it and waits again. */
const REST_MS = 150;
/** How long a terminal that takes no more is looked at. */
const ROOM_MS = 1000;

/** Looks at the terminal; first waits for a prompt where a line begins, and for the line to be shown where it ends. */
export async function situationOf(target: Typing, step: InputStep): Promise<Situation> {
  const { terminal, line, isContained, cwd } = target;
  let facts = await terminal.facts();
  const isEnd = step.kind === "accept" || step.kind === "eof";
  if (step.kind !== "interrupt" && isToWait(target, facts, isEnd)) facts = await atPrompt(target, facts);
  if (line.reader !== undefined && facts?.foreground.some(({ pid }) => pid === line.reader) !== true)
    line.leavePrompt();
  if (line.reader !== undefined && isEnd) facts = await shown(target, facts);
  const { literal, onScreen, reader, isRawAllowed } = line;
  return { facts, state: stateOf(target, facts), isContained, isRawAllowed, literal, onScreen, reader, cwd };
}

/**
 * A line begins at the prompt of a reader of commands; and a line that ends is for a program that waits for it. A call that
 * has waited for such a program in vain types the rest ahead of it too.
 */
function isToWait(target: Typing, facts: TerminalFacts | undefined, isEnd: boolean): boolean {
  if (facts === undefined) return false;
  const { line } = target;
  if (facts.foreground.some(readsCommands)) return line.literal === "" && line.reader === undefined;
  return isEnd && facts.isCanonical && !target.isAhead && stateOf(target, facts).waiting === "no";
}

const UNKNOWN_STATE: TerminalState = {
  waiting: "no",
  password: "no",
  view: "lines",
  program: "",
  unread: 0,
  isCanonical: false,
};

const stateOf = ({ terminal: { screen } }: TypingTarget, facts: TerminalFacts | undefined): TerminalState =>
  facts === undefined ? UNKNOWN_STATE : terminalState(facts, screen.modes, screen.nearCursor());

/** The program waits, and has had time to show what it made of what it got last. */
const isAtRest = (target: TypingTarget, facts: TerminalFacts | undefined): boolean =>
  facts !== undefined && target.line.restMs > REST_MS && stateOf(target, facts).waiting !== "no";

/** Whether the terminal takes more: what it does not take stays with the supervisor until a program reads. */
export async function hasRoom(terminal: TypingTarget["terminal"], seen: TerminalFacts): Promise<boolean> {
  let facts: TerminalFacts | undefined = seen;
  const spent = stopwatch();
  while (facts !== undefined && facts.queued > 0 && spent() < ROOM_MS) {
    await sleep(LOOK_MS);
    facts = await terminal.facts();
  }
  return facts === undefined || facts.queued === 0;
}

/** Waits until the program in front asks for a line, and marks where. A program that does not ask in time is typed ahead of. */
async function atPrompt(target: Typing, seen: TerminalFacts | undefined): Promise<TerminalFacts | undefined> {
  const { terminal, line } = target;
  let facts = seen;
  const isOver = deadline();
  const isAsked = (): boolean => isAtRest(target, facts);
  while (facts !== undefined && !isAsked() && !isOver()) {
    await sleep(LOOK_MS);
    facts = await terminal.facts();
  }
  await terminal.screen.settled();
  target.isAhead = !isAsked();
  const reader = facts?.foreground.find(readsCommands);
  if (isAsked() && line.literal === "" && reader !== undefined)
    line.promptedBy(reader.pid, terminal.screen.markPrompt());
  return facts;
}

/**
 * Waits until the line stands on the screen as it was typed; where keys have changed it, until nothing more comes. A line that
 * stands otherwise is taken back and typed once more: the prompt may have come after it.
 */
async function shown(target: TypingTarget, seen: TerminalFacts | undefined): Promise<TerminalFacts | undefined> {
  const { terminal, line } = target;
  const facts = await untilShown(target, seen);
  const { literal, reader } = line;
  if (literal === undefined || literal === "" || reader === undefined || line.onScreen === literal.trimEnd())
    return facts;
  await terminal.write(Buffer.from(facts?.isCanonical === true ? TAKE_BACK.canonical : TAKE_BACK.raw));
  await sleep(SHOWN_MS / 5);
  await terminal.screen.settled();
  line.promptedBy(reader, terminal.screen.markPrompt());
  if (line.reader === undefined) return facts;
  await terminal.write(Buffer.from(literal));
  return untilShown(target, facts);
}

async function untilShown(target: TypingTarget, seen: TerminalFacts | undefined): Promise<TerminalFacts | undefined> {
  const { terminal, line } = target;
  let facts = seen;
  const isOver = deadline();
  const isThere = (): boolean =>
    line.literal === undefined ? isAtRest(target, facts) : line.onScreen === line.literal.trimEnd();
  await terminal.screen.settled();
  while (!isThere() && !isOver()) {
    await sleep(LOOK_MS);
    facts = await terminal.facts();
    await terminal.screen.settled();
  }
  // A key whose effect did not come in time makes the line one that cannot be told.
  if (!isThere() && line.literal === undefined) line.leavePrompt();
  return facts;
}

/** Ctrl-E and Ctrl-U empty the line in the editors of lines, Ctrl-U alone where the kernel edits it. */
const TAKE_BACK = { canonical: "\x15", raw: "\x05\x15" } as const;

/** Empties a line that may not be entered. */
export async function takeBack({ terminal, line }: TypingTarget, { facts }: Situation): Promise<void> {
  await terminal.write(Buffer.from(facts?.isCanonical === true ? TAKE_BACK.canonical : TAKE_BACK.raw));
  const isOver = deadline();
  while (line.onScreen !== "" && line.reader !== undefined && !isOver()) {
    await sleep(LOOK_MS);
    await terminal.screen.settled();
  }
  line.wasTakenBack(line.onScreen === "" || (line.reader === undefined && facts?.isCanonical === true));
}

function deadline(): () => boolean {
  const spent = stopwatch();
  return () => spent() > SHOWN_MS;
}
