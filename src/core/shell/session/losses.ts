import { IDLE_SAVE_MS, SAVE_REST } from "../../base/limits.ts";
import type { TurnReply } from "../bash/turn.ts";
import type { Interruption } from "./interruption.ts";
import type { Restored } from "./outcome.ts";

/** What a session loses with its bash, until a result tells it. */
export class Losses {
  /** Whether something may have been set since the last save. */
  isUnsaved = false;
  #saveMs = 0;
  #untold: Restored | undefined;

  /** Something may be set from now on. */
  touch(): void {
    this.isUnsaved = true;
  }

  /** Everything is saved; it took so long. */
  saved(ms: number): void {
    this.isUnsaved = false;
    this.#saveMs = ms;
  }

  /** How long the session is quiet before it saves. bash takes ever longer to list thousands of functions or variables. */
  get idleMs(): number {
    return this.#saveMs <= IDLE_SAVE_MS ? IDLE_SAVE_MS : this.#saveMs * SAVE_REST;
  }

  /** bash ended, and no command ended it. `isSaved`: it said its state on the way out. */
  between(isSaved: boolean): void {
    if (isSaved) this.isUnsaved = false;
    const restored = this.#restored("between");
    if (this.#untold?.lost !== "since-last-save") this.#untold = restored;
  }

  /** A new bash took over the state, because the directory of the old one was deleted. */
  moved(): void {
    this.#untold ??= { lost: "nothing", cause: "moved" };
  }

  /** What the result of a command says, when this came of its turn. */
  after(reply: TurnReply, { kind }: Pick<Interruption, "kind">): Restored | undefined {
    const untold = this.#untold;
    this.#untold = undefined;
    if (reply.kind === "answer") return untold;
    if (reply.saved) this.isUnsaved = false;
    const restored = this.#restored(reply.loss === undefined ? "ended" : "unfit");
    // A plain `exit` loses nothing: bash said everything on its way out.
    return kind === "reply" && reply.saved && reply.loss === undefined ? untold : restored;
  }

  #restored(cause: Restored["cause"]): Restored {
    const lost = this.isUnsaved ? "since-last-save" : "nothing";
    this.isUnsaved = false;
    return { lost, cause };
  }
}
