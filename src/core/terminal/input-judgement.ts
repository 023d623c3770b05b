import { readsAs, readsCommands } from "./command-readers.ts";
import type { InputStep } from "./input-steps.ts";
import type { TerminalFacts, TerminalProcess } from "./terminal-facts.ts";
import type { TerminalState } from "./terminal-state.ts";

/** All that a judgement on a step rests on. */
export type Situation = {
  /** Undefined: the machine did not tell. */
  readonly facts: TerminalFacts | undefined;
  readonly state: TerminalState;
  /** The sandbox holds all that was asked of it. */
  readonly isContained: boolean;
  readonly isRawAllowed: boolean;
  /** The line as it was typed and as it stands on the screen, and whose prompt it stands at. */
  readonly literal: string | undefined;
  readonly onScreen: string | undefined;
  readonly reader: number | undefined;
  /** Where the command was started. */
  readonly cwd: string;
};

/** Why a step is a question. */
export type Doubt = "unknown" | "password" | "raw" | "key" | "line" | "history";

/** What is to be done before a step: nothing, ask the user, or judge a line as those who may read it would read it. */
export type InputJudgement =
  | { readonly kind: "free" }
  | { readonly kind: "ask"; readonly doubt: Doubt; readonly text: string }
  | { readonly kind: "line"; readonly text: string; readonly readers: readonly TerminalProcess[] };

const FREE: InputJudgement = { kind: "free" };

/**
 * Judges one step. A line is judged when it is accepted, as it stands on the screen, wherever a shell or a language holds the
 * terminal: also one behind the program in front, which reads what that program leaves unread. Other programs get text in
 * raw mode only inside a sandbox that holds, or with the user's leave. What cannot be told is a question.
 */
export function judgeStep(step: InputStep, at: Situation): InputJudgement {
  const { facts, state } = at;
  if (step.kind === "interrupt") return FREE;
  const asked = (doubt: Doubt): InputJudgement => ({ kind: "ask", doubt, text: shownText(step, at) });
  if (facts === undefined) return asked("unknown");
  // The text was asked about; its Enter belongs to it.
  if (state.password !== "no") return step.kind === "text" || step.kind === "key" ? asked("password") : FREE;
  const front = facts.foreground.filter(readsCommands);
  if (isDoubtful(at, facts, front)) return asked("raw");
  const readers = [...front, ...facts.behind.filter(readsCommands)];
  if (readers.length === 0) return judgeAhead(step, at, facts);
  if (step.kind === "key") return front.length > 0 ? asked("key") : FREE;
  return isEndOfLine(step, at) ? judgeLine(at, { front, readers }) : FREE;
}

/**
 * A line that nobody waits for is read by what comes next, which may be a shell: it is judged as one would read it. One that
 * a program waits for is the program's.
 */
function judgeAhead(step: InputStep, at: Situation, facts: TerminalFacts): InputJudgement {
  const isAhead = facts.isCanonical && at.state.waiting === "no" && isEndOfLine(step, at);
  return isAhead ? judgeLine(at, { front: [], readers: [{ ...NEXT_SHELL, cwd: at.cwd }] }) : FREE;
}

/** The shell that may come next. */
const NEXT_SHELL: TerminalProcess = {
  pid: 0,
  name: "sh",
  exe: undefined,
  argv: ["sh"],
  cwd: undefined,
  state: "S",
  call: undefined,
  readsTerminal: false,
  isCommandShell: false,
};

/** A program in front reads every key, and neither the sandbox nor the user answers for it. */
const isDoubtful = (at: Situation, facts: TerminalFacts, front: readonly TerminalProcess[]): boolean =>
  !facts.isCanonical && front.length === 0 && !at.isContained && !at.isRawAllowed;

const isEndOfLine = ({ kind }: InputStep, { literal }: Situation): boolean =>
  kind === "accept" || (kind === "eof" && literal !== "");

const shownText = ({ kind, bytes }: InputStep, { literal, onScreen }: Situation): string =>
  kind === "text" ? bytes : (onScreen ?? literal ?? "");

type Readers = { readonly front: readonly TerminalProcess[]; readonly readers: readonly TerminalProcess[] };

function judgeLine(at: Situation, { front, readers }: Readers): InputJudgement {
  const { literal, onScreen, reader } = at;
  const isAtPrompt = reader !== undefined && front.some(({ pid }) => pid === reader);
  const text = isAtPrompt ? onScreen : literal;
  const isSure = text !== undefined && (literal === undefined || literal.trimEnd() === text.trimEnd());
  if (!isSure) return { kind: "ask", doubt: "line", text: text ?? literal ?? "" };
  if (text.trim() === "") return FREE;
  const judging = isAtPrompt ? front : readers;
  if (EXPANDED.test(text) && judging.some((one) => readsAs(one) !== "code"))
    return { kind: "ask", doubt: "history", text };
  return { kind: "line", text, readers: judging };
}

/** What an interactive shell takes from its history: `!!`, `!rm`, `!$`, and `^old^new`. */
const EXPANDED = /^\^|(?<!\\)![^\s=(]/;
