import { guarded } from "../../base/guarded-listener.ts";
import { ENDED_LOOK_SHARE, type Limits } from "../../base/limits.ts";
import { doInSlices } from "../../base/slices.ts";
import { keepSpare } from "../../files/spare-descriptor.ts";
import { journalFailed, journalResumed } from "../../journal/problem-words.ts";
import { LineServer } from "../../line/line-server.ts";
import { SOCKET } from "../../line/socket-place.ts";
import type { ShellProcess } from "../background/shell-process.ts";
import { removeRecord, writeRecord } from "../background/shell-record.ts";
import { WaitingWatch } from "../background/waiting-watch.ts";
import { type LineOptions, ManagerLine, type Watched } from "../line/manager-line.ts";
import type { ShellEvent } from "../shell-event.ts";
import { keepEnded, sweepEnded, sweepSoon } from "./ended-shells.ts";
import { HostDir } from "./host-dir.ts";
import { HostJournal, type JournalMode } from "./host-journal.ts";

export type HostFilesOptions = LineOptions & {
  readonly stateDir: string;
  readonly limits: Pick<Limits, "totalLogBytes">;
  readonly journal?: JournalMode | undefined;
  readonly onEvent?: ((event: ShellEvent) => void) | undefined;
};

/** A host that is on disk. */
type Opened = {
  readonly dir: HostDir;
  readonly shown: ManagerLine;
  line: Promise<LineServer | undefined>;
  readonly dropSpare: () => void;
};

/**
 * What a host has outside of its process: its directory with the records of its shells, its line, and its journal. Nothing
 * is there before it is needed: an unused host leaves no trace.
 */
export class HostFiles {
  readonly journal: HostJournal;
  readonly #options: HostFilesOptions;
  readonly #watched: Omit<Watched, "announce" | "journal">;
  readonly #listeners = new Set<(event: ShellEvent) => void>();
  readonly #waiting: WaitingWatch;
  #opened: Opened | undefined;
  /** How much it has moved to where ended shells stay, since that was last looked at. */
  #keptBytes = 0;
  #sweeping: Promise<void> | undefined;

  constructor(options: HostFilesOptions, watched: Omit<Watched, "announce" | "journal">) {
    const { stateDir, journal = "on", onEvent } = options;
    this.#options = options;
    this.#watched = watched;
    if (onEvent !== undefined) this.#listeners.add(guarded(onEvent));
    this.#waiting = new WaitingWatch(
      () => watched.shells().filter(({ isRunning }) => isRunning),
      ({ shell: { id, sessionId }, wait }) => this.#tell({ kind: "shell-waits", id, sessionId, ...wait }),
    );
    this.journal = new HostJournal({
      stateDir,
      mode: journal,
      hostId: () => this.dir.id,
      redact: watched.redact,
      onProblem: (problem) => this.#tellJournal({ kind: "journal-failed", sentence: journalFailed(problem) }),
      onResumed: (problem) =>
        this.#tellJournal({ kind: "journal-resumed", sentence: journalResumed(problem), missed: problem.missed }),
    });
  }

  get dir(): HostDir {
    return this.open().dir;
  }

  /** One sentence when logs and records cannot be kept where they should be. */
  get problem(): string | undefined {
    return this.#opened?.dir.problem;
  }

  /** Tells the journal and the embedder. */
  readonly announce = (event: ShellEvent): void => {
    this.journal.note(event);
    this.#tell(event);
  };

  /** Calls `listener` with every event from now on. Returns how to stop. */
  onEvent(listener: (event: ShellEvent) => void): () => void {
    const told = guarded(listener);
    this.#listeners.add(told);
    this.#waiting.begin();
    return () => void this.#listeners.delete(told);
  }

  /** Call when a shell has started, and when it has ended. */
  record(shell: ShellProcess): void {
    const { dir, shown } = this.open();
    writeRecord(dir.shells, shell.record(dir.logs));
    shown.heard();
    if (this.#listeners.size > 0) this.#waiting.begin();
  }

  /** Forgets a shell that was closed. Its record and its log stay for users. */
  forget(shell: ShellProcess): void {
    const { stateDir, limits } = this.#options;
    keepEnded(stateDir, shell.record(this.dir.logs));
    this.#keptBytes += shell.transcript.bytes.stdout + shell.transcript.bytes.stderr;
    shell.transcript.remove(); // gives its space back
    removeRecord(this.dir.shells, shell.id);
    if (this.#keptBytes <= limits.totalLogBytes * ENDED_LOOK_SHARE) return;
    this.#keptBytes = 0;
    sweepSoon(stateDir);
    void this.sweep();
  }

  /** Removes what ended too long ago, and what is too much. One sweep at a time. */
  sweep(): Promise<void> {
    const { stateDir, limits } = this.#options;
    this.#sweeping ??= doInSlices(sweepEnded(stateDir, limits))
      .catch(() => undefined) // a disk that refuses keeps what is old
      .finally(() => {
        this.#sweeping = undefined;
      });
    return this.#sweeping;
  }

  /** Keeps what these shells printed, and removes the rest. */
  async remove(shells: readonly ShellProcess[] = []): Promise<void> {
    this.journal.close();
    this.#waiting.stop();
    if (this.#opened === undefined) return;
    const { dir, line, dropSpare } = this.#opened;
    for (const shell of shells) this.forget(shell);
    await this.#sweeping;
    await (await line)?.close();
    await dir.remove();
    dropSpare();
  }

  #tellJournal(event: ShellEvent): void {
    this.#opened?.shown.heard();
    this.#tell(event);
  }

  #tell(event: ShellEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  /** Makes the directory and the line. */
  open(): Opened {
    if (this.#opened !== undefined) return this.#opened;
    const dropSpare = keepSpare();
    const dir = HostDir.create(this.#options.stateDir);
    const watched = { ...this.#watched, announce: this.announce, journal: this.journal };
    const shown = new ManagerLine(dir.id, this.#options, watched);
    const opened: Opened = { dir, shown, line: listen(dir, shown), dropSpare };
    this.#opened = opened;
    dir.onMadeAnew = () => {
      for (const shell of watched.shells()) if (shell.isRunning) this.record(shell);
      opened.line = opened.line.then((old) => old?.close()).then(() => listen(dir, shown));
    };
    return opened;
  }
}

/** A host without a line still runs commands; a client that looks for it says that it has none. */
async function listen(dir: HostDir, shown: ManagerLine): Promise<LineServer | undefined> {
  try {
    const line = await LineServer.open(dir.path, shown);
    dir.has(SOCKET);
    return line;
  } catch {
    return undefined;
  }
}
