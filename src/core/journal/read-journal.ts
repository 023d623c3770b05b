import { every } from "../base/clock.ts";
import { entryIn } from "./entry.ts";
import type { JournalEntry } from "./journal-entry.ts";
import { type JournalFile, journalChains, journalFiles } from "./journal-files.ts";
import { linesBackwards, linesFrom } from "./journal-lines.ts";

/** Which entries a reader wants. */
export type Wanted = {
  /** Not before this time of day. */
  readonly since?: number;
  readonly session?: string;
};

const isWanted = ({ time, session }: JournalEntry, { since, session: only }: Wanted): boolean =>
  (since === undefined || time >= since) && (only === undefined || session === only);

/**
 * The entries of all hosts, the latest first. Reads from the ends of the files, and only as much as the caller takes: a
 * page of the latest costs the same however much there is.
 */
export function* latestEntries(stateDir: string, wanted: Wanted = {}): Generator<JournalEntry, void, void> {
  const chains = chainsIn(stateDir, wanted.since ?? Number.NEGATIVE_INFINITY);
  const begun: Begun[] = [];
  try {
    for (;;) {
      beginLater(chains, begun);
      const latest = begun.reduce<Begun | undefined>(
        (a, b) => (a === undefined || isLater(b.entry, a.entry) ? b : a),
        undefined,
      );
      if (latest === undefined) return;
      if (isWanted(latest.entry, wanted)) yield latest.entry;
      const { value, done } = latest.rest.next();
      if (done === true) begun.splice(begun.indexOf(latest), 1);
      else latest.entry = value;
    }
  } finally {
    for (const { rest } of begun) rest.return();
  }
}

type Chain = { readonly changedAt: number; readonly files: readonly JournalFile[] };
type Begun = { entry: JournalEntry; readonly rest: Generator<JournalEntry, void, void> };

const isLater = (a: JournalEntry, b: JournalEntry): boolean =>
  a.time > b.time || (a.time === b.time && a.host > b.host);

/** The files of each host with the newest first; the host that wrote last comes first. */
function chainsIn(stateDir: string, since: number): Chain[] {
  return [...journalChains(stateDir).values()]
    .map((files) => files.filter(({ stat }) => stat.mtimeMs >= since).toReversed())
    .map((files) => ({ changedAt: Math.max(...files.map(({ stat }) => stat.mtimeMs)), files }))
    .toSorted((a, b) => b.changedAt - a.changedAt);
}

/** Opens every chain that may hold a later entry than those that are open. */
function beginLater(chains: Chain[], begun: Begun[]): void {
  for (;;) {
    const [next] = chains;
    if (next === undefined || next.changedAt < Math.max(...begun.map(({ entry }) => entry.time))) return;
    chains.shift();
    const rest = entriesOf(next.files);
    const { value, done } = rest.next();
    if (done !== true) begun.push({ entry: value, rest });
  }
}

function* entriesOf(newestFirst: readonly JournalFile[]): Generator<JournalEntry, void, void> {
  for (const { path } of newestFirst) {
    for (const line of linesBackwards(path)) {
      const entry = entryIn(line);
      if (entry !== undefined) yield entry;
    }
  }
}

const LOOK_MS = 200;

/** Calls back with every entry that is written from now on, until the signal aborts. */
export function followJournal(
  stateDir: string,
  onEntry: (entry: JournalEntry) => void,
  { signal, ...wanted }: Wanted & { readonly signal: AbortSignal },
): void {
  const offsets = new Map(journalFiles(stateDir).map(({ stat }) => [keyOf(stat), stat.size]));
  const look = (): void => {
    const fresh: JournalEntry[] = [];
    for (const { path, stat } of journalFiles(stateDir)) {
      const from = offsets.get(keyOf(stat)) ?? 0;
      if (stat.size <= from) continue;
      const { lines, next } = linesFrom(path, from);
      offsets.set(keyOf(stat), next);
      fresh.push(...lines.flatMap((line) => entryIn(line) ?? []));
    }
    for (const entry of fresh.toSorted((a, b) => a.time - b.time)) if (isWanted(entry, wanted)) onEntry(entry);
  };
  const timer = every(LOOK_MS, look);
  signal.addEventListener("abort", () => timer.cancel(), { once: true });
}

/** A file keeps its inode when it is set aside under another name. */
const keyOf = ({ dev, ino }: JournalFile["stat"]): string => `${dev}:${ino}`;
