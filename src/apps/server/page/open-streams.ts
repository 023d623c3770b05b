import { PAGE_STREAMS } from "../../../core/base/limits.ts";
import type { EventOutlet } from "./event-outlet.ts";

/** The open streams of each browser. A browser has six connections to a server: one stream too many ends the oldest. */
export class OpenStreams {
  readonly #most: number;
  readonly #ofBrowser = new Map<string, Set<EventOutlet>>();

  constructor(most: number = PAGE_STREAMS) {
    this.#most = most;
  }

  add(browser: string, outlet: EventOutlet): void {
    const open = this.#ofBrowser.get(browser) ?? new Set();
    this.#ofBrowser.set(browser, open.add(outlet));
    const [oldest] = open;
    if (open.size > this.#most) oldest?.end();
    if (open.size > this.#most && oldest !== undefined) open.delete(oldest);
    void outlet.closed.then(() => {
      open.delete(outlet);
      if (open.size === 0 && this.#ofBrowser.get(browser) === open) this.#ofBrowser.delete(browser);
    });
  }

  /** Ends the streams of a browser that signed out. */
  endOf(browser: string): void {
    for (const outlet of this.#ofBrowser.get(browser) ?? []) outlet.end();
  }

  endAll(): void {
    for (const browser of this.#ofBrowser.keys()) this.endOf(browser);
  }
}
