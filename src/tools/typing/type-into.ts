import { sleep } from "../../core/base/clock.ts";
import type { Verdict } from "../../core/policy/verdict.ts";
import { readsCommands } from "../../core/terminal/command-readers.ts";
import { type InputJudgement, judgeStep } from "../../core/terminal/input-judgement.ts";
import { type InputStep, inputSteps, type TerminalInput } from "../../core/terminal/input-steps.ts";
import { textBytes } from "../../core/terminal/text-bytes.ts";
import { judgeTypedLine, type Typed, type TypedJudge } from "./judge-typed-line.ts";
import { typedVerdict } from "./typed-verdict.ts";
import { situationOf, type TypingTarget, takeBack } from "./typing-situation.ts";

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
