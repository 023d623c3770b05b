import type {
  HostView,
  Overview,
  QuestionView,
  RuleView,
  SessionView,
  ShellView,
} from "../../../core/line/line-messages.ts";
import type { PageEvent } from "../page-messages.ts";

export type WatchedHost = {
  readonly view: HostView;
  readonly sessions: ReadonlyMap<string, SessionView>;
  readonly shells: ReadonlyMap<string, ShellView>;
  readonly questions: ReadonlyMap<string, QuestionView>;
  readonly rules: readonly RuleView[];
};

/** Everything that the page knows of what runs. A part that did not change stays the same object. */
export type Watched = {
  readonly hosts: ReadonlyMap<string, WatchedHost>;
  /** Shells of dead hosts whose output is kept. */
  readonly kept: readonly ShellView[];
  readonly version: string;
};

export const NOTHING: Watched = { hosts: new Map(), kept: [], version: "" };

const byId = <T extends { readonly id: string }>(list: readonly T[]): ReadonlyMap<string, T> =>
  new Map(list.map((one) => [one.id, one]));

const hostOf = ({ host, sessions, shells, questions, rules }: Overview): WatchedHost => ({
  view: host,
  sessions: byId(sessions),
  shells: byId(shells),
  questions: byId(questions),
  rules,
});

const withOne = <T extends { readonly id: string }>(map: ReadonlyMap<string, T>, one: T): ReadonlyMap<string, T> =>
  new Map([...map, [one.id, one]]);

/** What is known after an event. */
export function after(watched: Watched, event: PageEvent): Watched {
  switch (event.kind) {
    case "hosts": {
      const hosts = new Map(event.hosts.map((overview) => [overview.host.id, hostOf(overview)]));
      return { hosts, kept: event.kept, version: event.version };
    }
    case "host":
      return { ...watched, hosts: new Map([...watched.hosts, [event.overview.host.id, hostOf(event.overview)]]) };
    case "host-gone": {
      const hosts = new Map(watched.hosts);
      hosts.delete(event.host);
      return { ...watched, hosts, kept: event.kept };
    }
    case "shell":
      return withHost(watched, event.host, (host) => ({ ...host, shells: withOne(host.shells, event.shell) }));
    case "session":
      return withHost(watched, event.host, (host) => ({ ...host, sessions: withOne(host.sessions, event.session) }));
    case "question":
      return withHost(watched, event.host, (host) => ({
        ...host,
        questions: withOne(host.questions, event.question),
      }));
    case "rules":
      return withHost(watched, event.host, (host) => ({ ...host, rules: event.rules }));
    case "output":
    case "screen":
    case "no-output":
    case "journal":
    case "crowded":
    case "beat":
      return watched;
  }
}

function withHost(watched: Watched, id: string, change: (host: WatchedHost) => WatchedHost): Watched {
  const host = watched.hosts.get(id);
  if (host === undefined) return watched;
  return { ...watched, hosts: new Map([...watched.hosts, [id, change(host)]]) };
}

export const isLive = ({ status }: ShellView): boolean => status === "pending" || status === "running";

export const waitsForInput = (shell: ShellView): boolean => isLive(shell) && shell.waitsForInput !== undefined;

/** A question and the host that asks it. */
export type Asked = { readonly host: WatchedHost; readonly question: QuestionView };

/** The questions that wait, oldest first. */
export const openQuestions = ({ hosts }: Watched): readonly Asked[] =>
  allQuestions(hosts)
    .filter(({ question }) => question.state === "open")
    .toSorted((a, b) => a.question.askedAt - b.question.askedAt);

/** Those that were answered or are over, newest first. */
export const settledQuestions = ({ hosts }: Watched): readonly Asked[] =>
  allQuestions(hosts)
    .filter(({ question }) => question.state !== "open")
    .toSorted((a, b) => b.question.askedAt - a.question.askedAt);

const allQuestions = (hosts: Watched["hosts"]): readonly Asked[] =>
  [...hosts.values()].flatMap((host) => [...host.questions.values()].map((question) => ({ host, question })));

/** One session as the list shows it. */
export type Group = {
  readonly key: string;
  /** Undefined: the shells that dead hosts left. */
  readonly host: WatchedHost | undefined;
  readonly session: SessionView | undefined;
  readonly running: readonly ShellView[];
  readonly ended: readonly ShellView[];
};

/** Sessions with their shells, the oldest session first; in each the running shells before the ended, newest last. */
export function groupsOf({ hosts, kept }: Watched): readonly Group[] {
  const live = [...hosts.values()].toSorted((a, b) => a.view.startedAt - b.view.startedAt).flatMap(groupsOfHost);
  if (kept.length === 0) return live;
  return [...live, groupOf("kept", { host: undefined, session: undefined }, kept)];
}

function groupsOfHost(host: WatchedHost): readonly Group[] {
  const shells = [...host.shells.values()];
  const ids = new Set([...host.sessions.keys(), ...shells.map(({ session }) => session)]);
  if (ids.size === 0) return [groupOf(host.view.id, { host, session: undefined }, [])];
  return [...ids].map((id) =>
    groupOf(
      `${host.view.id}/${id}`,
      { host, session: host.sessions.get(id) },
      shells.filter(({ session }) => session === id),
    ),
  );
}

function groupOf(key: string, of: Pick<Group, "host" | "session">, shells: readonly ShellView[]): Group {
  const inOrder = shells.toSorted((a, b) => a.createdAt - b.createdAt);
  const ended = inOrder.filter((shell) => !isLive(shell)).toReversed();
  return { key, ...of, running: inOrder.filter(isLive), ended };
}

/** Whether there is nothing to look at: hosts may be there, but ran nothing and ask nothing. */
export const isIdle = (watched: Watched): boolean =>
  openQuestions(watched).length === 0 &&
  groupsOf(watched).every(
    ({ session, running, ended }) => session === undefined && running.length + ended.length === 0,
  );

/** A shell with the host it is of; undefined where the host is dead. */
export type Found = { readonly shell: ShellView; readonly host: WatchedHost | undefined };

export function findShell({ hosts, kept }: Watched, id: string | undefined): Found | undefined {
  for (const host of hosts.values()) {
    const shell = id === undefined ? undefined : host.shells.get(id);
    if (shell !== undefined) return { shell, host };
  }
  const left = kept.find((shell) => shell.id === id);
  return left === undefined ? undefined : { shell: left, host: undefined };
}

type JournalProblem = NonNullable<HostView["journalProblem"]>;

/** What keeps journals from being written: of the host that has waited longest, with the figures of all. */
export function unwrittenIn({ hosts }: Watched): (JournalProblem & { readonly hosts: number }) | undefined {
  const all = [...hosts.values()]
    .flatMap(({ view }) => view.journalProblem ?? [])
    .toSorted((a, b) => a.since - b.since);
  return all[0] && { ...all[0], hosts: all.length, missed: all.reduce((sum, { missed }) => sum + missed, 0) };
}

/** What the bar and the title count. */
export function countsOf(watched: Watched): {
  readonly sessions: number;
  readonly running: number;
  readonly waiting: number;
  readonly questions: number;
} {
  const hosts = [...watched.hosts.values()];
  const shells = hosts.flatMap((host) => [...host.shells.values()]);
  return {
    sessions: hosts.reduce((sum, host) => sum + host.sessions.size, 0),
    running: shells.filter(isLive).length,
    waiting: shells.filter(waitsForInput).length,
    questions: openQuestions(watched).length,
  };
}
