import { statSync } from "node:fs";
import { doAtOnce, type Steps } from "../base/slices.ts";
import { entryIn, isChained, NO_HASH } from "./entry.ts";
import { type JournalFile, journalChains, journalDir, type KnownHost, knownHosts } from "./journal-files.ts";
import { linesOf } from "./journal-lines.ts";

/** What is wrong with a chain, and where. */
type Flaw = { readonly host: string; readonly seq?: number; readonly sentence: string };

export type Verification = {
  readonly chains: number;
  readonly lines: number;
  /** The last hash of each chain. */
  readonly heads: ReadonlyMap<string, string>;
  readonly flaws: readonly Flaw[];
  /** Hosts whose last line was cut off in mid-write, as a crash leaves it: no line that was written is lost by that. */
  readonly torn: readonly string[];
};

/** A chain with more flaws than this is not worth more words. */
const MOST_FLAWS = 20;

/**
 * Walks every chain. Finds lines that were edited, removed, put in another order or come from another chain, and chains
 * that are gone. A tail that was cut off at a line's end leaves a chain that is whole: only an anchor, a hash that was
 * noted elsewhere before, tells.
 */
export const verifyJournal = (stateDir: string, anchors: readonly string[] = []): Verification =>
  doAtOnce(verifySteps(stateDir, anchors));

/** The same for a host that has other things to do meanwhile. */
export function* verifySteps(stateDir: string, anchors: readonly string[] = []): Steps<Verification> {
  const known = knownHosts(stateDir);
  const files = journalChains(stateDir);
  const missing = new Set(anchors);
  const walks: Walk[] = [];
  for (const host of new Set([...known.keys(), ...files.keys()])) {
    walks.push(yield* walk(known.get(host) ?? { host }, { files: files.get(host) ?? [], missing }));
  }
  return {
    chains: walks.length,
    lines: walks.reduce((sum, { lines }) => sum + lines, 0),
    heads: new Map(walks.map(({ host, head }) => [host, head])),
    flaws: [
      ...placeFlaws(journalDir(stateDir)),
      ...walks.flatMap(({ flaws }) => flaws),
      ...[...missing].map((hash) => ({
        host: "",
        sentence: `no line has the hash ${hash}: the end of a chain was cut off, or a chain is gone`,
      })),
    ],
    torn: walks.flatMap(({ host, isTorn }) => (isTorn ? [host] : [])),
  };
}

/** Where something else lies in the place of all files, none of them is seen. */
function placeFlaws(directory: string): readonly Flaw[] {
  const isOther = statSync(directory, { throwIfNoEntry: false })?.isDirectory() === false;
  return isOther ? [{ host: "", sentence: `${directory} is no directory` }] : [];
}

class Walk {
  readonly host: string;
  readonly flaws: Flaw[] = [];
  lines = 0;
  head: string;
  isTorn = false;
  #seq: number;

  constructor({ host, removedTo }: KnownHost) {
    this.host = host;
    this.head = removedTo?.hash ?? NO_HASH;
    this.#seq = removedTo?.seq ?? 0;
  }

  take(line: string): void {
    const entry = entryIn(line);
    if (entry === undefined) return this.flaw(`what stands behind line ${this.#seq} is no entry`);
    const expected = this.#seq + 1;
    if (entry.host !== this.host) this.flaw(`line ${entry.seq} belongs to the host ${entry.host}`, entry.seq);
    else if (entry.seq !== expected) this.flaw(orderOf(entry.seq, expected), entry.seq);
    else if (!isChained(line, this.head)) this.flaw(`line ${entry.seq} or the one before it was changed`, entry.seq);
    this.lines += 1;
    this.head = entry.hash;
    this.#seq = entry.seq;
  }

  flaw(sentence: string, seq?: number): void {
    if (this.flaws.length < MOST_FLAWS)
      this.flaws.push({ host: this.host, sentence, ...(seq === undefined ? {} : { seq }) });
  }
}

const orderOf = (seq: number, expected: number): string =>
  seq > expected
    ? `${expected === seq - 1 ? `line ${expected} is missing` : `lines ${expected} to ${seq - 1} are missing`}`
    : `line ${seq} stands where line ${expected} belongs`;

/** So many lines are a step. */
const STEP_LINES = 100;

function* walk(
  known: KnownHost,
  { files, missing }: { readonly files: readonly JournalFile[]; readonly missing: Set<string> },
): Steps<Walk> {
  const walked = new Walk(known);
  if (files.length === 0 && known.removedTo === undefined) walked.flaw("its file is missing");
  for (const [at, { path, stat }] of files.entries()) {
    if (!stat.isFile()) walked.flaw(`${path} is no plain file`);
    const lines = linesOf(path);
    for (;;) {
      const { value, done } = lines.next();
      if (done === true) {
        const isTorn = (value?.tornBytes ?? 0) > 0;
        if (isTorn && at < files.length - 1) walked.flaw(`${path} ends within a line`);
        walked.isTorn = isTorn;
        break;
      }
      walked.take(value);
      missing.delete(walked.head);
      if (walked.lines % STEP_LINES === 0) yield;
    }
  }
  return walked;
}
