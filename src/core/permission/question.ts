import { steadyMs, wallMs } from "../base/clock.ts";
import { keepAlive } from "../base/keep-alive.ts";
import { parseMoment } from "../base/time/moment.ts";
import { LATE, within } from "../base/with-timeout.ts";
import type { UserRule } from "../policy/rules/user-rules.ts";
import type { Answer, Approver, FullReply, Question, RefusedBy, TriedFacts } from "./approver.ts";
import { type Asked, isRepeatable } from "./asked-part.ts";
import { type Offer, offerFor } from "./offer.ts";
import type { OpenQuestion, Questions } from "./questions.ts";

export type LossLookup = (question: Question) => Promise<string | undefined>;

/** A command that was tried: what came of it, and what ends the try. */
type TriedOut = { readonly facts: TriedFacts; readonly discard: () => Promise<void> };

/** Who is asked, and how long the call waits for an answer. */
export type Asking = {
  readonly approver: Approver | undefined;
  readonly questions: Questions;
  /** As long as the question lives, if not given. */
  readonly patienceMs?: number | undefined;
  /** Whether an answer `always` is kept on disk. */
  readonly keepsRules?: boolean;
  /** Looks up what the command would lose; undefined: it is not known. */
  readonly lookUpLoss?: LossLookup | undefined;
  /** Aborted when the caller gives up: then the question is withdrawn. */
  readonly signal?: AbortSignal | undefined;
  /** The question of an earlier call that this one goes on from; with `isFinal` no other is put in its place. */
  readonly earlier?: { readonly id: string; readonly isFinal: boolean } | undefined;
  /** Tries the command, within so many ms, for the answer `try`; never rejects. Undefined where that answer is not on offer. */
  readonly tryOut?: ((limitMs: number) => Promise<TriedOut>) | undefined;
};

/** The answer, or the question that is still open when the call waits no longer; `isLater`: another call brings the answer. */
type Consulted =
  | ({ readonly kind: "settled" } & Settled)
  | { readonly kind: "waiting"; readonly question: OpenQuestion; readonly isLater: boolean };

/** Puts the question to the approver and to all who watch this host; the first answer counts. Nobody may be there. */
export async function consult(asking: Asking, asked: Asked, sessionId: string): Promise<Consulted> {
  if (!canAsk(asking)) return refusedBy("nobody");
  const begun = steadyMs();
  const offer = offerFor(asked);
  const question = {
    ...questionOf(asked, { sessionId, offer, isTriable: asking.tryOut !== undefined }),
    ...(asking.keepsRules === true && offer !== undefined ? KEPT : {}),
  };
  const said = await putQuestion(asking, question);
  if (said === undefined) return refusedBy("changed");
  if (said.kind === "waiting") return said;
  const { patienceMs = Number.POSITIVE_INFINITY, tryOut } = asking;
  if (said.reply.answer !== "try" || tryOut === undefined) return settled(said.reply, question, offer);
  const leftMs = (): number => Math.max(0, patienceMs - (steadyMs() - begun));
  const tried = await tryOut(leftMs());
  const left = { ...asking, earlier: undefined, patienceMs: asking.patienceMs && leftMs() };
  return askAgain(left, { question, offer, tried });
}

type Again = { readonly question: Question; readonly offer: Offer | undefined; readonly tried: TriedOut };

/** The same question with what a try of the command changed. The try lives as long as the question is open. */
async function askAgain(asking: Asking, { question, offer, tried }: Again): Promise<Consulted> {
  const answers = question.answers.filter((answer) => answer !== "try");
  const said = await putQuestion(asking, { ...question, answers, tried: tried.facts });
  const answered = said?.kind === "waiting" ? said.question.answered : Promise.resolve();
  const isOver = answered.then(tried.discard, tried.discard).catch(() => undefined); // it is pruned later
  if (said?.kind === "waiting") return said;
  await isOver;
  return said === undefined ? refusedBy("changed") : settled(said.reply, { ...question, answers }, offer);
}

/**
 * Puts a question to the approver and to all who watch, or goes on from an earlier one. The first answer, or the question
 * that is still open when the call waits no longer; undefined where it is another question than the earlier one.
 */
export async function putQuestion(
  asking: Asking,
  question: Question,
): Promise<
  { readonly kind: "answered"; readonly reply: FullReply } | Extract<Consulted, { kind: "waiting" }> | undefined
> {
  const { approver, questions, earlier } = asking;
  const known = earlier === undefined ? undefined : questions.take(earlier.id, question);
  if (known === undefined && earlier?.isFinal === true) return undefined;
  const open = known ?? questions.put(question);
  if (known === undefined && questions.isWatched) void tellLoss(asking, open.id, question);
  const isLater =
    known === undefined && approver !== undefined ? callApprover(approver, question, { open, questions }) : NEVER;
  const reply = await firstReply(open, isLater, asking);
  if (typeof reply === "string") return { kind: "waiting", question: open, isLater: reply === "later" };
  questions.use(open.id);
  return { kind: "answered", reply };
}

/** The question is put at once; what would be lost comes when it was found. */
async function tellLoss({ lookUpLoss, questions }: Asking, id: string, question: Question): Promise<void> {
  const text = await lookUpLoss?.(question).catch(() => undefined);
  if (lookUpLoss !== undefined) questions.learn(id, text === undefined ? "not known" : { text, asOf: wallMs() });
}

/** Whether anybody could answer. */
export const canAsk = ({ approver, questions, earlier }: Asking): boolean =>
  questions.mayAsk && (approver !== undefined || questions.isWatched || earlier !== undefined);

const refusedBy = (by: RefusedBy): Consulted => ({ kind: "settled", answer: "deny", by, rules: [] });

const KEPT = { keptIn: "rules" } as const;
const NEVER = new Promise<never>(() => undefined);

/** Passes the approver's answer on; ends only when the approver says that it comes later. */
async function callApprover(
  approver: Approver,
  question: Question,
  { open, questions }: { readonly open: OpenQuestion; readonly questions: Questions },
): Promise<"later"> {
  try {
    const { id, signal } = open;
    const reply = await approver(question, { id, signal });
    const full: FullReply = typeof reply === "string" ? { answer: reply } : reply;
    if (full.isLater === true) return "later";
    questions.answer(id, full, full.via ?? "approver");
  } catch (error) {
    questions.fail(open.id, error);
  }
  return NEVER;
}

/** The first answer, unless it comes too late or by another call. */
async function firstReply(
  { id, answered }: OpenQuestion,
  isLater: Promise<"later">,
  { questions, patienceMs, signal }: Asking,
): Promise<FullReply | "later" | "late"> {
  const giveUp = (): void => void questions.withdraw(id);
  signal?.addEventListener("abort", giveUp, { once: true });
  if (signal?.aborted === true) giveUp();
  try {
    const reply = await keepAlive(within(patienceMs, Promise.race([answered, isLater])));
    return reply === LATE ? "late" : reply;
  } finally {
    signal?.removeEventListener("abort", giveUp);
  }
}

type Offered = { readonly sessionId: string; readonly offer: Offer | undefined; readonly isTriable: boolean };

function questionOf({ text, cwd, stdin, verdict }: Asked, { sessionId, offer, isTriable }: Offered): Question {
  const answers: readonly Answer[] = [
    "once",
    ...(isRepeatable(verdict) ? (["session"] as const) : []),
    ...(offer === undefined ? [] : (["always"] as const)),
    ...(isTriable ? (["try"] as const) : []),
    "deny",
  ];
  return {
    command: text,
    cwd,
    ...(stdin === undefined ? {} : { stdin }),
    sessionId,
    findings: verdict.findings,
    parts: verdict.parts,
    answers,
    ...(offer === undefined ? {} : { always: offer.always }),
    ...(offer?.wider === undefined ? {} : { wider: offer.wider.form }),
    ...(verdict.suggestion === undefined ? {} : { suggestion: verdict.suggestion }),
  };
}

/** The approver's answer, narrowed to what was offered, with the rules to keep and the approver's own words. */
export type Settled = {
  /** The answer as it was given, for how long and for what its rules are kept. */
  readonly reply?: FullReply;
  readonly answer: Exclude<Answer, "try">;
  readonly by: RefusedBy;
  readonly rules: readonly UserRule[];
  readonly said?: string;
};

function settled(reply: FullReply, question: Question, offer: Offer | undefined): Consulted {
  return { kind: "settled", ...narrowed(reply, question, offer) };
}

function narrowed(reply: FullReply, question: Question, offer: Offer | undefined): Settled {
  const { answer, message, rule, by, until } = reply;
  const words = message === undefined ? {} : { said: message };
  // An answer that does not exist is none; only `deny` is the user's no.
  const no = { answer: "deny", by: by ?? (answer === "deny" ? "person" : "unanswered"), rules: [], ...words } as const;
  const kept = question.answers.includes(answer) ? answer : narrower(answer, question.answers);
  if (kept === "deny" || kept === "try") return no;
  const rules = rule === undefined ? offer?.exact : offeredRule(rule, offer);
  const isTold = until === undefined || parseMoment(until, 0) !== undefined;
  if (kept === "always" && (rules === undefined || !isTold)) return { ...no, answer: "once" };
  return { ...no, answer: kept, rules: rules ?? [], reply };
}

/** The rules behind one that the approver named; undefined for one that was not offered. */
function offeredRule(rule: string, offer: Offer | undefined): readonly UserRule[] | undefined {
  if (offer?.wider?.form.rule === rule) return [offer.wider.rule];
  const at = offer?.always.indexOf(rule) ?? -1;
  return at === -1 ? undefined : offer?.exact.slice(at, at + 1);
}

/** A yes that was not offered counts as the widest yes that was; anything else counts as no. */
const narrower = (answer: string, offered: readonly Answer[]): Answer => {
  if (answer === "always" && offered.includes("session")) return "session";
  return answer === "always" || answer === "session" ? "once" : "deny";
};
