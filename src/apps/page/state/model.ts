import type {
  AnswerReply,
  Killed,
  RuleCheck,
  RuleView,
  ScreenView,
  TypedByUser,
} from "../../../core/line/line-messages.ts";
import type {
  AnswerBody,
  CheckBody,
  HistoryReply,
  JournalCheck,
  KillBody,
  PageEvent,
  RemoveRuleBody,
  Summary,
  TriesReply,
  TryReply,
  TypeBody,
} from "../page-messages.ts";
import { LineStore } from "../text/line-store.ts";
import { browserMs } from "../wire/browser-clock.ts";
import { callServer } from "../wire/call-server.ts";
import { Connection, type Link } from "../wire/connection.ts";
import { showNotice } from "../wire/desktop-notices.ts";
import { lookOf, Notices } from "./notices.ts";
import { count, sayBytes } from "./say.ts";
import { Series } from "./series.ts";
import {
  after,
  countsOf,
  type Found,
  findShell,
  groupsOf,
  NOTHING,
  openQuestions,
  unwrittenIn,
  type Watched,
} from "./watched.ts";

/** Clocks differ; what was told before is not told again. */
const OVERLAP_MS = 60_000;

/**
 * What the views show, and the way to change it. Events change it at once; the views are told once a frame.
 */
export class Model {
  watched: Watched = NOTHING;
  link: Link = { kind: "connecting" };
  lines: LineStore = new LineStore();
  chosen: string | undefined;
  /** What the chosen shell's terminal shows, where it has one. */
  screen: ScreenView | undefined;
  /** Why the chosen shell's output cannot be read. */
  unread: string | undefined;
  /** How often the page was told that something was written to a journal. */
  written = 0;
  readonly series: Map<string, Series> = new Map();
  readonly #key: string;
  readonly #connection: Connection;
  readonly #listeners = new Set<() => void>();
  /** What the user is told by a screen reader: a new question (`now`), an end, a lost connection. */
  onSay: (sentence: string, isUrgent: boolean) => void = () => undefined;
  #cursor: string | undefined;
  #isStale = false;
  /** How far the server's clock is ahead of the browser's. */
  #ahead = 0;
  #hidden: Summary | undefined;
  readonly #notices = new Notices();
  /** The server's time when it first told what there is. */
  #openedAt = 0;

  constructor(key: string) {
    this.#key = key;
    this.#connection = new Connection(key, {
      onEvent: (event) => this.#take(event),
      onLink: (link) => this.#linked(link),
      onSummary: (summary) => {
        this.#notices.take(summary).forEach(showNotice);
        this.#hidden = summary;
        this.#changed();
      },
      since: () => this.#hidden?.now ?? this.now() - OVERLAP_MS,
      wish: () => ({ shell: this.chosen, since: this.#cursor }),
    });
  }

  start(): void {
    this.#connection.open();
    document.addEventListener("visibilitychange", () => {
      if (this.link.kind === "signed-out") return;
      if (document.visibilityState === "hidden") return this.#connection.hide();
      this.#hidden = undefined;
      this.#connection.open();
    });
  }

  /** Tries at once, where it would have waited. */
  tryNow(): void {
    this.#connection.open();
  }

  /** The server's time. */
  now(): number {
    return browserMs() + this.#ahead;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get found(): Found | undefined {
    return findShell(this.watched, this.chosen);
  }

  get isLive(): boolean {
    return this.link.kind === "live";
  }

  /** A hidden tab knows only these. */
  get counts(): ReturnType<typeof countsOf> {
    const counts = countsOf(this.watched);
    if (this.#hidden === undefined) return counts;
    const { questions, running, waiting } = this.#hidden;
    return { ...counts, questions: questions.length, running: running.length, waiting: waiting.length };
  }

  choose(shell: string): void {
    if (shell === this.chosen) return;
    this.#read(shell);
    this.#connection.open();
    this.#changed();
  }

  kill(body: KillBody): Promise<Killed> {
    return this.#post("/api/kill", body);
  }

  type(body: TypeBody): Promise<TypedByUser> {
    return this.#post("/api/type", body);
  }

  answer(body: AnswerBody): Promise<AnswerReply> {
    return this.#post("/api/answer", body);
  }

  check(body: CheckBody): Promise<RuleCheck> {
    return this.#post("/api/check", body);
  }

  removeRule(body: RemoveRuleBody): Promise<RuleView> {
    return this.#post("/api/remove-rule", body);
  }

  /** The whole log, as the shell printed it. */
  async log(shell: string): Promise<Blob> {
    return (await callServer(this.#key, `/api/log?${new URLSearchParams({ shell })}`)).blob();
  }

  async history(query: string): Promise<HistoryReply> {
    return (await callServer(this.#key, `/api/history?${query}`)).json();
  }

  async checkJournal(): Promise<JournalCheck> {
    return (await callServer(this.#key, "/api/journal")).json();
  }

  async tries(): Promise<TriesReply> {
    return (await callServer(this.#key, "/api/tries")).json();
  }

  /** What a try changed; with a path, all of that change alone. */
  async tried(id: string, path?: string): Promise<TryReply> {
    const query = new URLSearchParams({ id, ...(path === undefined ? {} : { path }) });
    return (await callServer(this.#key, `/api/try?${query}`)).json();
  }

  async signOut(): Promise<void> {
    await callServer(this.#key, "/api/sign-out", {});
  }

  async #post<T>(path: string, body: object): Promise<T> {
    return (await callServer(this.#key, path, body)).json();
  }

  #read(shell: string): void {
    this.chosen = shell;
    this.lines = new LineStore();
    this.screen = undefined;
    this.unread = undefined;
    this.#cursor = undefined;
  }

  #take(event: PageEvent): void {
    const before = this.watched;
    this.watched = after(before, event);
    if (event.kind === "hosts") this.#openedAt ||= event.now;
    if (this.watched !== before) this.#announce();
    if (event.kind === "host") this.#wentOn(before);
    if (event.kind === "hosts") this.#began(event.now);
    if (event.kind === "host" || event.kind === "host-gone") this.#chooseSome();
    // A host that was slow to answer can be read now.
    if (event.kind === "host" && this.unread !== undefined && this.found?.host !== undefined) {
      this.unread = undefined;
      this.#connection.open();
    }
    if (event.kind === "shell") this.#sample(event);
    if (event.kind === "journal") this.written += 1;
    this.#show(event);
    this.#changed();
  }

  /** What the chosen shell prints and draws. */
  #show(event: PageEvent): void {
    if (!("shell" in event) || event.shell !== this.chosen) return;
    if (event.kind === "output") this.#print(event);
    if (event.kind === "screen") this.screen = event.screen;
    if (event.kind === "no-output") this.unread = event.sentence;
  }

  #began(serverNow: number): void {
    this.#ahead = serverNow - browserMs();
    for (const { shells } of this.watched.hosts.values()) {
      for (const shell of shells.values()) this.#seriesOf(shell.id).add(serverNow, shell);
    }
    this.#chooseSome();
  }

  #sample({ shell }: Extract<PageEvent, { readonly kind: "shell" }>): void {
    this.#seriesOf(shell.id).add(this.now(), shell);
    if (this.chosen === undefined) this.#chooseSome();
  }

  /** Shows something where nothing is chosen: what was named in the address, or the newest that runs. */
  #chooseSome(): void {
    if (this.chosen !== undefined) return;
    const groups = groupsOf(this.watched);
    const best = groups.flatMap(({ running }) => running).at(-1) ?? groups.flatMap(({ ended }) => ended)[0];
    if (best !== undefined) this.choose(best.id);
  }

  #print({ stdout, stderr, cursor, skipped, dropped }: Extract<PageEvent, { readonly kind: "output" }>): void {
    if (skipped > 0) this.lines.note(`${sayBytes(skipped)} before this are in the log (“Log” above), not here.`);
    if (dropped > 0) this.lines.note(`${sayBytes(dropped)} here were not kept.`);
    this.lines.append("stdout", stdout);
    this.lines.append("stderr", stderr);
    this.#cursor = cursor;
  }

  #seriesOf(id: string): Series {
    const known = this.series.get(id) ?? new Series();
    this.series.set(id, known);
    return known;
  }

  /** Says what is new to a screen reader: a question at once, the rest when it is quiet. */
  #announce(): void {
    const quiet: string[] = [];
    for (const notice of this.#notices.take(lookOf(this.watched, this.#openedAt))) {
      const { kind, id } = notice;
      const { shell } = findShell(this.watched, id) ?? {};
      const { question } = openQuestions(this.watched).find((asked) => asked.question.id === id) ?? {};
      if (kind === "question") this.onSay(`${notice.client ?? "A client"} asks to run: ${question?.command}`, true);
      else
        quiet.push(`${shell?.description ?? shell?.command}: ${kind === "waits" ? "waits for input" : notice.status}`);
    }
    if (quiet.length > 0) this.onSay(quiet.join(". "), false);
  }

  /** That the journal is written again; that it is not, a band says. */
  #wentOn(before: Watched): void {
    const missed = unwrittenIn(before)?.missed;
    if (missed !== undefined && unwrittenIn(this.watched) === undefined)
      this.onSay(`The journal is written again; ${count(missed, "line")} missing.`, false);
  }

  #linked(link: Link): void {
    if (link.kind === "lost" && link.tries === 1) this.onSay("The connection to nacre is lost. Trying again.", false);
    this.link = link;
    this.#changed();
  }

  /** Tells the views, once a frame; a hidden tab has no frames. */
  #changed(): void {
    if (this.#isStale) return;
    this.#isStale = true;
    const tell = (): void => {
      this.#isStale = false;
      for (const listener of this.#listeners) listener();
    };
    if (document.visibilityState === "hidden") queueMicrotask(tell);
    else requestAnimationFrame(tell);
  }
}
