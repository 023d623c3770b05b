import { sleep, stopwatch } from "../../core/base/clock.ts";
import type { Verdict } from "../../core/policy/verdict.ts";
import { readsCommands } from "../../core/terminal/command-readers.ts";
import { type InputJudgement, judgeStep, type Situation } from "../../core/terminal/input-judgement.ts";
import { type InputStep, inputSteps, type TerminalInput } from "../../core/terminal/input-steps.ts";
import type { TerminalFacts } from "../../core/terminal/terminal-facts.ts";
import type { TerminalScreen } from "../../core/terminal/terminal-screen.ts";
import { type TerminalState, terminalState } from "../../core/terminal/terminal-state.ts";
import { textBytes } from "../../core/terminal/text-bytes.ts";
import type { TypedLine } from "../../core/terminal/typed-line.ts";
import { judgeTypedLine, type Typed, type TypedJudge } from "./judge-typed-line.ts";
import { typedVerdict } from "./typed-verdict.ts";

/** A terminal that is typed into, and what was typed there before. */
export type TypingTarget = {
  readonly terminal: {
    readonly screen: TerminalScreen;
    write(bytes: Buffer): Promise<unknown>;
    facts(): Promise<TerminalFacts | undefined>;
  };
  readonly line: TypedLine;
  readonly isContained: boolean;
  /** Where the shell was started. */
  readonly cwd: string;
};

/** Who is asked: the policy, and the gate. A refusal is whatever the caller makes of one. */
export type TypingGate<R> = {
  readonly judge: TypedJudge;
  /** Undefined: it may be typed. */
  readonly refusal: (typed: Typed, verdict: Verdict) => Promise<R | undefined>;
};

export type TypedResult<R> = {
  /** What the terminal got. */
  readonly typed: string;
  readonly refusal?: R;
};

/** How long a program may take to show what was typed, or to ask for the next line. */
const SHOWN_MS = 1500;
const LOOK_MS = 10;
/** What a key does to the line comes this long after it at the latest, once the program has read it and waits again. */
const REST_MS = 150;
/** Escape and a letter at once are one key for many programs. */
const ESCAPE_MS = 30;

/** Types an input step by step, and stops at the first that may not be typed. */
export async function typeInto<R>(
  target: TypingTarget,
  input: TerminalInput,
  gate: TypingGate<R>,
): Promise<TypedResult<R>> {
  let typed = "";
  for (const step of await stepsOf(target, input)) {
    const refusal = await refusalOf(target, step, gate);
    if (refusal !== undefined) return { typed, refusal };
    await target.terminal.write(Buffer.from(step.bytes));
    target.line.took(step);
    typed += step.bytes;
    if (step.bytes === "\x1b") await sleep(ESCAPE_MS);
  }
  return { typed };
}

/** Where a program that reads no commands reads every key, the text is one step: it may have asked to be told of a paste. */
async function stepsOf({ terminal }: TypingTarget, input: TerminalInput): Promise<Iterable<InputStep>> {
  const { screen } = terminal;
  const facts = await terminal.facts();
  const isRead = facts === undefined || facts.isCanonical || [...facts.foreground, ...facts.behind].some(readsCommands);
  if (isRead || input.text === undefined || input.text === "") return inputSteps(input, () => screen.modes);
  await screen.settled();
  const text: InputStep = { kind: "text", bytes: textBytes(input.text, screen.modes) };
  return [text, ...inputSteps({ ...input, text: "" }, () => screen.modes)];
}

async function refusalOf<R>(target: TypingTarget, step: InputStep, gate: TypingGate<R>): Promise<R | undefined> {
  const situation = await situationOf(target, step);
  const judgement = judgeStep(step, situation);
  const { line } = target;
  if (judgement.kind === "free") return undefined;
  const { verdict, isBegun } = await verdictOn(target, judgement, gate.judge);
  const asked: Typed = { text: judgement.text, cwd: target.cwd };
  const refusal = verdict === undefined ? undefined : await gate.refusal(asked, verdict);
  if (refusal === undefined) {
    if (judgement.kind === "ask" && judgement.doubt === "raw") line.isRawAllowed = true;
    if (judgement.kind === "line") line.wasAccepted(judgement.text, isBegun);
  } else if (step.kind === "accept" || step.kind === "eof") await takeBack(target, situation);
  return refusal;
}

async function verdictOn(
  { line }: TypingTarget,
  judgement: Exclude<InputJudgement, { kind: "free" }>,
  judge: TypedJudge,
): Promise<{ readonly verdict: Verdict | undefined; readonly isBegun: boolean }> {
  if (judgement.kind === "line") return judgeTypedLine(judgement.text, { line, readers: judgement.readers }, judge);
  return { verdict: typedVerdict(judgement.doubt, judgement.text), isBegun: false };
}

/** Looks at the terminal; first waits for a prompt where a line begins, and for the line to be shown where it ends. */
async function situationOf(target: TypingTarget, step: InputStep): Promise<Situation> {
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

/** A line begins at the prompt of a reader of commands; and a line that ends is for a program that waits for it. */
function isToWait(target: TypingTarget, facts: TerminalFacts | undefined, isEnd: boolean): boolean {
  if (facts === undefined) return false;
  const { line } = target;
  if (facts.foreground.some(readsCommands)) return line.literal === "" && line.reader === undefined;
  return isEnd && facts.isCanonical && stateOf(target, facts).waiting === "no";
}

const UNKNOWN_STATE: TerminalState = { waiting: "no", password: "no", view: "lines", program: "" };

const stateOf = ({ terminal: { screen } }: TypingTarget, facts: TerminalFacts | undefined): TerminalState =>
  facts === undefined ? UNKNOWN_STATE : terminalState(facts, screen.modes, screen.nearCursor());

/** The program waits, and has had time to show what it made of what it got last. */
const isAtRest = (target: TypingTarget, facts: TerminalFacts | undefined): boolean =>
  facts !== undefined && target.line.restMs > REST_MS && stateOf(target, facts).waiting !== "no";

/** Waits until the program in front asks for a line, and marks where. A program that does not ask in time is typed ahead of. */
async function atPrompt(target: TypingTarget, seen: TerminalFacts | undefined): Promise<TerminalFacts | undefined> {
  const { terminal, line } = target;
  let facts = seen;
  const isOver = deadline();
  const isAsked = (): boolean => isAtRest(target, facts);
  while (facts !== undefined && !isAsked() && !isOver()) {
    await sleep(LOOK_MS);
    facts = await terminal.facts();
  }
  await terminal.screen.settled();
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

async function takeBack({ terminal, line }: TypingTarget, { facts }: Situation): Promise<void> {
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
