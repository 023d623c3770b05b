import { PAGE_STREAMS } from "../../../core/base/limits.ts";
import type { EventOutlet } from "./event-outlet.ts";

/** The streams of a browser, by the name of the tab where it gave one; the one that was opened first stands first. */
type Streams = Map<string | EventOutlet, EventOutlet>;

/**
 * The open streams of each browser, one a tab. A browser has six connections to a server: one stream too many ends the
 * oldest, which is told so.
 */
export class OpenStreams {
  readonly #most: number;
  readonly #ofBrowser = new Map<string, Streams>();

  constructor(most: number = PAGE_STREAMS) {
    this.#most = most;
  }

  add(browser: string, outlet: EventOutlet, tab: string | EventOutlet = outlet): void {
    const open: Streams = this.#ofBrowser.get(browser) ?? new Map();
    this.#ofBrowser.set(browser, open);
    open.get(tab)?.end();
    open.delete(tab);
    open.set(tab, outlet);
    if (open.size > this.#most) this.#endOldest(open);
    void outlet.closed.then(() => {
      if (open.get(tab) === outlet) open.delete(tab);
      if (open.size === 0 && this.#ofBrowser.get(browser) === open) this.#ofBrowser.delete(browser);
    });
  }

  #endOldest(open: Streams): void {
    const [[tab, oldest] = []] = open;
    if (tab === undefined || oldest === undefined) return;
    open.delete(tab);
    oldest.send({ kind: "crowded", most: this.#most });
    oldest.end();
  }

  /** Ends the streams of a browser that signed out. */
  endOf(browser: string): void {
    for (const outlet of this.#ofBrowser.get(browser)?.values() ?? []) outlet.end();
  }

  endAll(): void {
    for (const browser of this.#ofBrowser.keys()) this.endOf(browser);
  }
}
