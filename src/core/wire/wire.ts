import type { Readable, Writable } from "node:stream";
import { after, every, type OneTimer, type Timer } from "../base/clock.ts";
import { WIRE_BEAT_MS, WIRE_SILENT_BEATS } from "../base/limits/machine-limits.ts";
import { GatheredFrames } from "./gathered-frames.ts";
import { type Cut, type FrameKind, frameBytes, type WireFrame, WireReader } from "./wire-frames.ts";

export type WireOptions = {
  readonly input: Readable;
  readonly output: Writable;
  /** Whether this side waits for a worker's first words. */
  readonly awaitsPreamble: boolean;
  /** A message. What is wrong with it is thrown as a `WireProblem`. */
  readonly onFrame: (frame: WireFrame) => void;
  /** Called once, with a sentence: nothing more comes and nothing more can be said. */
  readonly onEnd: (why: string) => void;
  readonly beatMs?: number;
  /** Whether this side waits for the last word of something. What comes before it is then answered with a beat. */
  readonly awaitsMore?: () => boolean;
};

/** Kinds behind which more is about to come: they may wait for it. */
const PASSING: readonly FrameKind[] = ["wait", "event", "output"];

/** The other side said what it must not say. */
export class WireProblem extends Error {}

/**
 * One end of the pipe between a gateway and a worker.
 *
 * It says that it lives every five seconds. One that hears nothing for thirty gives up, because a connection that is
 * stopped looks just as one on which nothing happens.
 */
export class Wire {
  readonly #options: WireOptions;
  readonly #reader: WireReader;
  readonly #said: GatheredFrames;
  #beat: Timer;
  /** Undefined before a worker has said anything: a job may wait in a queue for hours. */
  #silence: OneTimer | undefined;
  #beatMs: number;
  #isOver = false;

  constructor(options: WireOptions) {
    this.#options = options;
    const { input, output, beatMs = WIRE_BEAT_MS } = options;
    this.#reader = new WireReader(options.awaitsPreamble);
    this.#said = new GatheredFrames(output);
    this.#beat = this.#beating(beatMs);
    this.#beatMs = beatMs;
    if (!options.awaitsPreamble) this.#silence = this.#listening();
    input.on("data", (chunk: Buffer) => this.#heard(chunk));
    input.once("end", () => this.end("the connection ended"));
    input.once("close", () => this.end("the connection ended"));
    input.once("error", ({ message }) => this.end(`the connection broke: ${message}`));
    output.on("error", ({ message }) => this.end(`the connection broke: ${message}`));
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Beats in another time from now on. */
  pace(beatMs: number): void {
    if (this.#isOver) return;
    this.#beat.cancel();
    this.#silence?.cancel();
    this.#beatMs = beatMs;
    this.#beat = this.#beating(beatMs);
    this.#silence = this.#listening();
  }

  send(kind: FrameKind, stream: number, body?: object | Buffer): void {
    if (!this.#isOver) this.#said.say(frameBytes(kind, stream, body), PASSING.includes(kind));
  }

  /** Ends this end. What the other side says from now on is not heard. */
  end(why: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#beat.cancel();
    this.#silence?.cancel();
    this.#said.flush();
    this.#options.onEnd(why);
  }

  #beating(beatMs: number): Timer {
    return every(beatMs, () => this.send("beat", 0)).unref();
  }

  #listening(): OneTimer {
    const silenceMs = this.#beatMs * WIRE_SILENT_BEATS;
    return after(silenceMs, () => this.end(`nothing was heard for ${silenceMs / 1000} s`)).unref();
  }

  #heard(chunk: Buffer): void {
    if (this.#isOver) return;
    this.#silence = this.#silence?.refresh() ?? this.#listening();
    const cuts = this.#reader.push(chunk);
    for (const cut of cuts) {
      if (this.#isOver) return;
      if ("problem" in cut) this.end(cut.problem);
      else this.#take(cut.frame);
    }
    this.#answer(cuts.at(-1));
  }

  /** A connection that holds the rest back until this side has said something gets something to pass on. */
  #answer(last: Cut | undefined): void {
    if (last === undefined || "problem" in last || !PASSING.includes(last.frame.kind)) return;
    if (this.#options.awaitsMore?.() === true) this.send("beat", 0);
  }

  #take(frame: WireFrame): void {
    if (frame.kind === "beat") return;
    try {
      this.#options.onFrame(frame);
    } catch (error) {
      if (!(error instanceof WireProblem)) throw error;
      this.end(error.message);
    }
  }
}
