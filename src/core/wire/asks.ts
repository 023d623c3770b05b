import { isRecord } from "../base/is-record.ts";
import { WIRE_ASKS } from "../base/limits/machine-limits.ts";
import type { Wire } from "./wire.ts";
import type { WireFrame } from "./wire-frames.ts";

/** A question of one side that the other refused, or that came to nothing because the connection ended. */
class AskFailed extends Error {}

type Open = { readonly resolve: (value: unknown) => void; readonly reject: (error: AskFailed) => void };

/** Questions of both sides of a wire, numbered; each gets one reply. What a reply holds is the asker's to check. */
export class Asks {
  readonly #wire: () => Wire;
  readonly #answer: (ask: unknown) => Promise<unknown>;
  readonly #open = new Map<number, Open>();
  #last = 0;
  #answering = 0;
  #isOver = false;

  constructor(wire: () => Wire, answer: (ask: unknown) => Promise<unknown>) {
    this.#wire = wire;
    this.#answer = answer;
  }

  /** What the other side replies. */
  ask(question: object): Promise<unknown> {
    if (this.#isOver) return Promise.reject(new AskFailed("the connection ended"));
    this.#last += 1;
    const id = this.#last;
    const reply = new Promise<unknown>((resolve, reject) => this.#open.set(id, { resolve, reject }));
    this.#wire().send("ask", id, question);
    return reply;
  }

  /** Takes an `ask` or a `reply`. False for one that must not be. */
  take({ kind, stream, value }: WireFrame): boolean {
    if (kind === "ask") return this.#asked(stream, value);
    const open = this.#open.get(stream);
    if (open === undefined || !isRecord(value)) return false;
    this.#open.delete(stream);
    if (typeof value["no"] === "string") open.reject(new AskFailed(value["no"]));
    else open.resolve(value["is"]);
    return true;
  }

  end(why: string): void {
    this.#isOver = true;
    for (const { reject } of this.#open.values()) reject(new AskFailed(why));
    this.#open.clear();
  }

  #asked(id: number, question: unknown): boolean {
    this.#answering += 1;
    if (this.#answering > WIRE_ASKS) return false;
    void this.#reply(id, question);
    return true;
  }

  async #reply(id: number, question: unknown): Promise<void> {
    try {
      this.#wire().send("reply", id, { is: await this.#answer(question) });
    } catch (error) {
      this.#wire().send("reply", id, { no: error instanceof Error ? error.message : String(error) });
    } finally {
      this.#answering -= 1;
    }
  }
}
