/**
 * Responsibilities: keeps everything that a command printed; renders it for a reader, from a cursor on.
 *
 * Flow at a glance: bytes → redacted bytes → head-tail memory and log file; on read: bytes → text → stripped → the
 * lines asked for → cut to what is shown.
 *
 * Does not: know processes, remember what was read (the reader keeps its cursor), or throw.
 */
import { LiveText } from "./live-text.ts";
import {
  type Fit,
  type Readable,
  type Reading,
  type ReadOptions,
  readTranscript,
  renderTranscript,
} from "./read-transcript.ts";
import type { RedactingStream, Redactor } from "./redact/redact.ts";
import { ByteStream } from "./store/byte-stream.ts";
import type { LogBudget } from "./store/log-budget.ts";
import { LogFile } from "./store/log-file.ts";

export { type Cursor, parseCursor } from "./cursor.ts";
export { type Fit, type Reading, type ReadOptions, textOf } from "./read-transcript.ts";
export { type Cut, linesIn } from "./text/truncate.ts";

export type StreamName = "stdout" | "stderr";

export type LiveChunk = { readonly stream: StreamName; readonly text: string };
export type LiveBytes = { readonly stream: StreamName; readonly bytes: Buffer };

export type TranscriptOptions = {
  /** Where log files go: exists, mode 0700. */
  readonly directory: string;
  /** The stem of their names: `NAME.out`, `NAME.err`. */
  readonly name: string;
  /** Kept in memory at the most, both streams together. */
  readonly memoryBytes: number;
  /** Kept on disk at the most, for each stream. */
  readonly logBytes: number;
  /** `always` writes every byte to disk at once, so that nothing is lost when the host dies; `when-large` leaves small output in memory. */
  readonly spill: "always" | "when-large";
  readonly redactor?: Redactor | undefined;
  /** Shared by all logs: when it is used up this log ends, and only memory goes on. */
  readonly budget: LogBudget;
};

export interface Transcript {
  /** Never throws: an error of the disk is told in `problem`. After `finish`, it opens the streams again. */
  append(stream: StreamName, chunk: Buffer): void;
  /** Releases what waited for more bytes. Call it when no more are expected. */
  finish(): void;
  /** Finishes this transcript where its streams go on in another: what waited for more bytes, waits there. */
  goOnIn(next: Transcript): void;
  /** Writes everything to the log files, also output that is small: for output of which a reader sees only a part. */
  spill(): void;
  /** Changes nothing; the caller keeps the cursor. */
  read(options?: ReadOptions): Reading;
  /** The same in two steps, for a caller that must see a text before it knows how long it may be. */
  render(options: ReadOptions): Fit;
  /** Text as it comes, without escape sequences. Returns how to stop listening. */
  liveText(listener: (chunk: LiveChunk) => void): () => void;
  /** Bytes as they come: redacted, and otherwise as they were printed. They are valid only during the call. Returns how to stop listening. */
  liveBytes(listener: (chunk: LiveBytes) => void): () => void;
  /** Called after each append and finish. Returns how to stop listening. */
  onAppend(listener: () => void): () => void;
  readonly bytes: { readonly stdout: number; readonly stderr: number };
  /** The log files that exist now. */
  readonly paths: readonly string[];
  /** One sentence when a log could not be written or is not the whole. */
  readonly problem: string | undefined;
  /** Releases the descriptors, and the memory of what the files have; the files stay and are still read. */
  close(): void;
  /** Closes and deletes the files. */
  remove(): void;
}

/** Up to here output stays in memory, unless its reader is shown less. */
const SPILL_BYTES = 24 * 1024;

export function createTranscript(options: TranscriptOptions): Transcript {
  const { directory, name, logBytes, budget, redactor } = options;
  const perStream = Math.floor(options.memoryBytes / 2);
  const stream = (ending: string): ByteStream => {
    const path = `${directory}/${name}.${ending}`;
    return new ByteStream(new LogFile({ path, maxBytes: logBytes, budget }), perStream);
  };
  // A log begins before memory drops a byte; a log that begins later could not be whole.
  const spillBytes = options.spill === "always" ? 0 : Math.min(SPILL_BYTES, perStream);
  return new StoredTranscript({ stdout: stream("out"), stderr: stream("err") }, { spillBytes, redactor });
}

/** Opens the files that a dead host left, for reading only. A missing file is an empty stream. */
export function openTranscript(paths: { readonly stdout: string; readonly stderr: string }): Transcript {
  const stream = (path: string): ByteStream => new ByteStream(LogFile.left(path), 0);
  const transcript = new StoredTranscript({ stdout: stream(paths.stdout), stderr: stream(paths.stderr) }, "read-only");
  transcript.finish();
  return transcript;
}

type Streams = Readonly<Record<StreamName, ByteStream>>;
type Writing = { readonly spillBytes: number; readonly redactor: Redactor | undefined };

const STREAMS: readonly StreamName[] = ["stdout", "stderr"];

class StoredTranscript implements Transcript {
  readonly #streams: Streams;
  readonly #writing: Writing | "read-only";
  readonly #redacting: Readonly<Record<StreamName, RedactingStream>> | undefined;
  readonly #appendListeners = new Set<() => void>();
  readonly #liveListeners = new Set<(chunk: LiveChunk) => void>();
  readonly #byteListeners = new Set<(chunk: LiveBytes) => void>();
  #live: Readonly<Record<StreamName, LiveText>> | undefined;
  #finished = false;

  constructor(streams: Streams, writing: Writing | "read-only") {
    this.#streams = streams;
    this.#writing = writing;
    const redactor = writing === "read-only" ? undefined : writing.redactor;
    if (redactor !== undefined) this.#redacting = { stdout: redactor.stream(), stderr: redactor.stream() };
  }

  get bytes(): { readonly stdout: number; readonly stderr: number } {
    return { stdout: this.#streams.stdout.total, stderr: this.#streams.stderr.total };
  }

  get paths(): readonly string[] {
    return STREAMS.map((name) => this.#streams[name].log).flatMap((log) => (log.exists ? [log.path] : []));
  }

  get problem(): string | undefined {
    return this.#streams.stdout.log.problem ?? this.#streams.stderr.log.problem;
  }

  append(name: StreamName, chunk: Buffer): void {
    this.#finished = false;
    this.#store(name, this.#redacting?.[name].push(chunk) ?? chunk);
    this.#announce();
  }

  finish(): void {
    for (const name of STREAMS) {
      if (this.#redacting !== undefined) this.#store(name, this.#redacting[name].flush());
      this.#tell(name, this.#live?.[name].flush() ?? "");
    }
    this.#finished = true;
    this.#announce();
  }

  goOnIn(next: Transcript): void {
    for (const name of STREAMS) {
      const waiting = this.#redacting?.[name].handOn();
      if (waiting !== undefined && waiting.length > 0) next.append(name, waiting);
    }
    this.finish();
  }

  spill(): void {
    if (this.#writing === "read-only") return;
    for (const name of STREAMS) this.#streams[name].spill();
  }

  read(options: ReadOptions = {}): Reading {
    return readTranscript(this.#readable, options);
  }

  render(options: ReadOptions): Fit {
    return renderTranscript(this.#readable, options);
  }

  liveText(listener: (chunk: LiveChunk) => void): () => void {
    this.#live ??= { stdout: new LiveText(), stderr: new LiveText() };
    this.#liveListeners.add(listener);
    return () => {
      this.#liveListeners.delete(listener);
      if (this.#liveListeners.size === 0) this.#live = undefined;
    };
  }

  liveBytes(listener: (chunk: LiveBytes) => void): () => void {
    this.#byteListeners.add(listener);
    return () => this.#byteListeners.delete(listener);
  }

  onAppend(listener: () => void): () => void {
    this.#appendListeners.add(listener);
    return () => this.#appendListeners.delete(listener);
  }

  close(): void {
    for (const name of STREAMS) this.#streams[name].close();
  }

  remove(): void {
    for (const name of STREAMS) this.#streams[name].log.remove();
  }

  get #readable(): Readable {
    const redact = (text: string): string =>
      this.#writing === "read-only" ? text : (this.#writing.redactor?.text(text) ?? text);
    return { finished: this.#finished, redact, ...this.#streams };
  }

  #store(name: StreamName, chunk: Buffer): void {
    if (this.#writing === "read-only" || chunk.length === 0) return;
    const { stdout, stderr } = this.#streams;
    if (stdout.total + stderr.total + chunk.length > this.#writing.spillBytes) {
      this.spill();
    }
    this.#streams[name].append(chunk);
    for (const listener of Array.from(this.#byteListeners)) listener({ stream: name, bytes: chunk });
    if (this.#live !== undefined) this.#tell(name, this.#live[name].push(chunk));
  }

  #tell(stream: StreamName, text: string): void {
    if (text === "") return;
    for (const listener of Array.from(this.#liveListeners)) listener({ stream, text });
  }

  #announce(): void {
    for (const listener of Array.from(this.#appendListeners)) listener();
  }
}
