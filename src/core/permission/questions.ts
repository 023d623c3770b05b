import { createHash } from "node:crypto";
import { after, type OneTimer, steadyMs, wallMs } from "../base/clock.ts";
import { guarded } from "../base/guarded-listener.ts";
import { createQuestionId } from "../base/ids.ts";
import { MOST_QUESTIONS, QUESTION_LIFE_MS, SETTLED_QUESTION_MS } from "../base/limits.ts";
import type { Answer, FullReply, Question, QuestionView } from "./approver.ts";

/** A question that was put. */
export type OpenQuestion = {
  readonly id: string;
  readonly digest: string;
  /** The first answer, or a no by itself: no answer came in time, or the question was withdrawn. */
  readonly answered: Promise<FullReply>;
  /** Aborted when the question is settled. */
  readonly signal: AbortSignal;
};

/** Whether an answer was the first; if not, which was. */
export type AnswerOutcome =
  | { readonly won: true }
  | { readonly won: false; readonly by: string; readonly answer: Answer };

/** When questions without an approver are put: with `wait` also where no user is known to look. `refuse` puts none at all. */
export type AskMode = "wait" | "refuse";

export type QuestionChange = "put" | "learned" | "settled";

type Kept = OpenQuestion & {
  readonly settle: (reply: FullReply) => void;
  readonly fail: (error: unknown) => void;
  readonly end: AbortController;
  readonly timer: OneTimer;
  view: QuestionView;
  settledAt: number | undefined;
  /** An answer is good for one use. */
  isUsed: boolean;
};

/**
 * The questions of one host that wait for an answer, and those that were settled lately.
 *
 * The first answer wins, from wherever it comes. A question lives ten minutes; then the answer is no.
 */
export class Questions {
  readonly #mode: AskMode | undefined;
  readonly #lifeMs: number;
  readonly #kept = new Map<string, Kept>();
  readonly #listeners = new Set<(view: QuestionView, change: QuestionChange) => void>();
  #watchers = 0;

  constructor({
    mode,
    lifeMs = QUESTION_LIFE_MS,
  }: { readonly mode?: AskMode | undefined; readonly lifeMs?: number } = {}) {
    this.#mode = mode;
    this.#lifeMs = lifeMs;
  }

  /** How many connections can answer. */
  get watchers(): number {
    return this.#watchers;
  }

  /** Counts a connection that can answer, until the returned function is called. */
  addWatcher(): () => void {
    this.#watchers += 1;
    let isCounted = true;
    return () => {
      if (isCounted) this.#watchers -= 1;
      isCounted = false;
    };
  }

  /** Whether a question may be put to an approver. */
  get mayAsk(): boolean {
    return this.#mode !== "refuse";
  }

  /** Whether an answer can come from elsewhere than from an approver. */
  get isWatched(): boolean {
    return this.mayAsk && (this.#mode === "wait" || this.#watchers > 0);
  }

  /** Tells of every question that is put or settled, or of which more is known. Returns a function that ends it. */
  onChange(listener: (view: QuestionView, change: QuestionChange) => void): () => void {
    const told = guarded(listener);
    this.#listeners.add(told);
    return () => void this.#listeners.delete(told);
  }

  put(question: Question): OpenQuestion {
    this.#makeRoom();
    const id = createQuestionId();
    const { sessionId, ...rest } = question;
    const askedAt = wallMs();
    const digest = digestOf(question);
    const { answered, settle, fail } = settlable();
    const end = new AbortController();
    const timer = after(this.#lifeMs, () => this.#settle(id, "expired", { answer: "deny", by: "expired" })).unref();
    const view: QuestionView = {
      ...rest,
      id,
      session: sessionId,
      digest,
      askedAt,
      expiresAt: askedAt + this.#lifeMs,
      state: "open",
    };
    const promised = { answered, settle, fail, end, signal: end.signal };
    const kept: Kept = { id, digest, ...promised, timer, view, settledAt: undefined, isUsed: false };
    this.#kept.set(id, kept);
    this.#tell(view, "put");
    return kept;
  }

  /** What the command of a question would lose was looked up. */
  learn(id: string, lost: NonNullable<QuestionView["lost"]>): void {
    const kept = this.#kept.get(id);
    if (kept === undefined || kept.settledAt !== undefined) return;
    kept.view = { ...kept.view, lost };
    this.#tell(kept.view, "learned");
  }

  /** A question that an earlier call put, if it is this one and its answer was not used yet. */
  take(id: string, question: Question): OpenQuestion | undefined {
    const kept = this.#kept.get(id);
    return kept === undefined || kept.isUsed || kept.digest !== digestOf(question) ? undefined : kept;
  }

  /** The answer of this question was used. */
  use(id: string): void {
    const kept = this.#kept.get(id);
    if (kept !== undefined) kept.isUsed = true;
  }

  /**
   * An answer. Undefined when there is no such question. What is no user's answer (a client that declined by itself or
   * dismissed the question) settles it only where no other answer can come.
   */
  answer(id: string, reply: FullReply, via: string): AnswerOutcome | undefined {
    this.#forgetOld();
    const kept = this.#kept.get(id);
    if (kept === undefined) return undefined;
    const { state, answer = "deny", answeredBy = state } = kept.view;
    if (state !== "open") return { won: false, by: answeredBy, answer };
    const isUsers = reply.answer !== "deny" || reply.by === undefined || reply.by === "person";
    if (isUsers || !this.isWatched) this.#settle(id, "answered", { ...reply, via });
    return { won: true };
  }

  /** The caller no longer wants the answer. False when the question was settled before, or never was. */
  withdraw(id: string): boolean {
    return this.#settle(id, "withdrawn", { answer: "deny", by: "withdrawn" });
  }

  /** The approver broke: so does the wait for its answer. */
  fail(id: string, error: unknown): void {
    this.#kept.get(id)?.fail(error);
    this.withdraw(id);
  }

  /** Withdraws the open questions of a session that ends; of all, if none is named. */
  forget(sessionId?: string): void {
    for (const { id, view } of this.#kept.values())
      if (sessionId === undefined || view.session === sessionId) this.withdraw(id);
  }

  /** Open questions, and those settled lately; oldest first. */
  list(): readonly QuestionView[] {
    this.#forgetOld();
    return [...this.#kept.values()].map(({ view }) => view);
  }

  #settle(id: string, state: QuestionView["state"], reply: FullReply): boolean {
    const kept = this.#kept.get(id);
    if (kept === undefined || kept.settledAt !== undefined) return false;
    const { answer, message, via } = reply;
    kept.settledAt = steadyMs();
    kept.timer.cancel();
    kept.view = {
      ...kept.view,
      state,
      ...(state === "answered" ? { answer } : {}),
      ...(via === undefined ? {} : { answeredBy: via }),
      ...(message === undefined ? {} : { message }),
    };
    kept.settle(reply);
    kept.end.abort();
    this.#tell(kept.view, "settled");
    return true;
  }

  #makeRoom(): void {
    this.#forgetOld();
    const open = [...this.#kept.values()].filter(({ settledAt }) => settledAt === undefined);
    const [oldest] = open;
    if (oldest !== undefined && open.length >= MOST_QUESTIONS)
      this.#settle(oldest.id, "withdrawn", { answer: "deny", by: "unanswered" });
  }

  #forgetOld(): void {
    const settled = [...this.#kept.values()].filter(({ settledAt }) => settledAt !== undefined);
    const oldestMs = steadyMs() - SETTLED_QUESTION_MS;
    settled.forEach(({ id, settledAt = 0 }, index) => {
      if (settledAt < oldestMs || index < settled.length - MOST_QUESTIONS) this.#kept.delete(id);
    });
  }

  #tell(view: QuestionView, change: QuestionChange): void {
    for (const listener of this.#listeners) listener(view, change);
  }
}

function settlable(): Pick<Kept, "answered" | "settle" | "fail"> {
  let settle: Kept["settle"] = () => undefined;
  let fail: Kept["fail"] = () => undefined;
  const answered = new Promise<FullReply>((resolve, reject) => {
    settle = resolve;
    fail = reject;
  });
  answered.catch(() => undefined); // where no call waits any more
  return { answered, settle, fail };
}

const digestOf = ({ sessionId, command, cwd, stdin, findings, parts, always, wider }: Question): string => {
  const asked = findings.filter(({ decision }) => decision === "ask");
  // What the words were known to be; those that nobody asked about may have changed since.
  const words = parts
    .filter(({ span: [start, end] }) => asked.some(({ span }) => span[0] < end && start < span[1]))
    .map(({ argv }) => argv);
  const reasons = asked.map(({ rule, reason, span }) => [rule, reason, ...span]);
  return createHash("sha256")
    .update(JSON.stringify([sessionId, command, cwd, stdin ?? null, reasons, words, always ?? [], wider?.rule ?? null]))
    .digest("hex");
};
