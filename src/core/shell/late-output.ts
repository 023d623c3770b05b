import type { StreamName, Transcript } from "../output/transcript.ts";
import type { Fifo } from "../process/fifo.ts";

/**
 * What jobs of a session print after the results of their commands.
 *
 * Flow: the FIFOs that a job still holds → one transcript → the next result takes it, and what comes later goes into
 * another.
 * Does not: end with a command that loses its bash, or is handed over: the jobs and their FIFOs outlive both.
 */
export class LateOutput {
  readonly #createTranscript: () => Transcript;
  /** Those that a process may still write to. */
  readonly #fifos = new Set<Fifo>();
  #transcript: Transcript | undefined;
  #isClosed = false;

  constructor(createTranscript: () => Transcript) {
    this.#createTranscript = createTranscript;
  }

  /** Keeps what is printed from now on to FIFOs of a command that is over. */
  collect({ out, err }: { readonly out: Fifo; readonly err: Fifo }): void {
    this.#listen(out, "stdout");
    this.#listen(err, "stderr");
  }

  /** What was printed since the last call; undefined when nothing was. The caller owns the transcript. */
  take(): Transcript | undefined {
    // What a job printed before a command heard of its end is in the pipe by now, and belongs to this result.
    for (const fifo of this.#fifos) if (fifo.drain() === "free") this.#fifos.delete(fifo);
    const taken = this.#transcript;
    if (taken === undefined) return undefined;
    const goesOn = this.#fifos.size > 0;
    if (!goesOn) taken.finish();
    if (taken.bytes.stdout + taken.bytes.stderr === 0) return undefined;
    this.#transcript = goesOn ? this.#createTranscript() : undefined;
    if (this.#transcript !== undefined) taken.goOnIn(this.#transcript);
    return taken;
  }

  /** The last of it: what a job that outlives the session prints is read from here on, and not kept. */
  close(): Transcript | undefined {
    const last = this.take();
    this.#isClosed = true;
    return last;
  }

  #listen(fifo: Fifo, stream: StreamName): void {
    this.#fifos.add(fifo);
    fifo.onData = (chunk) => this.#append(stream, chunk);
    fifo.onEnd = () => this.#fifos.delete(fifo);
  }

  #append(stream: StreamName, chunk: Buffer): void {
    if (this.#isClosed) return;
    this.#transcript ??= this.#createTranscript();
    this.#transcript.append(stream, chunk);
  }
}
