import { WORKER_TEXT_CHARS } from "../../core/base/limits/machine-limits.ts";
import { LONGEST_COMMAND } from "../../core/base/limits.ts";
import { readCode } from "../../core/files/read-code.ts";
import type { Approver, FullReply } from "../../core/permission/approver.ts";
import { trust } from "../../core/permission/cleared.ts";
import type { ApprovedBy, Clearance, Gate, Request } from "../../core/permission/gate.ts";
import type { AskedSession } from "../../core/permission/session-memory.ts";
import type { Verdict } from "../../core/policy/verdict.ts";
import { type GatewayAsk, stateAsData, type WorkerAsk } from "../machines/machine-messages.ts";

/** A clearance as the gateway says it. */
type SaidClearance =
  | {
      readonly kind: "cleared";
      readonly text: string;
      readonly approvedBy: ApprovedBy;
      readonly ruleProblem?: string;
    }
  | (Omit<Extract<Clearance, { kind: "denied" }>, "verdict"> & { readonly kind: "denied" })
  | {
      readonly kind: "waiting";
      readonly question: { readonly id: string; readonly digest: string };
      readonly rules: readonly string[];
      readonly isLater: boolean;
    };

/** What the gateway found of a text, and its clearance where it gave one at once. */
type SaidJudgement = { readonly verdict: Verdict; readonly clearance?: SaidClearance };
type Judgement = SaidJudgement & { readonly number: number };

/** The gate of a worker: every judgement is its gateway's, which it gives what the judgement rests on. */
export class DistantGate implements Gate {
  readonly #ask: (question: WorkerAsk) => Promise<unknown>;
  readonly #callOf = new WeakMap<Approver, number>();
  /** By what was found: a caller may take a verdict for settled, and then passes on another with the same findings. */
  readonly #judgements = new WeakMap<Verdict["findings"], Judgement>();
  readonly #asked = new Map<number, AskedSession | undefined>();
  readonly #keys = new WeakMap<object, number>();
  #lastKey = 0;
  #last = 0;

  constructor(ask: (question: WorkerAsk) => Promise<unknown>) {
    this.#ask = ask;
  }

  /** Stands for the approver of a call, who is with the gateway: a request that carries it belongs to that call. */
  approverOf(call: number): Approver {
    const approver: Approver = async () => "deny";
    this.#callOf.set(approver, call);
    return approver;
  }

  async judge(request: Request, isToClear = false): Promise<{ readonly request: Request; readonly verdict: Verdict }> {
    this.#last += 1;
    const number = this.#last;
    const { text, cwd, sessionId, workspaces = [cwd], stdin, isReadByBash, wall, asking, session, approver } = request;
    this.#asked.set(number, session);
    try {
      const said = (await this.#ask({
        what: "judge",
        number,
        isToClear,
        call: (approver && this.#callOf.get(approver)) ?? 0,
        request: {
          text,
          cwd,
          sessionId,
          workspaces,
          stdin,
          isReadByBash,
          wall,
          patienceMs: asking?.patienceMs === undefined ? undefined : Math.round(asking.patienceMs),
          earlier: asking?.earlier,
          sessionKey: this.#keyOf(session?.key ?? this),
          isBusy: session?.isBusy === true,
        },
      })) as SaidJudgement;
      this.#judgements.set(said.verdict.findings, { ...said, number });
      return { request, verdict: said.verdict };
    } finally {
      this.#asked.delete(number);
    }
  }

  async clear(request: Request, said?: Verdict): Promise<Clearance> {
    const verdict = said ?? (await this.judge(request)).verdict;
    const judged = this.#judgements.get(verdict.findings);
    this.#judgements.delete(verdict.findings);
    const clearance = judged?.clearance ?? (await this.#clearance(judged, verdict));
    if (clearance.kind === "cleared") {
      const { text, ...rest } = clearance;
      return { ...rest, command: trust(text), verdict };
    }
    if (clearance.kind === "denied") return { ...clearance, verdict };
    const { question, ...rest } = clearance;
    const answered = this.#ask({ what: "answered", question: question.id }) as Promise<FullReply>;
    answered.catch(() => undefined); // where no call waits for it
    return { ...rest, verdict, question: { ...question, answered, signal: new AbortController().signal } };
  }

  /** The gateway forgets by itself. */
  forget(): void {}

  async withdraw(question: string): Promise<boolean> {
    return (await this.#ask({ what: "withdraw", question })) === true;
  }

  /** What the gateway asks about a judgement that it is at. */
  async tell(ask: Extract<GatewayAsk, { what: "state" | "processes" | "file" }>): Promise<unknown> {
    if (ask.what === "file") return readCode(ask.path, LONGEST_COMMAND);
    const session = this.#asked.get(ask.number);
    if (ask.what === "processes") return (await session?.processes?.()) ?? [];
    const state = await session?.state();
    const data = state === undefined ? undefined : stateAsData(state);
    // What the gateway would not take is not known to it: then the policy asks.
    return data !== undefined && JSON.stringify(data).length <= WORKER_TEXT_CHARS ? data : undefined;
  }

  async #clearance(judged: Judgement | undefined, verdict: Verdict): Promise<SaidClearance> {
    const { number = 0, verdict: told } = judged ?? {};
    const isSettled = told !== undefined && told.decision !== verdict.decision;
    return (await this.#ask({ what: "clear", number, isSettled })) as SaidClearance;
  }

  #keyOf(key: object): number {
    const known = this.#keys.get(key);
    if (known !== undefined) return known;
    this.#lastKey += 1;
    this.#keys.set(key, this.#lastKey);
    return this.#lastKey;
  }
}
