import type { ServerResponse } from "node:http";
import { wallMs } from "../../../core/base/clock.ts";
import type { Ask, Refusal as LineRefusal } from "../../../core/line/line-messages.ts";
import { isLive } from "../../../core/shell/background/shell-status.ts";
import type { JournalCheck, Summary } from "../../page/page-messages.ts";
import { SAFETY } from "../door/safety-headers.ts";
import { type ApiAnswer, refusalOf } from "./api-answer.ts";
import { parseChange } from "./change-body.ts";
import { EventOutlet } from "./event-outlet.ts";
import { checkJournal, readHistory } from "./history-answer.ts";
import { OpenStreams } from "./open-streams.ts";
import { feedOutput } from "./output-feed.ts";
import { answerTries, answerTry } from "./tries/tries-answer.ts";
import type { WatchedHosts } from "./watched-hosts.ts";
import { sendLog } from "./whole-log.ts";

/** Who asks, and for what. */
type Reader = { readonly asked: URLSearchParams; readonly browser: string };

/** How long a kill may take: the grace before KILL, and what is stuck in the kernel. */
const CHANGE_MS = 20_000;

/** What a signed-in browser can read and do. It reaches hosts over their lines alone. */
export class PageApi {
  readonly #hosts: WatchedHosts;
  readonly #stateDir: string;
  readonly #version: string;
  readonly #streams = new OpenStreams();
  #checking: Promise<JournalCheck> | undefined;

  constructor({
    hosts,
    stateDir,
    version,
  }: { readonly hosts: WatchedHosts; readonly stateDir: string; readonly version: string }) {
    this.#hosts = hosts;
    this.#stateDir = stateDir;
    this.#version = version;
  }

  /** Undefined: the answer is being sent. */
  async read(path: string, reader: Reader, response: ServerResponse): Promise<ApiAnswer | undefined> {
    switch (path) {
      case "/api/stream":
        await this.#stream(reader, response);
        return undefined;
      case "/api/summary":
        return { status: 200, value: await this.#summary(Number(reader.asked.get("since") ?? Number.NaN)) };
      case "/api/history":
        return { status: 200, value: await readHistory(this.#stateDir, reader.asked) };
      case "/api/journal":
        return { status: 200, value: await this.#check() };
      case "/api/tries":
        return { status: 200, value: answerTries(this.#stateDir) };
      case "/api/try":
        return answerTry(this.#stateDir, reader.asked);
      case "/api/log":
        return sendLog(reader.asked.get("shell") ?? "", { hosts: this.#hosts, stateDir: this.#stateDir }, response);
      default:
        return { status: 404, value: refusalOf("unknown", "There is nothing here.") };
    }
  }

  async change(path: string, body: Readonly<Record<string, unknown>>): Promise<ApiAnswer> {
    const change = parseChange(path, body);
    if (change === undefined) return { status: 400, value: refusalOf("invalid", "The request is not whole.") };
    return this.#ask(change.host, change.ask);
  }

  /** One walk at a time, however many pages ask. */
  #check(): Promise<JournalCheck> {
    this.#checking ??= checkJournal(this.#stateDir).finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  signedOut(browser: string): void {
    this.#streams.endOf(browser);
  }

  close(): void {
    this.#streams.endAll();
    this.#hosts.close();
  }

  async #ask(host: string, ask: Ask): Promise<ApiAnswer> {
    const line = this.#hosts.lineOf(host);
    if (line === undefined) return { status: 404, value: refusalOf("gone", "The host of this shell is gone.") };
    const said = await line.ask(ask, { limitMs: CHANGE_MS });
    return "is" in said ? { status: 200, value: said.is } : answerTo(said.no);
  }

  async #stream({ asked, browser }: Reader, response: ServerResponse): Promise<void> {
    response.writeHead(200, { ...SAFETY, "content-type": "text/event-stream; charset=utf-8" });
    response.flushHeaders();
    const outlet = new EventOutlet(response);
    this.#streams.add(browser, outlet, asked.get("tab") ?? undefined);
    await this.#hosts.ready();
    const [hosts, kept] = [this.#hosts.overviews(), this.#hosts.kept()];
    outlet.send({ kind: "hosts", now: wallMs(), version: this.#version, hosts, kept });
    const stop = this.#hosts.watch((event) => {
      // What is so is told anew with the next stream: a tab that does not take it is better without.
      if (outlet.isFull) outlet.end();
      else outlet.send(event);
    });
    void outlet.closed.then(stop);
    const wish = { shell: asked.get("shell") ?? "", since: asked.get("since") ?? undefined };
    if (wish.shell !== "") await feedOutput(wish, { hosts: this.#hosts, stateDir: this.#stateDir }, outlet);
  }

  /** Also says that a page is there, though hidden. */
  async #summary(since: number): Promise<Summary> {
    await this.#hosts.ready();
    const overviews = this.#hosts.overviews();
    const shells = overviews.flatMap((overview) => overview.shells);
    const running = shells.filter(({ status }) => isLive(status));
    const ended = [...shells, ...this.#hosts.left].filter(({ status }) => !isLive(status));
    return {
      now: wallMs(),
      questions: overviews.flatMap(({ host: { client }, questions }) =>
        questions.filter(({ state }) => state === "open").map(({ id }) => ({ id, client })),
      ),
      running: running.map(({ id }) => id),
      waiting: running.filter(({ waitsForInput }) => waitsForInput !== undefined).map(({ id }) => id),
      ended: ended.filter(({ completedAt = 0 }) => completedAt >= since).map(({ id, status }) => ({ id, status })),
    };
  }
}

const STATUS: Partial<Record<LineRefusal["code"], number>> = { unknown: 404, invalid: 400, changed: 409, busy: 503 };

const answerTo = ({ code, sentence }: LineRefusal): ApiAnswer => ({
  status: STATUS[code] ?? 502,
  value: refusalOf(code, `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}${sentence.endsWith(".") ? "" : "."}`),
});
