import type { Questions } from "../../core/permission/questions.ts";
import type { Tool, ToolResult } from "../tool.ts";
import type { Trying } from "./trying.ts";

/** A question whether what a try changed is kept, that its call no longer waits for. */
type OpenKeep = { readonly question: string; readonly sessionId: string; readonly result: Promise<ToolResult> };

/** The tries of the sessions of one toolkit, and what their users were asked about them. */
export class Tries {
  readonly trying: Trying;
  readonly questions: Questions;
  /** One for each session. */
  #open: readonly OpenKeep[] = [];
  /** The changes that the user of each session was asked about last. */
  readonly #asked = new Map<string, string>();

  constructor(trying: Trying, questions: Questions) {
    this.trying = trying;
    this.questions = questions;
  }

  /** Whether these changes are others than those that the user was asked about last. */
  isNews(sessionId: string, changes: string): boolean {
    const isNews = this.#asked.get(sessionId) !== changes;
    this.#asked.set(sessionId, changes);
    return isNews;
  }

  /** The answer may come when the call has ended, by whatever way. */
  await(keep: OpenKeep): void {
    keep.result.catch(() => undefined); // the call that reads it tells
    this.#open = [...this.#open.filter(({ sessionId }) => sessionId !== keep.sessionId), keep];
  }

  /** The result of a call that ended with this question open. */
  awaited(question: string | undefined): Promise<ToolResult> | undefined {
    return this.#open.find((keep) => keep.question === question)?.result;
  }

  /** A session goes on in its try: what its user was asked about is no longer what there is to keep. */
  goesOn(sessionId: string): void {
    for (const keep of this.#open) if (keep.sessionId === sessionId) this.questions.withdraw(keep.question);
    this.#open = this.#open.filter((keep) => keep.sessionId !== sessionId);
  }

  /** A tool that also finds the shells of open tries: they are shells of toolkits of their own. */
  within<Input>(tool: Tool<Input>): Tool<Input> {
    return {
      ...tool,
      execute: async (input, context) => {
        const result = await tool.execute(input, context);
        if (result.metadata.error_kind !== "unknown-shell") return result;
        for (const { kit } of await this.trying.opened()) {
          const its = await kit.call(tool.name, input, context);
          if (its.metadata.error_kind !== "unknown-shell") return its;
        }
        return result;
      },
    };
  }
}
