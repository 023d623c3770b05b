import { after, wallMs } from "../../base/clock.ts";
import { LINE_GATHER_MS, LINE_PAGE_BYTES, OVERVIEW_CHARS, OVERVIEW_COMMAND_CHARS } from "../../base/limits.ts";
import { Slices } from "../../base/slices.ts";
import {
  type LineHost,
  type LineJournal,
  type LineQuestions,
  type LineRules,
  type Outlet,
  refuse,
} from "../../line/line-host.ts";
import type {
  FollowAsk,
  FollowEnd,
  HostView,
  KillAsk,
  Killed,
  LineEvent,
  Overview,
  ReadAsk,
  Refusal,
  Said,
  SessionView,
  ShellReading,
  ShellView,
  TypeAsk,
  TypedByUser,
} from "../../line/line-messages.ts";
import { parseCursor, type Reading } from "../../output/transcript.ts";
import type { Containment } from "../../sandbox/sandbox.ts";
import type { ShellProcess } from "../background/shell-process.ts";
import type { Session } from "../session/session.ts";
import type { ShellEvent } from "../shell-event.ts";
import { HostWatchers, type Looks } from "./host-watchers.ts";
import { sessionView, shellViews, type ViewContext } from "./line-views.ts";
import { noTerminalOf, sendScreens, typeByUser } from "./terminal-line.ts";

/** What a host says of itself, beside what its manager knows. */
export type HostAbout = Pick<HostView, "app" | "client" | "workspace"> & {
  readonly sandbox?: Pick<NonNullable<HostView["sandbox"]>, "profile" | "network">;
};

/** What an embedder gives the line of its manager. */
export type LineOptions = {
  /** What the host says of itself to those who watch it. */
  readonly about?: HostAbout;
  readonly questions?: LineQuestions;
  readonly rules?: LineRules;
};

/** What a line sees of its manager. */
export type Watched = {
  readonly shells: () => readonly ShellProcess[];
  /** Also a finished command of a session that is read by an id. */
  readonly find: (id: string) => ShellProcess | undefined;
  readonly sessions: () => readonly Session[];
  /** Undefined while no sandbox was needed. */
  readonly containment: () => Containment | undefined;
  readonly redact: ViewContext["redact"];
  readonly announce: (event: ShellEvent) => void;
  readonly journal: LineJournal;
};

/** A shell manager, as its line shows it. */
export class ManagerLine implements LineHost {
  readonly questions: LineQuestions | undefined;
  readonly rules: LineRules | undefined;
  readonly #host: Pick<HostView, "id" | "pid" | "startedAt">;
  readonly #about: HostAbout;
  readonly #watched: Watched;
  readonly #watchers = new HostWatchers(() => this.#looks());

  constructor(id: string, { about = { app: "library" }, questions, rules }: LineOptions, watched: Watched) {
    this.#host = { id, pid: process.pid, startedAt: wallMs() };
    this.#about = about;
    this.questions = questions;
    this.rules = rules;
    this.#watched = watched;
  }

  view(): HostView {
    const { sandbox, ...rest } = this.#about;
    const held = this.#watched.containment();
    const { head, problem } = this.#watched.journal;
    return {
      ...this.#host,
      ...rest,
      ...(held === undefined ? {} : { sandbox: { ...(sandbox ?? UNWALLED), ...levelOf(held) } }),
      ...(head === "" ? {} : { journalHead: head }),
      ...(problem === undefined ? {} : { journalProblem: problem }),
    };
  }

  async overview(): Promise<Overview> {
    const [shells, sessions] = [await this.#views(this.#watched.shells()), this.#sessions()];
    const questions = this.questions?.list() ?? [];
    const rules = this.rules?.list() ?? [];
    return { host: this.view(), questions, rules, ...bounded({ shells, sessions }) };
  }

  async read({ shell: id, since, maxChars, raw = false }: ReadAsk): Promise<Said<ShellReading>> {
    const shell = this.#watched.find(id);
    if (shell === undefined) return unknown(id);
    if (!isCursor(since)) return NO_CURSOR;
    const { status, isRunning } = shell;
    const { stdout, stderr, nextCursor, droppedBytes, truncated } =
      maxChars === undefined
        ? pageOf(shell, since, raw)
        : shell.transcript.read({ since, raw, maxChars: Math.min(maxChars, LINE_PAGE_BYTES) });
    return { is: { stdout, stderr, nextCursor, dropped: droppedBytes, truncated, status, isRunning } };
  }

  async kill({ shell: id, signal = "TERM" }: KillAsk): Promise<Said<Killed>> {
    const shell = this.#watched.find(id);
    if (shell === undefined) return unknown(id);
    const alreadyStopped = !shell.isRunning;
    const { survivors } = await shell.kill(`SIG${signal}`);
    const { sessionId } = shell;
    if (!alreadyStopped) this.#watched.announce({ kind: "shell-killed", id: shell.id, sessionId, signal });
    return { is: { shell: id, alreadyStopped, survivors } };
  }

  watch(tell: (event: LineEvent) => void): () => void {
    const stops = [
      this.#watchers.add(tell),
      this.questions?.onChange((question) => tell({ kind: "question", question })),
      this.#watched.journal.onEntry((entry) => tell({ kind: "entry", entry })),
    ];
    return () => stops.forEach((stop) => stop?.());
  }

  async followShell(
    { shell: id, since, raw = false }: FollowAsk & { readonly shell: string },
    outlet: Outlet,
  ): Promise<Said<FollowEnd>> {
    const shell = this.#watched.find(id);
    if (shell === undefined) return unknown(id);
    if (!isCursor(since)) return NO_CURSOR;
    let cursor = since ?? "0";
    for (const slices = new Slices(); outlet.isOpen; await slices.step()) {
      // Looked at before the log is read: what is printed in between comes with the next page.
      const { hasEnded } = shell;
      const { stdout, stderr, nextCursor, droppedBytes: dropped } = pageOf(shell, cursor, raw);
      const isOver = nextCursor === cursor;
      cursor = nextCursor;
      if (stdout !== "" || stderr !== "" || dropped > 0)
        await outlet.send({ kind: "output", shell: id, stdout, stderr, cursor, dropped });
      else if (isOver && hasEnded) return this.#lastLook(shell);
      else if (isOver) await moreOf(shell, outlet);
    }
    return refuse("gone", "the connection ended");
  }

  async followScreen(id: string, outlet: Outlet): Promise<Said<FollowEnd>> {
    const shell = this.#watched.find(id);
    if (shell === undefined) return unknown(id);
    const refused = await sendScreens(shell, outlet);
    return refused ?? this.#lastLook(shell);
  }

  async type(ask: TypeAsk): Promise<Said<TypedByUser>> {
    const shell = this.#watched.find(ask.shell);
    if (shell === undefined) return unknown(ask.shell);
    const said = await typeByUser(shell, ask);
    const { id, sessionId } = shell;
    if ("is" in said) this.#watched.announce({ kind: "shell-typed", id, sessionId, bytes: said.is.typed });
    return said;
  }

  async hold(id: string, outlet: Outlet): Promise<Said<FollowEnd>> {
    const shell = this.#watched.find(id);
    if (shell?.terminal === undefined) return shell === undefined ? unknown(id) : noTerminalOf(shell);
    const letGo = shell.terminal.hold();
    await outlet.closed;
    letGo();
    return refuse("gone", "the connection ended");
  }

  /** Something happened to a shell of this host. */
  heard(): void {
    void this.#watchers.look();
  }

  async #lastLook(shell: ShellProcess): Promise<Said<FollowEnd>> {
    const [view] = await this.#views([shell]);
    return view === undefined ? unknown(shell.id) : { is: { shell: view } };
  }

  async #looks(): Promise<Looks> {
    const shells = await this.#views(this.#watched.shells());
    return new Map<string, LineEvent>([
      ["host", { kind: "host", host: this.view() }],
      ["rules", { kind: "rules", rules: this.rules?.list() ?? [] }],
      ...this.#sessions().map((session) => [`session ${session.id}`, { kind: "session", session }] as const),
      ...shells.map((shell) => [`shell ${shell.id}`, { kind: "shell", shell }] as const),
    ]);
  }

  #views(shells: readonly ShellProcess[]): Promise<readonly ShellView[]> {
    const { containment, redact } = this.#watched;
    return shellViews(shells, { containment: containment()?.level, redact });
  }

  #sessions(): readonly SessionView[] {
    return this.#watched.sessions().map((session) => sessionView(session, this.#watched.redact));
  }
}

const UNWALLED = { profile: "none", network: "on" } as const;

const levelOf = ({
  level,
  reasons,
}: Containment): { containment: Containment["level"]; reasons: readonly string[] } => ({
  containment: level,
  reasons,
});

const unknown = (id: string): { readonly no: Refusal } => refuse("unknown", `Shell not found: ${id}`);

const isCursor = (since: string | undefined): boolean => since === undefined || parseCursor(since) !== undefined;
const NO_CURSOR = refuse("invalid", "since is no cursor; take a nextCursor, or 0");

/** The next page of what a shell printed, of which nothing is left out. */
const pageOf = ({ transcript }: ShellProcess, since: string | undefined, raw: boolean): Reading =>
  transcript.read({ since, raw, pageBytes: LINE_PAGE_BYTES, maxChars: Number.MAX_SAFE_INTEGER });

/** Waits until a shell has printed more or has ended, or its reader is gone. */
async function moreOf({ transcript }: ShellProcess, outlet: Outlet): Promise<void> {
  let stop = (): void => undefined;
  const more = new Promise<void>((resolve) => {
    stop = transcript.onAppend(resolve);
  });
  await Promise.race([more, outlet.closed]);
  stop();
  if (!outlet.isOpen) return;
  await new Promise<void>((resolve) => {
    after(LINE_GATHER_MS, resolve).unref();
  });
}

type Commands = Pick<Overview, "shells" | "sessions">;

/** A frame holds an overview of hundreds of shells, unless their commands are very long. */
function bounded({ shells, sessions }: Commands): Commands {
  const all = [...shells.map(({ command }) => command), ...sessions.map(({ busy }) => busy?.command ?? "")];
  if (all.reduce((sum, command) => sum + command.length, 0) <= OVERVIEW_CHARS) return { shells, sessions };
  return {
    shells: shells.map((shell) => ({ ...shell, command: cut(shell.command) })),
    sessions: sessions.map(({ busy, ...session }) => ({
      ...session,
      ...(busy === undefined ? {} : { busy: { ...busy, command: cut(busy.command) } }),
    })),
  };
}

const cut = (command: string): string =>
  command.length <= OVERVIEW_COMMAND_CHARS ? command : `${command.slice(0, OVERVIEW_COMMAND_CHARS)}…`;
