import { WORKER_TEXTS } from "../../core/base/limits/machine-limits.ts";
import type { Approver } from "../../core/permission/approver.ts";
import type { ClearedCommand } from "../../core/permission/cleared.ts";
import type { Clearance, Gate, Request } from "../../core/permission/gate.ts";
import type { OpenQuestion, Questions } from "../../core/permission/questions.ts";
import type { Finding, Verdict } from "../../core/policy/verdict.ts";
import { WireProblem } from "../../core/wire/wire.ts";
import { isDoubted } from "../bash/syntax-error.ts";
import type { ToolEvent } from "../tool-event.ts";
import {
  checkFile,
  checkProcesses,
  checkState,
  checkWorkerAsk,
  type GatewayAsk,
  type JudgedRequest,
  type WorkerAsk,
} from "./machine-messages.ts";

/** What the gateway knows of a call that it sent. */
export type KnownCall = {
  readonly approver: Approver | undefined;
  readonly signal: AbortSignal | undefined;
};

/** What a desk works with: the gate of this host, and the worker that asks. */
export type DeskSetup = {
  readonly gate: Gate;
  readonly questions: Questions;
  /** Whether a wall that the worker tells of counts: only where the operator asked for one. */
  readonly hasWall: boolean;
  readonly home: () => string;
  readonly ask: (question: GatewayAsk) => Promise<unknown>;
  /** Whether this session was given to this worker: of another one it says nothing. */
  readonly isOwn: (sessionId: string) => boolean;
  readonly client: string | undefined;
  /** Answers where a call has no approver of its own. */
  readonly approver: Approver | undefined;
  readonly callOf: (number: number) => KnownCall | undefined;
  readonly announce: (event: ToolEvent) => void;
  /** Throws where nothing may run without its line in the journal. */
  readonly checkJournal: () => void;
};

type Judged = { readonly request: Request; readonly verdict: Verdict };

/**
 * Judges for one worker. What a judgement rests on comes from the worker, as data; who is asked, what was allowed before
 * and what was decided stays here: a worker that lies can only let itself do what it could do anyway.
 */
export class GateDesk {
  readonly #setup: DeskSetup;
  readonly #judged = new Map<number, Judged>();
  readonly #cleared = new Map<string, ClearedCommand>();
  /** What was found of a command, by its text, and let through: input for it is not asked about again. */
  readonly #settled = new Map<string, Set<string>>();
  readonly #open = new Map<string, OpenQuestion>();
  readonly #keys = new Map<number, object>();

  constructor(setup: DeskSetup) {
    this.#setup = setup;
  }

  /** A command that was cleared for this worker, by its text; undefined for any other text. */
  clearedAs(text: string): ClearedCommand | undefined {
    return this.#cleared.get(text);
  }

  /** Whether this worker waits for the answer of a question. */
  hasQuestion(id: string): boolean {
    return this.#open.has(id);
  }

  async answer(ask: unknown): Promise<unknown> {
    const said: WorkerAsk = checkWorkerAsk(ask, "ask");
    if (said.what === "judge") return this.#judge(said);
    if (said.what === "clear") return this.#clear(said.number, said.isSettled);
    const open = this.#open.get(said.question);
    if (open === undefined) throw new WireProblem("a question that was not put");
    return said.what === "withdraw" ? this.#setup.questions.withdraw(open.id) : open.answered;
  }

  async #judge({ number, call, request, isToClear }: Extract<WorkerAsk, { what: "judge" }>): Promise<object> {
    const { gate, isOwn, callOf } = this.#setup;
    if (!isOwn(request.sessionId)) throw new WireProblem("a session of another worker");
    const judged = await gate.judge(this.#requestOf(number, request, callOf(call)));
    remember(this.#judged, number, judged);
    const { verdict } = judged;
    const isClear = isToClear && verdict.decision === "allow" && !isDoubted(verdict);
    return { verdict, ...(isClear ? { clearance: await this.#clear(number, false) } : {}) };
  }

  #requestOf(number: number, said: JudgedRequest, call: KnownCall | undefined): Request {
    const { ask, home, client, hasWall, approver } = this.#setup;
    const { patienceMs, earlier, sessionKey, isBusy, wall, workspaces, ...rest } = said;
    const [first = said.cwd, ...others] = workspaces;
    const key = this.#keys.get(sessionKey) ?? {};
    remember(this.#keys, sessionKey, key);
    return {
      ...rest,
      isReadByBash: said.isReadByBash === true,
      client,
      home: home(),
      workspaces: [first, ...others],
      wall: hasWall ? wall : undefined,
      approver: call?.approver ?? approver,
      asking: { patienceMs, signal: call?.signal, earlier },
      readFile: async (path) => checkFile(await ask({ what: "file", path }), "file"),
      session: {
        key,
        state: async () => checkState(await ask({ what: "state", number }), "state"),
        processes: async () => checkProcesses(await ask({ what: "processes", number }), "processes"),
        ...(isBusy ? { isBusy } : {}),
      },
    };
  }

  async #clear(number: number, isSettled: boolean): Promise<object> {
    const judged = this.#judged.get(number);
    if (judged === undefined) throw new WireProblem("a judgement that was not made");
    this.#judged.delete(number);
    const { request } = judged;
    const found = judged.verdict.findings.map(findingKey);
    const settled = this.#settled.get(request.text) ?? new Set();
    const isAllowed =
      isSettled && judged.verdict.findings.every((one) => one.decision === "allow" || settled.has(findingKey(one)));
    const verdict: Verdict = isAllowed ? { ...judged.verdict, decision: "allow" } : judged.verdict;
    const clearance = await this.#setup.gate.clear(request, verdict);
    if (clearance.kind === "waiting") {
      const { id, digest } = clearance.question;
      remember(this.#open, id, clearance.question);
      return { kind: "waiting", question: { id, digest }, rules: clearance.rules, isLater: clearance.isLater };
    }
    this.#setup.announce(verdictEvent(request, clearance));
    this.#setup.checkJournal();
    if (clearance.kind === "denied") return { ...clearance, verdict: undefined };
    const { command } = clearance;
    remember(this.#cleared, command.text, command);
    remember(this.#settled, request.text, new Set([...settled, ...found]));
    return { ...clearance, verdict: undefined, command: undefined, text: command.text };
  }
}

const findingKey = ({ decision, rule, part }: Finding): string => `${decision} ${rule} ${part}`;

function verdictEvent(
  { sessionId, text, cwd }: Request,
  clearance: Exclude<Clearance, { kind: "waiting" }>,
): ToolEvent {
  const { decision, findings } = clearance.verdict;
  const isCleared = clearance.kind === "cleared";
  const by = isCleared ? clearance.approvedBy : clearance.by;
  return { kind: "verdict", sessionId, command: text, cwd, decision, findings, cleared: isCleared, by };
}

/** Keeps an entry, and forgets the oldest of too many. */
function remember<K, V>(entries: Map<K, V>, key: K, value: V): void {
  entries.delete(key);
  entries.set(key, value);
  const [oldest] = entries.keys();
  if (entries.size > WORKER_TEXTS && oldest !== undefined) entries.delete(oldest);
}
