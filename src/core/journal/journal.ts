import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { every, type Timer, wallMs } from "../base/clock.ts";
import { JOURNAL_FILE_BYTES } from "../base/limits.ts";
import { checkOwn, makeDirectory } from "../files/make-directory.ts";
import { redactStrings } from "../output/redact/redact-strings.ts";
import { lineOf, NO_HASH } from "./entry.ts";
import type { Fact } from "./journal-entry.ts";
import { fullFile, journalDir, newestFile, noteKnownHost } from "./journal-files.ts";
import type { JournalProblem } from "./journal-problem.ts";
import { JOURNAL_RETRY_MS, wordsFor } from "./problem-words.ts";

export type JournalOptions = {
  readonly stateDir: string;
  /** The host's name; a chain belongs to one host. */
  readonly host: string;
  readonly redact: (text: string) => string;
  /** Every line is on the disk before `note` returns. */
  readonly isStrict?: boolean;
  /** Called once when lines cannot be written, */
  readonly onProblem?: (problem: JournalProblem) => void;
  /** and once when they can be again. */
  readonly onResumed?: (problem: JournalProblem) => void;
  /** Called with every line that was written. */
  readonly onLine?: (line: string) => void;
  readonly fileBytes?: number;
  readonly retryMs?: number;
};

type Noted = { readonly fact: Fact; readonly time: number };

/**
 * One host's journal: an append-only chain of lines.
 *
 * A line counts as written when write(2) has returned. Lines are written at the end of the host's turn, while the command
 * runs: no command waits for them, unless the journal is strict. A disk that refuses costs lines, never a command: it is
 * tried again now and then, also when nothing happens, and the first line that can be written says how many are missing.
 */
export class Journal {
  readonly #options: JournalOptions;
  #queue: Noted[] = [];
  #isScheduled = false;
  #descriptor: number | undefined;
  #inode: number | undefined;
  #seq = 0;
  #head = NO_HASH;
  #bytes = 0;
  #fullFiles = 0;
  #problem: JournalProblem | undefined;
  #retries: Timer | undefined;

  constructor(options: JournalOptions) {
    this.#options = options;
    unwritten().add(this);
  }

  /** The hash of the last line; empty before the first one. */
  get head(): string {
    return this.#head;
  }

  /** Why the last lines are not in the journal; undefined when they are. */
  get problem(): JournalProblem | undefined {
    return this.#problem;
  }

  note(fact: Fact): void {
    this.#queue.push({ fact, time: wallMs() });
    if (this.#options.isStrict === true) return this.flush();
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.flush());
  }

  /** Writes what was noted. Never throws. */
  flush(): void {
    this.#isScheduled = false;
    const noted = this.#queue;
    this.#queue = [];
    const problem = this.#problem;
    if (noted.length === 0 && problem === undefined) return;
    try {
      this.#write(problem === undefined ? noted : [gapOf(problem), ...noted]);
    } catch (error) {
      return this.#refused(noted, error);
    }
    if (problem !== undefined) this.#goesOn(problem);
  }

  close(): void {
    this.flush();
    this.#retries?.cancel();
    unwritten().delete(this);
    this.#closeFile();
  }

  #refused(noted: readonly Noted[], error: unknown): void {
    const { stateDir, isStrict = false, onProblem, retryMs = JOURNAL_RETRY_MS } = this.#options;
    const { since = noted[0]?.time ?? wallMs(), missed = 0 } = this.#problem ?? {};
    const isNew = this.#problem === undefined;
    const words = wordsFor(error, stateDir);
    this.#problem = { since, missed: missed + noted.length, stopsCommands: isStrict, ...words };
    if (!isNew) return;
    this.#retries = every(retryMs, () => this.flush()).unref();
    onProblem?.(this.#problem);
  }

  #goesOn(problem: JournalProblem): void {
    this.#problem = undefined;
    this.#retries?.cancel();
    this.#retries = undefined;
    this.#options.onResumed?.(problem);
  }

  #write(noted: readonly Noted[]): void {
    const descriptor = this.#open();
    const { host, redact, isStrict = false } = this.#options;
    let [seq, previous] = [this.#seq, this.#head];
    // All at once: a search for secrets costs more to begin than to go on.
    const lines = redactStrings(noted, redact).map(({ fact, time }) => {
      seq += 1;
      const { line, hash } = lineOf(fact, { host, seq, time, previous });
      previous = hash;
      return `${line}\n`;
    });
    const bytes = Buffer.from(lines.join(""));
    this.#append(descriptor, bytes, isStrict);
    [this.#seq, this.#head] = [seq, previous];
    this.#bytes += bytes.length;
    for (const line of lines) this.#options.onLine?.(line.slice(0, -1));
  }

  /** Appends all or nothing: what a full disk took of a line is taken back. */
  #append(descriptor: number, bytes: Buffer, isStrict: boolean): void {
    try {
      for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
      if (isStrict) fsyncSync(descriptor);
    } catch (error) {
      ftruncateSync(descriptor, this.#bytes);
      throw error;
    }
  }

  /**
   * The file to write to. A user, an editor or a cleaner of old files may have moved, replaced, cut or deleted it: then the
   * chain goes on in a new one, and what is in its place is set aside for the check to see.
   */
  #open(): number {
    const { stateDir, host, fileBytes = JOURNAL_FILE_BYTES } = this.#options;
    const path = newestFile(stateDir, host);
    const there = this.#descriptor === undefined ? undefined : lstatSync(path, { throwIfNoEntry: false });
    const isAsLeft = there !== undefined && there.ino === this.#inode && there.size === this.#bytes;
    if (this.#descriptor !== undefined && isAsLeft && this.#bytes < fileBytes) return this.#descriptor;
    if (there?.isFile() === true) this.#setAside();
    this.#closeFile();
    checkOwn(stateDir);
    makeDirectory(journalDir(stateDir));
    const { O_WRONLY, O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
    const flags = O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW;
    const descriptor = openSync(path, flags, 0o600);
    try {
      // Not before it is there: what is in its way may be tried again for days.
      noteKnownHost(stateDir, { host });
    } catch (error) {
      closeSync(descriptor);
      rmSync(path);
      throw error;
    }
    this.#descriptor = descriptor;
    this.#inode = fstatSync(descriptor).ino;
    this.#bytes = 0;
    return descriptor;
  }

  #setAside(): void {
    const { stateDir, host } = this.#options;
    this.#fullFiles += 1;
    renameSync(newestFile(stateDir, host), fullFile(stateDir, host, this.#fullFiles));
  }

  #closeFile(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }
}

const gapOf = ({ missed, reason, since }: JournalProblem): Noted => ({
  fact: { kind: "gap", missed, reason, since },
  time: wallMs(),
});

/** The journals that may have lines to write when the host exits. */
let open: Set<Journal> | undefined;

function unwritten(): Set<Journal> {
  if (open !== undefined) return open;
  const journals = new Set<Journal>();
  process.once("exit", () => journals.forEach((journal) => journal.flush()));
  open = journals;
  return journals;
}
