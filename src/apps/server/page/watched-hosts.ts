import { basename } from "node:path";
import { after, every, type OneTimer, sleep, stopwatch, type Timer } from "../../../core/base/clock.ts";
import { PAGE_GRACE_MS } from "../../../core/base/limits.ts";
import { within } from "../../../core/base/with-timeout.ts";
import { LineClient } from "../../../core/line/line-client.ts";
import type { LineEvent, Overview, QuestionView, SessionView, ShellView } from "../../../core/line/line-messages.ts";
import { isRunning } from "../../../core/process/identity.ts";
import { hostDirs, hostIdentityOf } from "../../../core/shell/host/host-dir.ts";
import type { PageEvent } from "../../page/page-messages.ts";
import { keptShells } from "./kept-shells.ts";

/** How often the directories of hosts are looked at. */
const LOOK_MS = 500;
/** How long entries of a journal are gathered before a page is told. */
const JOURNAL_MS = 500;
/** A host that is stopped must not keep a page from showing the others. */
const READY_MS = 1000;
/** How often a host whose line ended is looked at. */
const ENDING_MS = 20;

type Host = {
  readonly directory: string;
  readonly line: LineClient;
  overview: Overview;
};

/** What a page is told of hosts. */
export type HostEvent = Extract<
  PageEvent,
  { readonly kind: "host" | "host-gone" | "shell" | "session" | "question" | "rules" | "journal" }
>;

/**
 * Every live host of a state directory, over one connection to each. While a page watches, and a moment longer, the hosts
 * know that a user can answer questions.
 */
export class WatchedHosts {
  readonly #stateDir: string;
  readonly #hosts = new Map<string, Host>();
  readonly #connecting = new Map<string, Promise<void>>();
  readonly #listeners = new Set<(event: HostEvent) => void>();
  #left: readonly ShellView[] | undefined;
  #looks: Timer | undefined;
  #grace: OneTimer | undefined;
  #telling: OneTimer | undefined;
  #isClosed = false;

  constructor(stateDir: string) {
    this.#stateDir = stateDir;
  }

  /** Tells a page everything that happens from now on. Returns how to stop. */
  watch(listener: (event: HostEvent) => void): () => void {
    this.#listeners.add(listener);
    this.keep();
    return () => {
      this.#listeners.delete(listener);
      this.keep();
    };
  }

  /** Keeps the connections for a while: a page was heard of. */
  keep(): void {
    if (this.#isClosed) return;
    if (this.#looks === undefined) {
      this.#look();
      this.#looks = every(LOOK_MS, () => this.#look()).unref();
    }
    this.#grace?.cancel();
    this.#grace = after(PAGE_GRACE_MS, () => this.#rest()).unref();
  }

  /** Resolves when every host that is there now has told what it has. One that does not answer is not waited for long. */
  async ready(): Promise<void> {
    this.keep();
    await within(READY_MS, Promise.all(this.#connecting.values()));
  }

  overviews(): readonly Overview[] {
    return [...this.#hosts.values()].map(({ overview }) => overview);
  }

  /** Shells that dead hosts left. */
  kept(): readonly ShellView[] {
    return keptShells(this.#stateDir).map(({ view }) => view);
  }

  /** The same as when a host was last seen to go: what comes between is of live hosts, which tell of it. */
  get left(): readonly ShellView[] {
    this.#left ??= this.kept();
    return this.#left;
  }

  lineOf(host: string): LineClient | undefined {
    return this.#hosts.get(host)?.line;
  }

  /** The directory of the host that has this shell, and what is known of it. */
  placeOf(shell: string): { readonly directory: string; readonly shell: ShellView } | undefined {
    for (const { directory, overview } of this.#hosts.values()) {
      const found = overview.shells.find(({ id }) => id === shell);
      if (found !== undefined) return { directory, shell: found };
    }
    return undefined;
  }

  close(): void {
    this.#isClosed = true;
    this.#rest(true);
  }

  /** Where no page watches, no host is to wait for an answer. */
  #rest(isForced = false): void {
    if (this.#listeners.size > 0 && !isForced) return;
    this.#looks?.cancel();
    this.#looks = undefined;
    this.#grace?.cancel();
    this.#telling?.cancel();
    this.#telling = undefined;
    for (const { line } of this.#hosts.values()) line.close();
  }

  #look(): void {
    for (const directory of hostDirs(this.#stateDir)) {
      const id = basename(directory);
      if (this.#hosts.has(id) || this.#connecting.has(id)) continue;
      const identity = hostIdentityOf(directory);
      if (identity === undefined || !isRunning(identity)) continue;
      this.#connecting.set(
        id,
        this.#follow(directory).finally(() => this.#connecting.delete(id)),
      );
    }
  }

  /** Follows a host until its line is gone. One that has no line yet is tried again at the next look. */
  async #follow(directory: string): Promise<void> {
    const connected = await LineClient.connect(directory);
    if ("no" in connected) return;
    const { line, host } = connected;
    if (this.#looks === undefined) return line.close();
    const told = new Promise<void>((resolve) => {
      const onEvent = (event: LineEvent): void => {
        this.#take(host.id, { directory, line }, event);
        resolve();
      };
      void line.ask({ do: "follow", canAnswer: true }, { limitMs: "any", onEvent }).then(() => resolve());
    });
    void line.closed.then(async () => {
      if (this.#hosts.get(host.id)?.line !== line) return;
      this.#hosts.delete(host.id);
      await over(directory);
      this.#left = this.kept();
      this.#tell({ kind: "host-gone", host: host.id, kept: this.#left });
    });
    await told;
  }

  #take(id: string, { directory, line }: Pick<Host, "directory" | "line">, event: LineEvent): void {
    const host = this.#hosts.get(id);
    if (event.kind === "overview") {
      this.#hosts.set(id, { directory, line, overview: event.overview });
      this.#tell({ kind: "host", overview: event.overview });
    }
    if (event.kind === "entry") this.#written();
    if (event.kind === "dropped") void this.#readAnew(id, { directory, line });
    if (host === undefined) return;
    if (event.kind === "host") {
      this.#set(host, { host: event.host });
      this.#tell({ kind: "host", overview: host.overview });
    }
    if (event.kind === "shell") this.#set(host, { shells: withOne(host.overview.shells, event.shell) });
    if (event.kind === "session") this.#set(host, { sessions: withOne(host.overview.sessions, event.session) });
    if (event.kind === "question") this.#set(host, { questions: withOne(host.overview.questions, event.question) });
    if (event.kind === "rules") this.#set(host, { rules: event.rules });
    if (event.kind === "shell" || event.kind === "session" || event.kind === "question" || event.kind === "rules")
      this.#tell({ ...event, host: id });
  }

  /** Entries come in crowds: pages are told at most so often. */
  #written(): void {
    this.#telling ??= after(JOURNAL_MS, () => {
      this.#telling = undefined;
      this.#tell({ kind: "journal" });
    }).unref();
  }

  /** Events were left out: what is so now is asked for. */
  async #readAnew(id: string, { directory, line }: Pick<Host, "directory" | "line">): Promise<void> {
    const said = await line.ask({ do: "list" });
    if ("is" in said) this.#take(id, { directory, line }, { kind: "overview", overview: said.is });
  }

  #set(host: Host, change: Partial<Overview>): void {
    host.overview = { ...host.overview, ...change };
  }

  #tell(event: HostEvent): void {
    for (const listener of Array.from(this.#listeners)) listener(event);
  }
}

/** The kernel closes the sockets of a process before the process is over; what it left counts as left only then. */
async function over(directory: string): Promise<void> {
  const spent = stopwatch();
  const isThere = (): boolean => {
    const host = hostIdentityOf(directory);
    return host !== undefined && isRunning(host);
  };
  while (isThere() && spent() < READY_MS) await sleep(ENDING_MS);
}

const withOne = <T extends ShellView | SessionView | QuestionView>(list: readonly T[], one: T): readonly T[] =>
  list.some(({ id }) => id === one.id) ? list.map((old) => (old.id === one.id ? one : old)) : [...list, one];
