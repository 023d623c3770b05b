import type { PageEvent, Summary } from "../page-messages.ts";
import { browserMs, later, repeat } from "./browser-clock.ts";
import { callServer, ServerRefusal } from "./call-server.ts";
import { readEvents } from "./event-stream.ts";

export type Link =
  | { readonly kind: "connecting" }
  | { readonly kind: "live" }
  /** The server does not answer, or says why not (`sentence`); what is shown is from `since`. */
  | {
      readonly kind: "lost";
      readonly since: number;
      readonly tries: number;
      readonly nextAt: number;
      readonly sentence?: string;
    }
  /** Other tabs of this browser have all the streams it may have. Two that took each other's would never rest. */
  | { readonly kind: "crowded"; readonly most: number }
  | { readonly kind: "signed-out"; readonly sentence: string };

/** What the page wants to read: the output of one shell, from a cursor on. */
type Wish = { readonly shell: string | undefined; readonly since: string | undefined };

const WAITS_MS = [500, 1000, 2000, 4000, 8000, 15_000];
/** The server says something at least every 15 seconds. */
const SILENT_MS = 40_000;
const SUMMARY_MS = 15_000;

type Listener = {
  readonly onEvent: (event: PageEvent) => void;
  readonly onLink: (link: Link) => void;
  readonly onSummary: (summary: Summary) => void;
  /** From when on a hidden tab wants to know what ended. */
  readonly since: () => number;
  /** Where reading goes on after a stream was cut. */
  readonly wish: () => Wish;
};

/**
 * The one stream of this tab. It is opened anew when it was cut, and when another shell is chosen; a hidden tab has none
 * (a browser has six connections to a server) and asks for a summary now and then.
 */
export class Connection {
  readonly #key: string;
  readonly #listener: Listener;
  #stream: AbortController | undefined;
  #stopWaiting: () => void = () => undefined;
  #stopSummaries: () => void = () => undefined;
  #link: Link = { kind: "connecting" };
  /** By it the server knows a new stream of this tab from that of another tab. */
  readonly #tab = String(Math.random());
  #tries = 0;
  #heardAt = 0;
  #lostAt: number | undefined;

  constructor(key: string, listener: Listener) {
    this.#key = key;
    this.#listener = listener;
  }

  /** Opens the stream, or opens it anew with what is wished now. */
  open(): void {
    this.#end();
    const stream = new AbortController();
    this.#stream = stream;
    this.#heardAt = browserMs();
    const silence = repeat(SILENT_MS / 4, () => {
      if (browserMs() - this.#heardAt > SILENT_MS) stream.abort();
    });
    const { shell, since } = this.#listener.wish();
    const wish = new URLSearchParams({ tab: this.#tab, ...(shell && { shell }), ...(since && { since }) });
    const told = (event: PageEvent): void => {
      if (this.#stream !== stream) return;
      if (event.kind === "crowded") {
        this.#end();
        return this.#say(event);
      }
      this.#heard();
      this.#listener.onEvent(event);
    };
    void readEvents(`/api/stream?${wish}`, { key: this.#key, signal: stream.signal }, told)
      .then(
        () => undefined,
        (error: unknown) => error,
      )
      .then((error) => {
        silence();
        if (this.#stream === stream) this.#cut(error);
      });
  }

  /** A tab that is not seen gives its connection back. */
  hide(): void {
    this.#end();
    const ask = (): void => {
      callServer(this.#key, `/api/summary?since=${this.#listener.since()}`)
        .then((response) => response.json())
        .then((summary: Summary) => this.#listener.onSummary(summary))
        .catch(() => undefined);
    };
    this.#stopSummaries = repeat(SUMMARY_MS, ask);
    ask();
  }

  #end(): void {
    this.#stopSummaries();
    this.#stopWaiting();
    const stream = this.#stream;
    this.#stream = undefined;
    stream?.abort();
  }

  #heard(): void {
    this.#heardAt = browserMs();
    this.#tries = 0;
    this.#lostAt = undefined;
    if (this.#link.kind !== "live") this.#say({ kind: "live" });
  }

  #cut(error: unknown): void {
    if (error instanceof ServerRefusal && error.status === 401) {
      this.#end();
      return this.#say({ kind: "signed-out", sentence: error.message });
    }
    const wait = WAITS_MS[Math.min(this.#tries, WAITS_MS.length - 1)] ?? SUMMARY_MS;
    this.#tries += 1;
    this.#lostAt ??= browserMs();
    const why = error instanceof ServerRefusal ? { sentence: error.message } : {};
    this.#say({ kind: "lost", since: this.#lostAt, tries: this.#tries, nextAt: browserMs() + wait, ...why });
    this.#stopWaiting = later(wait, () => this.open());
  }

  #say(link: Link): void {
    this.#link = link;
    this.#listener.onLink(link);
  }
}
