import { closeSync, constants, fstatSync, fsyncSync, ftruncateSync, openSync, renameSync, writeSync } from "node:fs";
import { wallMs } from "../base/clock.ts";
import { JOURNAL_FILE_BYTES } from "../base/limits.ts";
import { messageOf } from "../base/system-error.ts";
import { checkOwn, makeDirectory } from "../files/make-directory.ts";
import { redactStrings } from "../output/redact/redact-strings.ts";
import { lineOf, NO_HASH } from "./entry.ts";
import type { Fact } from "./journal-entry.ts";
import { fullFile, journalDir, newestFile, noteKnownHost } from "./journal-files.ts";

export type JournalOptions = {
  readonly stateDir: string;
  /** The host's name; a chain belongs to one host. */
  readonly host: string;
  readonly redact: (text: string) => string;
  /** Every line is on the disk before `note` returns. */
  readonly isStrict?: boolean;
  /** Called once when lines cannot be written, with the reason. */
  readonly onProblem?: (sentence: string) => void;
  /** Called with every line that was written. */
  readonly onLine?: (line: string) => void;
  readonly fileBytes?: number;
};

type Noted = { readonly fact: Fact; readonly time: number };

/**
 * One host's journal: an append-only chain of lines.
 *
 * A line counts as written when write(2) has returned. Lines are written at the end of the host's turn, while the command
 * runs: no command waits for them, unless the journal is strict. A disk that refuses costs lines, never a command; the
 * next line that can be written says how many.
 */
export class Journal {
  readonly #options: JournalOptions;
  #queue: Noted[] = [];
  #isScheduled = false;
  #descriptor: number | undefined;
  #seq = 0;
  #head = NO_HASH;
  #bytes = 0;
  #fullFiles = 0;
  #missed = 0;
  #problem: string | undefined;

  constructor(options: JournalOptions) {
    this.#options = options;
    unwritten().add(this);
  }

  /** The hash of the last line; empty before the first one. */
  get head(): string {
    return this.#head;
  }

  /** Why the last lines are not in the journal; undefined when they are. */
  get problem(): string | undefined {
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
    if (noted.length === 0) return;
    try {
      this.#write(this.#missed === 0 ? noted : [this.#gap(), ...noted]);
      this.#missed = 0;
      this.#problem = undefined;
    } catch (error) {
      this.#missed += noted.length;
      this.#refused(messageOf(error));
    }
  }

  close(): void {
    this.flush();
    unwritten().delete(this);
    this.#closeFile();
  }

  #gap(): Noted {
    return { fact: { kind: "gap", missed: this.#missed, reason: this.#problem ?? "" }, time: wallMs() };
  }

  #refused(reason: string): void {
    const isNew = this.#problem === undefined;
    this.#problem = reason;
    if (isNew) this.#options.onProblem?.(`the journal cannot be written: ${reason}`);
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
    this.#append(descriptor, bytes);
    if (isStrict) fsyncSync(descriptor);
    [this.#seq, this.#head] = [seq, previous];
    this.#bytes += bytes.length;
    for (const line of lines) this.#options.onLine?.(line.slice(0, -1));
  }

  /** Appends all or nothing: what a full disk took of a line is taken back. */
  #append(descriptor: number, bytes: Buffer): void {
    try {
      for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
    } catch (error) {
      ftruncateSync(descriptor, this.#bytes);
      throw error;
    }
  }

  /** The file to write to. A user or a cleaner of old files may have deleted it: then the chain goes on in a new one. */
  #open(): number {
    if (this.#descriptor !== undefined && fstatSync(this.#descriptor).nlink > 0) {
      if (this.#bytes < (this.#options.fileBytes ?? JOURNAL_FILE_BYTES)) return this.#descriptor;
      this.#setAside();
    }
    this.#closeFile();
    const { stateDir, host } = this.#options;
    checkOwn(stateDir);
    makeDirectory(journalDir(stateDir));
    noteKnownHost(stateDir, { host });
    const { O_WRONLY, O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
    const flags = O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW;
    this.#descriptor = openSync(newestFile(stateDir, host), flags, 0o600);
    this.#bytes = 0;
    return this.#descriptor;
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

/** The journals that may have lines to write when the host exits. */
let open: Set<Journal> | undefined;

function unwritten(): Set<Journal> {
  if (open !== undefined) return open;
  const journals = new Set<Journal>();
  process.once("exit", () => journals.forEach((journal) => journal.flush()));
  open = journals;
  return journals;
}
