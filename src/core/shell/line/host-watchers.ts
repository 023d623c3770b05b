import { every, type Timer } from "../../base/clock.ts";
import { LINE_LOOK_MS } from "../../base/limits.ts";
import type { LineEvent } from "../../line/line-messages.ts";

/** What a host looks like now, each part under a key of its own. */
export type Looks = ReadonlyMap<string, LineEvent>;

/**
 * Those who watch a host.
 *
 * What happens by an event is told at once. What no event tells (memory, ports, what a session does) is looked at now and
 * then, as long as there are watchers, and told where it changed.
 */
export class HostWatchers {
  readonly #look: () => Promise<Looks>;
  readonly #tells = new Set<(event: LineEvent) => void>();
  #seen = new Map<string, string>();
  #timer: Timer | undefined;
  #isLooking = false;

  constructor(look: () => Promise<Looks>) {
    this.#look = look;
  }

  add(tell: (event: LineEvent) => void): () => void {
    this.#tells.add(tell);
    this.#timer ??= every(LINE_LOOK_MS, () => void this.look()).unref();
    return () => {
      this.#tells.delete(tell);
      if (this.#tells.size > 0) return;
      this.#timer?.cancel();
      this.#timer = undefined;
      this.#seen.clear();
    };
  }

  tell(event: LineEvent): void {
    for (const tell of Array.from(this.#tells)) tell(event);
  }

  /** Tells what has changed since the last look. One look at a time. */
  async look(): Promise<void> {
    if (this.#isLooking || this.#tells.size === 0) return;
    this.#isLooking = true;
    try {
      const seen = new Map<string, string>();
      for (const [key, event] of await this.#look()) {
        const text = JSON.stringify(event);
        seen.set(key, text);
        if (this.#seen.get(key) !== text) this.tell(event);
      }
      this.#seen = seen;
    } catch {
      // the next look may see it
    } finally {
      this.#isLooking = false;
    }
  }
}
