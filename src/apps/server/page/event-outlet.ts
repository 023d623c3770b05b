import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { every, type Timer } from "../../../core/base/clock.ts";
import { PAGE_BEAT_MS, PAGE_QUEUE_BYTES } from "../../../core/base/limits.ts";
import type { PageEvent } from "../../page/page-messages.ts";
import { whenClosed } from "../when-closed.ts";

/** The stream of events to one tab. */
export class EventOutlet {
  readonly #response: ServerResponse;
  readonly #beat: Timer;
  /** Settles when the tab is gone, or the stream was ended. */
  readonly closed: Promise<void>;

  constructor(response: ServerResponse) {
    this.#response = response;
    this.closed = new Promise((resolve) => whenClosed(response, resolve));
    this.#beat = every(PAGE_BEAT_MS, () => this.send({ kind: "beat" })).unref();
    void this.closed.then(() => this.#beat.cancel());
  }

  get isOpen(): boolean {
    return !this.#response.writableEnded && !this.#response.destroyed;
  }

  /** Whether more waits to be sent than is good. */
  get isFull(): boolean {
    return this.#response.writableLength > PAGE_QUEUE_BYTES;
  }

  send(event: PageEvent): void {
    if (this.isOpen) this.#response.write(`data: ${JSON.stringify(event)}\n\n`);
  }

  /** Resolves when everything was sent, or the tab is gone. */
  async drained(): Promise<void> {
    if (!this.isOpen || !this.#response.writableNeedDrain) return;
    await Promise.race([once(this.#response, "drain").catch(() => undefined), this.closed]);
  }

  end(): void {
    if (this.isOpen) this.#response.end();
  }
}
