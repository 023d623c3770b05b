import type { HeldState, ReadFile, SessionKnowledge } from "../policy/session/session-knowledge.ts";
import { ANY, MAX_ALTERNATIVES } from "../policy/values/abstract-text.ts";
import type { Changes, Link, Needs, Verdict } from "../policy/verdict.ts";

/** A session as the gate can ask it. */
export type AskedSession = {
  /** Another object is another session, also under the same id. */
  readonly key: object;
  /** What the command would find: what the session holds now, or what a background shell starts from. */
  readonly state: () => Promise<HeldState | undefined>;
  /** The processes that it started and that live, as its commands name them. */
  readonly processes?: () => Promise<readonly number[]>;
  /** Set where the session is busy: the command starts from an older state, which says nothing of the session now. */
  readonly isBusy?: boolean;
};

/** Reads a file that a session wrote, as it is now; also one on another machine. */
export type FileReader = (path: string) => ReadFile | Promise<ReadFile>;

/** The session that a judgement is about, and what reads its files; the memory's own reader by default. */
type Learner = {
  readonly sessionId: string;
  readonly session?: AskedSession | undefined;
  readonly readFile?: FileReader | undefined;
};

type Memory = {
  readonly key: object | undefined;
  /** Another object whenever it, or a variable, has changed. */
  known: Known;
  readonly written: Set<string>;
  /** The links that it made: where each may lead. */
  readonly links: Map<string, readonly (string | undefined)[]>;
  /** Loader and helper variables that commands set. */
  readonly variables: Map<string, string>;
};

type Known = SessionKnowledge & { readonly changed: Changes };

/** The most files that are remembered of one session. */
const MAX_WRITTEN = 4096;
/** The most links; of more the oldest are forgotten. */
const MAX_LINKS = 256;

/** The value of a variable that was set to something unknown: never counts as harmless. */
const UNKNOWN_VALUE: string = ANY;

/** What the gate knows of its sessions: the state each was last asked for, and what cleared commands did since. */
export class SessionMemory {
  readonly #sessions = new Map<string, Memory>();
  readonly #read: FileReader | undefined;

  constructor(read: FileReader | undefined) {
    this.#read = read;
  }

  variablesOf(sessionId: string): ReadonlyMap<string, string> {
    return this.#sessions.get(sessionId)?.variables ?? NO_VARIABLES;
  }

  /**
   * What is known of a session before a command is judged: the same object as long as nothing else is known. A busy one is
   * asked what the command would start from.
   */
  async knownOf(sessionId: string, session: AskedSession | undefined): Promise<SessionKnowledge> {
    const { known, written, links } = this.#memoryOf(sessionId, session);
    return session?.isBusy === true ? { state: await session.state(), written, links } : known;
  }

  /** The same with what a judgement lacked, as far as it can be had. */
  async learn(
    known: SessionKnowledge,
    needs: Needs,
    { sessionId, session, readFile = this.#read }: Learner,
  ): Promise<SessionKnowledge> {
    const files = new Map(known.files);
    for (const path of needs.files ?? []) files.set(path, (await readFile?.(path)) ?? { kind: "unreadable" });
    const processes = needs.processes === true ? new Set((await session?.processes?.()) ?? []) : known.processes;
    const more = { ...known, files, ...(processes === undefined ? {} : { processes }) };
    if (needs.state !== true) return more;
    if (session === undefined) return { ...more, changed: [] };
    const memory = this.#memoryOf(sessionId, session);
    const state = await session.state();
    memory.known = { state, changed: [], written: memory.written, links: memory.links };
    return { ...more, state, changed: [] };
  }

  /** A command was cleared: what it may do to its session. */
  note(sessionId: string, session: AskedSession | undefined, verdict: Verdict): void {
    const { changes = [], writes = [], links = [], sets = [] } = verdict;
    const memory = this.#memoryOf(sessionId, session);
    const { known, written, variables } = memory;
    const changed = joined(known.changed, changes);
    const before = written.size;
    for (const path of writes) if (written.size < MAX_WRITTEN) written.add(path);
    const newLinks = links.filter((link) => addLink(memory.links, link));
    for (const { name, value } of sets) variables.set(name, value ?? UNKNOWN_VALUE);
    const isMore = written.size > before || sets.length > 0 || newLinks.length > 0;
    if (changed !== known.changed || isMore) memory.known = { ...known, changed };
  }

  forget(sessionId: string): void {
    this.#sessions.delete(sessionId);
  }

  /** A session that was ended and begun anew holds nothing of the one before, but the files and links that it made. */
  #memoryOf(sessionId: string, session: AskedSession | undefined): Memory {
    const known = this.#sessions.get(sessionId);
    if (known !== undefined && (session === undefined || known.key === undefined || known.key === session.key))
      return known;
    const { written = new Set<string>(), links = new Map<string, readonly (string | undefined)[]>() } = known ?? {};
    const memory: Memory = {
      key: session?.key,
      known: { state: undefined, changed: [], written, links },
      written,
      links,
      variables: new Map(),
    };
    this.#sessions.set(sessionId, memory);
    return memory;
  }
}

const NO_VARIABLES: ReadonlyMap<string, string> = new Map();

/** Whether that was not known before. */
function addLink(links: Memory["links"], { path, target }: Link): boolean {
  const targets = links.get(path) ?? [];
  if (targets.includes(target)) return false;
  links.delete(path);
  links.set(path, [...targets, target].slice(-MAX_ALTERNATIVES));
  const [oldest] = links.size > MAX_LINKS ? links.keys() : [];
  if (oldest !== undefined) links.delete(oldest);
  return true;
}

/** The changes before where the others add nothing to them. */
function joined(before: Changes, changes: Changes): Changes {
  if (before === "all" || changes === "all") return "all";
  const both = new Set([...before, ...changes]);
  return both.size === before.length ? before : [...both];
}
