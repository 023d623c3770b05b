import { createHash } from "node:crypto";
import { Fault } from "../../base/fault.ts";
import { JOURNAL_COMMAND_CHARS } from "../../base/limits.ts";
import { doInSlices } from "../../base/slices.ts";
import { entryIn } from "../../journal/entry.ts";
import { Journal } from "../../journal/journal.ts";
import type { Fact, JournalEntry } from "../../journal/journal-entry.ts";
import type { JournalProblem } from "../../journal/journal-problem.ts";
import { removeOldJournal } from "../../journal/keep-journal.ts";

/** Whether a host keeps a journal. `strict`: no command runs without its line on the disk. */
export type JournalMode = "on" | "off" | "strict";

/** What happened, as listeners are told it. */
type Happening = {
  readonly kind: string;
  readonly sessionId?: string;
  readonly id?: string;
  readonly command?: string;
};

export type HostJournalOptions = {
  readonly stateDir: string;
  readonly mode: JournalMode;
  /** Called with the first line: a host that did nothing has no journal. */
  readonly hostId: () => string;
  readonly redact: (text: string) => string;
  readonly onProblem: (problem: JournalProblem) => void;
  readonly onResumed: (problem: JournalProblem) => void;
};

/** What a reader is to be told of the journal: that it cannot be written, or that it can be again. */
export type JournalNews = { readonly isWritten: boolean; readonly problem: JournalProblem };

/** The journal of a host: listens to what happens, and decides nothing. */
export class HostJournal {
  readonly #options: HostJournalOptions;
  readonly #listeners = new Set<(entry: JournalEntry) => void>();
  /** What each reader was told of last, until it is told that it is over. */
  readonly #told = new WeakMap<object, JournalProblem>();
  #journal: Journal | undefined;
  /** The last trouble that is over. */
  #last: JournalProblem | undefined;
  #isClosed = false;

  constructor(options: HostJournalOptions) {
    this.#options = options;
  }

  /** The hash of the last line; empty before the first one. */
  get head(): string {
    return this.#journal?.head ?? "";
  }

  /** Why the last lines are not in the journal. */
  get problem(): JournalProblem | undefined {
    return this.#journal?.problem;
  }

  /** What this reader was not told yet. Each trouble is told once, and once that it is over. */
  takeNews(reader: object): JournalNews | undefined {
    const [now, told] = [this.problem, this.#told.get(reader)];
    if (now?.since === told?.since) return undefined;
    if (now !== undefined) this.#told.set(reader, now);
    else this.#told.delete(reader);
    const problem = now ?? this.#last;
    return problem === undefined ? undefined : { isWritten: now === undefined, problem };
  }

  /** Calls `listener` with every entry from now on, as it was written. Returns how to stop. */
  onEntry(listener: (entry: JournalEntry) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  note(happening: Happening): void {
    if (this.#options.mode === "off" || this.#isClosed) return;
    this.#open().note(factOf(happening));
  }

  /** Throws where the operator wants no command without its lines and they could not be written. */
  check(): void {
    if (this.#options.mode !== "strict" || this.problem === undefined) return;
    throw new Fault("JOURNAL_FAILED", this.problem.reason);
  }

  close(): void {
    if (this.#journal !== undefined) this.note({ kind: "host-ended" });
    this.#isClosed = true;
    this.#journal?.close();
  }

  #tell(line: string): void {
    const entry = this.#listeners.size === 0 ? undefined : entryIn(line);
    if (entry !== undefined) this.#listeners.forEach((listener) => listener(entry));
  }

  #open(): Journal {
    if (this.#journal !== undefined) return this.#journal;
    const { stateDir, mode, hostId, redact, onProblem } = this.#options;
    const journal = new Journal({
      stateDir,
      host: hostId(),
      redact,
      isStrict: mode === "strict",
      onLine: (line) => this.#tell(line),
      onProblem,
      onResumed: (problem) => {
        this.#last = problem;
        this.#options.onResumed(problem);
      },
    });
    this.#journal = journal;
    journal.note({ kind: "host-started", pid: process.pid });
    void doInSlices(removeOldJournal(stateDir)).catch(() => undefined); // a disk that refuses keeps what is old
    return journal;
  }
}

/** The fact in a happening, under the names that a journal has. */
function factOf({ kind, sessionId, id, command, ...rest }: Happening): Fact {
  return {
    kind,
    session: sessionId,
    shell: id,
    ...(command === undefined ? {} : shortened(command)),
    ...rest,
  };
}

/** A text as an entry has it: one that is too long is cut, and named by its length and hash. */
function shortened(command: string): Readonly<Record<string, unknown>> {
  if (command.length <= JOURNAL_COMMAND_CHARS) return { command };
  return {
    command: command.slice(0, JOURNAL_COMMAND_CHARS),
    commandChars: command.length,
    commandSha256: createHash("sha256").update(command).digest("hex"),
  };
}
