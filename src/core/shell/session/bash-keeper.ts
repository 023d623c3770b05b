import { Fault } from "../../base/fault.ts";
import { OWN_TURN_MS } from "../../base/limits.ts";
import { LATE, within } from "../../base/with-timeout.ts";
import { killTree } from "../../process/kill-tree.ts";
import type { SavedShell } from "../saved-shell.ts";
import type { BashLink } from "./bash-link.ts";
import type { Losses } from "./losses.ts";

/**
 * Keeps a bash alive for a session: starts the first one, replaces a lost one from its last saved state, and ends the
 * present one, or one that is still starting, when the session is over.
 */
export class BashKeeper {
  readonly #startLink: (saved?: SavedShell) => Promise<BashLink>;
  readonly #onIdleExit: (link: BashLink) => void;
  #link: BashLink | undefined;
  #ready: Promise<BashLink> | undefined;
  #closing: Promise<void> | undefined;
  /** The link whose bash is being replaced. */
  #reviving: BashLink | undefined;
  /** What the next bash starts from; a bash that could not start leaves it to the one after. */
  #saved: SavedShell | undefined;

  /** `onIdleExit` hears of a bash that ended between two turns; it must revive it. */
  constructor(startLink: (saved?: SavedShell) => Promise<BashLink>, onIdleExit: (link: BashLink) => void) {
    this.#startLink = startLink;
    this.#onIdleExit = onIdleExit;
  }

  get isClosed(): boolean {
    return this.#closing !== undefined;
  }

  /** The present bash, once it has started. */
  up(): Promise<BashLink> {
    this.#ready ??= this.#start();
    return this.#ready;
  }

  /** The same if it was ever asked for; undefined also when it could not start: the next `up` tells why. */
  begun(): Promise<BashLink | undefined> {
    return this.#ready?.catch(() => undefined) ?? Promise.resolve(undefined);
  }

  /** Replaces a lost bash between commands; under a new supervisor if that is gone too. Once, however often the session finds it lost. */
  revive(link: BashLink): void {
    if (this.isClosed || this.#reviving === link) return;
    this.#reviving = link;
    this.#saved = link.saved();
    const revived = link.restart().then(
      () => link,
      async () => {
        await link.close();
        return this.#start();
      },
    );
    this.#expect(
      revived.finally(() => {
        this.#reviving = undefined;
      }),
    );
  }

  /** The link goes away with its command; starts another in its place. */
  leave(link: BashLink): void {
    this.#link = undefined;
    this.#saved = link.saved();
    this.#expect(this.#start());
  }

  /** Another bash in place of one that works but whose runtime directory was deleted. The jobs of the old one end. */
  async move(link: BashLink, losses: Losses): Promise<BashLink> {
    await link.ask({ kind: "save" });
    losses.moved();
    this.leave(link);
    await link.close();
    return this.up();
  }

  /**
   * What the session had and has not any more. A bash that replaces a lost one tells when it has started; one that takes
   * long is not waited for, and asked the next time.
   */
  async takeNotKept(): Promise<{ readonly notKept?: readonly string[] }> {
    const isUp = this.#link !== undefined && this.#reviving === undefined;
    const link = isUp ? this.#link : await within(OWN_TURN_MS, this.up()).catch(() => undefined);
    const notKept = link === undefined || link === LATE ? [] : link.kept.takeMissing();
    return notKept.length === 0 ? {} : { notKept };
  }

  /** Ends everything. May be called twice. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** The next command reports a failure; until then it must not be an unhandled rejection. */
  #expect(ready: Promise<BashLink>): void {
    this.#ready = ready;
    ready.catch(() => undefined);
  }

  async #start(): Promise<BashLink> {
    try {
      if (this.isClosed) throw new Fault("SESSION_CLOSED");
      const link = await this.#startLink(this.#saved);
      if (this.isClosed) {
        await link.close();
        throw new Fault("SESSION_CLOSED");
      }
      this.#link = link;
      link.onIdleExit = () => {
        if (this.#link === link) this.#onIdleExit(link); // else it went away with its command
      };
      return link;
    } catch (error) {
      this.#ready = undefined; // the next command tries again
      throw error;
    }
  }

  async #close(): Promise<void> {
    const link = this.#link;
    await end(link);
    const late = await this.#ready?.catch(() => undefined);
    if (late !== link) await end(late);
  }
}

async function end(link: BashLink | undefined): Promise<void> {
  if (link === undefined) return;
  await killTree({ list: () => link.supervisor.descendants() });
  await link.close();
}
