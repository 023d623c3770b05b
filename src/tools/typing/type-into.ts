import { sleep, stopwatch } from "../../core/base/clock.ts";
import type { Verdict } from "../../core/policy/verdict.ts";
import { readsCommands } from "../../core/terminal/command-readers.ts";
import { type InputJudgement, judgeStep, type Situation } from "../../core/terminal/input-judgement.ts";
import { type InputStep, inputSteps, type TerminalInput } from "../../core/terminal/input-steps.ts";
import { cutLineIn } from "../../core/terminal/kept-line.ts";
import type { TerminalFacts } from "../../core/terminal/terminal-facts.ts";
import { textBytes } from "../../core/terminal/text-bytes.ts";
import { judgeTypedLine, type Typed, type TypedJudge } from "./judge-typed-line.ts";
import { typedVerdict } from "./typed-verdict.ts";
import { hasRoom, situationOf, type Typing, type TypingTarget, takeBack } from "./typing-situation.ts";

/** Who is asked: the policy, and the gate. A refusal is whatever the caller makes of one. */
export type TypingGate<R> = {
  readonly judge: TypedJudge;
  /** Undefined: it may be typed. */
  readonly refusal: (typed: Typed, verdict: Verdict) => Promise<R | undefined>;
};

/** Why the rest of an input was not typed. */
type TypingStop =
  /** The kernel would cut a line that would be so long. */
  | { readonly kind: "cut"; readonly lineBytes: number }
  /** `unread`: the terminal takes no more. `closed`: no program has it open. `slow`: the time was over. */
  | { readonly kind: "unread" | "closed" | "slow" };

type End<R> = {
  readonly refusal?: R;
  /** What became of a line whose Enter was refused. */
  readonly line?: "clear" | "unknown";
  readonly stop?: TypingStop;
};

/** How many bytes the terminal took, of how many, and how many of them lines that were entered; why it did not get all. */
export type TypedResult<R> = End<R> & { readonly taken: number; readonly wanted: number; readonly entered: number };

/** Escape and a letter at once are one key for many programs. */
const ESCAPE_MS = 30;
/** How long typing may take, without the time that the user takes for an answer. */
const TYPING_MS = 30_000;

/** Types an input step by step, and stops at the first that may not be typed, or that the terminal does not take. */
export async function typeInto<R>(
  target: TypingTarget,
  input: TerminalInput,
  gate: TypingGate<R>,
): Promise<TypedResult<R>> {
  const { patient, spentMs } = untimed(gate);
  const call = { ...target, isAhead: false, gate: patient, text: input.text ?? "" };
  const isOver = (): boolean => spentMs() > TYPING_MS || target.isCancelled?.() === true;
  let taken = 0;
  let wanted = 0;
  let entered = 0;
  let end: End<R> | undefined;
  for (const step of await stepsOf(target, input)) {
    const isFirst = wanted === 0;
    wanted += Buffer.byteLength(step.bytes);
    if (end === undefined && isOver()) end = { stop: { kind: "slow" } };
    if (end !== undefined) continue;
    const typed = await typeStep(call, step, isFirst);
    taken += typed.taken;
    if (isEnter(step) && typed.taken > 0) entered = taken;
    end = typed.end;
  }
  return { taken, wanted, entered, ...end };
}

const isEnter = ({ kind }: InputStep): boolean => kind === "accept" || kind === "eof";
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

/** One call: its text, and who is asked about it. */
type Call<R> = Typing & { readonly gate: TypingGate<R>; readonly text: string };

async function typeStep<R>(
  call: Call<R>,
  step: InputStep,
  isFirst: boolean,
): Promise<{ readonly taken: number; readonly end?: End<R> }> {
  const { terminal, line } = call;
  const situation = await situationOf(call, step);
  const stop = await stopBefore(call, step, { facts: situation.facts, text: isFirst ? call.text : "" });
  if (stop !== undefined) return { taken: 0, end: { stop } };
  const refusal = await refusalOf(call, step, situation);
  if (refusal !== undefined)
    return {
      taken: 0,
      end: isEnter(step) ? { refusal, line: line.literal === "" ? "clear" : "unknown" } : { refusal },
    };
  const bytes = Buffer.from(step.bytes);
  const { taken, isOpen } = await terminal.write(bytes);
  if (taken === bytes.length) line.took(step, situation.facts?.isCanonical === true);
  else line.tookPart();
  if (step.bytes === "\x1b") await sleep(ESCAPE_MS);
  return taken === bytes.length ? { taken } : { taken, end: { stop: { kind: isOpen ? "unread" : "closed" } } };
}

/** What would be lost: of all the text at the first step, so that nothing of it is typed then. A signal is never too much. */
async function stopBefore(
  { terminal, line }: Typing,
  { kind, bytes }: InputStep,
  { facts, text }: { readonly facts: TerminalFacts | undefined; readonly text: string },
): Promise<TypingStop | undefined> {
  if (kind === "interrupt" || facts === undefined) return undefined;
  const ahead = kind === "text" || kind === "edit" || kind === "key" ? bytes : "";
  const lineBytes = facts.isCanonical ? cutLineIn(text === "" ? ahead : text, line.keptBytes) : undefined;
  if (lineBytes !== undefined) return { kind: "cut", lineBytes };
  return (await hasRoom(terminal, facts)) ? undefined : { kind: "unread" };
}

async function refusalOf<R>(target: Call<R>, step: InputStep, situation: Situation): Promise<R | undefined> {
  const judgement = judgeStep(step, situation);
  const { line, gate } = target;
  if (judgement.kind === "free") return undefined;
  const { verdict, isBegun } = await verdictOn(target, judgement, gate.judge);
  const asked: Typed = { text: judgement.text, cwd: target.cwd };
  const refusal = verdict === undefined ? undefined : await gate.refusal(asked, verdict);
  if (refusal === undefined) {
    if (judgement.kind === "ask" && judgement.doubt === "raw") line.isRawAllowed = true;
    if (judgement.kind === "line") line.wasAccepted(judgement.text, isBegun);
  } else if (isEnter(step)) await takeBack(target, situation);
  return refusal;
}

/** The gate, and how much time has passed without the user's. */
function untimed<R>(gate: TypingGate<R>): { readonly patient: TypingGate<R>; readonly spentMs: () => number } {
  const spent = stopwatch();
  let answersMs = 0;
  const refusal: TypingGate<R>["refusal"] = async (...asked) => {
    const answer = stopwatch();
    const refused = await gate.refusal(...asked);
    answersMs += answer();
    return refused;
  };
  return { patient: { judge: gate.judge, refusal }, spentMs: () => spent() - answersMs };
}

async function verdictOn(
  { line }: TypingTarget,
  judgement: Exclude<InputJudgement, { kind: "free" }>,
  judge: TypedJudge,
): Promise<{ readonly verdict: Verdict | undefined; readonly isBegun: boolean }> {
  if (judgement.kind === "line") return judgeTypedLine(judgement.text, { line, readers: judgement.readers }, judge);
  return { verdict: typedVerdict(judgement.doubt, judgement.text), isBegun: false };
}
