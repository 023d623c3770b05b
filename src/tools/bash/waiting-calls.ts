import { MOST_QUESTIONS } from "../../core/base/limits.ts";
import { isInScope } from "../session-scope.ts";
import type { ExecutionContext, ToolResult } from "../tool.ts";

/** A call that ended while its question was open. */
export type WaitingCall = {
  /** Of its question. */
  readonly id: string;
  readonly sessionId: string;
  /** What became of it: the start of a background shell, or a refusal. Comes with the answer. */
  readonly result: Promise<ToolResult>;
};

/** So many are found by their ids: all that wait, and as many that do no longer. */
const MOST = 2 * MOST_QUESTIONS;

/** The calls of one toolkit that ended while their questions were open. */
export class WaitingCalls {
  readonly #calls = new Map<string, WaitingCall>();

  keep(call: WaitingCall): void {
    call.result.catch(() => undefined); // the call that reads it tells
    this.#calls.set(call.id, call);
    const [oldest] = this.#calls.keys();
    if (oldest !== undefined && this.#calls.size > MOST) this.#calls.delete(oldest);
  }

  /** The call of this question, unless it belongs to another scope. */
  find(id: string, { scope }: Pick<ExecutionContext, "scope">): WaitingCall | undefined {
    const call = this.#calls.get(id);
    return call !== undefined && isInScope(call.sessionId, scope) ? call : undefined;
  }
}
