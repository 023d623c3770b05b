import type { EventStore, JSONRPCMessage } from "@modelcontextprotocol/server";

const MOST_EVENTS = 1024;
const MOST_CHARS = 2 * 1024 * 1024;

type StoredEvent = { readonly streamId: string; readonly message: JSONRPCMessage; readonly chars: number };

/**
 * The last events that one session sent, so that a client whose stream broke gets the rest. The oldest are forgotten
 * first; the newest is kept, however long it is.
 */
export class RecentEvents implements EventStore {
  readonly #limits: { readonly events: number; readonly chars: number };
  readonly #events = new Map<string, StoredEvent>();
  #chars = 0;
  #last = 0;

  constructor(
    limits: { readonly events: number; readonly chars: number } = { events: MOST_EVENTS, chars: MOST_CHARS },
  ) {
    this.#limits = limits;
  }

  async storeEvent(streamId: string, message: JSONRPCMessage): Promise<string> {
    this.#last += 1;
    const id = String(this.#last);
    const chars = JSON.stringify(message).length;
    this.#events.set(id, { streamId, message, chars });
    this.#chars += chars;
    for (const [oldest, event] of this.#events) {
      if (this.#events.size === 1 || (this.#events.size <= this.#limits.events && this.#chars <= this.#limits.chars))
        break;
      this.#events.delete(oldest);
      this.#chars -= event.chars;
    }
    return id;
  }

  /** Undefined for an event that is forgotten: what came after it may be incomplete, and is not sent. */
  async getStreamIdForEventId(id: string): Promise<string | undefined> {
    return this.#events.get(id)?.streamId;
  }

  async replayEventsAfter(
    lastId: string,
    { send }: { readonly send: (id: string, message: JSONRPCMessage) => Promise<void> },
  ): Promise<string> {
    const streamId = this.#events.get(lastId)?.streamId ?? "";
    for (const [id, event] of this.#events) {
      if (event.streamId !== streamId || Number(id) <= Number(lastId)) continue;
      // An event that only opened the stream has no message in it.
      if ("jsonrpc" in event.message) await send(id, event.message);
    }
    return streamId;
  }
}
