import type { Readable } from "node:stream";
import { Fault } from "../../core/base/fault.ts";
import { isRecord } from "../../core/base/is-record.ts";
import { keepAlive } from "../../core/base/keep-alive.ts";
import {
  LAST_WORDS_MS,
  LAUNCHER_SAID_CHARS,
  WORKER_CLOSE_MS,
  WORKER_SHELLS,
} from "../../core/base/limits/machine-limits.ts";
import { LATE, within } from "../../core/base/with-timeout.ts";
import { stripAnsi } from "../../core/output/text/strip-ansi.ts";
import type { LiveBytes } from "../../core/output/transcript.ts";
import type { Identity } from "../../core/process/identity.ts";
import { type Launched, launch } from "../../core/process/pipe/launch.ts";
import { Asks } from "../../core/wire/asks.ts";
import { Intake, Outflow } from "../../core/wire/outflow.ts";
import { Wire, WireProblem } from "../../core/wire/wire.ts";
import type { WireFrame } from "../../core/wire/wire-frames.ts";
import type { Hello, SaidCall } from "../worker/worker.ts";
import { checkEvent, checkReady, type GatewayAsk, type Ready, type WorkerEvent } from "./machine-messages.ts";

/** How a worker is started. */
export type Launch = {
  readonly argv: readonly string[];
  /** The worker itself, where it has to be carried over: comes before anything else. */
  readonly carried?: Buffer | undefined;
  /** Variables of the host that the launcher gets besides. */
  readonly env?: readonly string[] | undefined;
  readonly startMs: number;
};

/** What happens on a worker, for its owner. All of it was checked for its form, none of it for its truth. */
export type LinkEvents = {
  readonly onEvent: (event: WorkerEvent) => void;
  readonly onShellOutput: (stream: number, chunk: LiveBytes) => void;
  readonly onAsk: (ask: unknown) => Promise<unknown>;
  /** Once, when it is gone; not where it was closed from here. */
  readonly onLost: (why: string) => void;
};

/** A call on its way. */
export type SentCall = {
  readonly said: Omit<SaidCall, "hasStdin">;
  readonly signal: AbortSignal | undefined;
  readonly stdin: Readable | undefined;
  readonly onBytes: (chunk: LiveBytes) => void;
  readonly onWait: (what: string | undefined) => void;
};

/** The worker was lost while a call ran. */
export class WorkerLost extends Error {}

type OpenCall = SentCall & {
  readonly intake: Intake;
  readonly outflow: Outflow;
  readonly settle: (result: unknown) => void;
  readonly lose: (why: string) => void;
};

const STREAMS = ["stdout", "stderr"] as const;

/** One worker, as its gateway holds it. */
export class WorkerLink {
  readonly #launched: Launched;
  readonly #events: LinkEvents;
  readonly #wire: Wire;
  readonly #asks: Asks;
  readonly #calls = new Map<number, OpenCall>();
  readonly #shellIntakes = new Map<number, Intake>();
  readonly #ready: Promise<Ready>;
  #onReady: (value: unknown) => void = () => undefined;
  #onNever: (why: string) => void = () => undefined;
  #isReady = false;
  #lastCall = 0;
  #said = "";
  #over: Promise<void> | undefined;
  #isClosing = false;

  private constructor(launched: Launched, events: LinkEvents, beatMs: number | undefined) {
    this.#launched = launched;
    this.#events = events;
    this.#ready = new Promise<Ready>((resolve, reject) => {
      this.#onReady = (value) => resolve(checkReady(value, "ready"));
      this.#onNever = (why) => reject(new Fault("MACHINE_UNREACHABLE", [why, this.#said.trim()].join("\n").trim()));
    });
    this.#ready.catch(() => undefined);
    this.#wire = new Wire({
      input: launched.stdout,
      output: launched.stdin,
      awaitsPreamble: true,
      ...(beatMs === undefined ? {} : { beatMs }),
      awaitsMore: () => this.isBusy,
      onFrame: (frame) => this.#take(frame),
      onEnd: (why) => this.#lost(why),
    });
    this.#asks = new Asks(() => this.#wire, events.onAsk);
  }

  /** Starts a worker. `onWait` is told what the launcher says meanwhile, such as that a job is queued. */
  static async start(
    how: Launch,
    { hello, events, onWait }: { hello: Hello; events: LinkEvents; onWait: (what: string) => void },
  ): Promise<{ readonly link: WorkerLink; readonly ready: Ready }> {
    const launched = await launch(how.argv, how.env);
    const link = new WorkerLink(launched, events, hello.beatMs);
    link.#hearLauncher(onWait);
    if (how.carried !== undefined) launched.stdin.write(how.carried);
    link.#wire.send("hello", 0, hello);
    try {
      const ready = await keepAlive(within(how.startMs, link.#ready));
      if (ready === LATE) throw new Fault("MACHINE_UNREACHABLE", link.#tooLate(how.startMs));
      return { link, ready };
    } catch (error) {
      await link.close();
      throw error;
    }
  }

  /** The process here that everything there hangs on. */
  get launcher(): Identity {
    return this.#launched.identity;
  }

  get isOver(): boolean {
    return this.#wire.isOver;
  }

  get isBusy(): boolean {
    return this.#calls.size > 0;
  }

  /** The result as it came. Rejects with `WorkerLost`. */
  call(sent: SentCall): { readonly number: number; readonly result: Promise<unknown> } {
    this.#lastCall += 1;
    const number = this.#lastCall;
    const result = new Promise<unknown>((settle, reject) => {
      const lose = (why: string): void => reject(new WorkerLost(why));
      const outflow = new Outflow((bytes) => this.#wire.send("input", number, bytes));
      const intake = new Intake((bytes) => this.#wire.send("credit", number, { bytes }));
      this.#calls.set(number, { ...sent, intake, outflow, settle, lose });
      if (this.isOver) lose("the connection ended");
    });
    const { said, signal, stdin } = sent;
    this.#wire.send("call", number, { ...said, hasStdin: stdin !== undefined });
    if (stdin !== undefined) void this.#pass(number, stdin);
    const cancel = (): void => this.#wire.send("cancel", number);
    signal?.addEventListener("abort", cancel, { once: true });
    if (signal?.aborted === true) cancel();
    const done = (): void => {
      signal?.removeEventListener("abort", cancel);
      this.#calls.get(number)?.outflow.end();
      this.#calls.delete(number);
    };
    return { number, result: result.finally(done) };
  }

  ask(question: GatewayAsk): Promise<unknown> {
    return this.#asks.ask(question);
  }

  /** It said what must not be: it counts as lost. */
  fail(why: string): void {
    this.#wire.end(why);
  }

  /** Ends the worker with everything it runs. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#wire.send("close", 0);
    this.#launched.stdin.end();
    // One that never answered has nothing to end.
    if (this.#isReady) await keepAlive(within(WORKER_CLOSE_MS, this.#launched.ended));
    this.#wire.end("the gateway is done");
    await this.#over;
  }

  /** What is wrong with what it said is thrown, and ends it. */
  #take(frame: WireFrame): void {
    const { kind, stream, value, bytes } = frame;
    if (kind === "ready" && !this.#isReady) {
      this.#isReady = true;
      return this.#onReady(value);
    }
    if (!this.#isReady) throw new WireProblem("a worker begins with ready");
    if (kind === "output") return this.#output(stream, bytes);
    if (kind === "event") return this.#event(checkEvent(value, "event"));
    if (kind === "ask" || kind === "reply") return this.#check(this.#asks.take(frame), `${kind} of no use`);
    const call = this.#calls.get(stream);
    if (call === undefined) return this.#check(stream <= this.#lastCall, "a message for no call");
    if (kind === "result") call.settle(value);
    else if (kind === "wait") call.onWait(waitIn(value));
    else if (kind === "credit") call.outflow.grant(Number(isRecord(value) ? value["bytes"] : 0) || 0);
    else throw new WireProblem(`a worker does not say ${kind}`);
  }

  #check(isRight: boolean, problem: string): void {
    if (!isRight) throw new WireProblem(problem);
  }

  #output(stream: number, bytes: Buffer): void {
    const name = STREAMS[bytes[0] ?? -1];
    if (name === undefined) throw new WireProblem("output of no stream");
    const chunk = { stream: name, bytes: bytes.subarray(1) };
    const call = this.#calls.get(stream);
    const intake = call?.intake ?? this.#shellIntakes.get(stream);
    if (intake === undefined) return this.#check(stream <= this.#lastCall, "output of no call and no shell");
    this.#check(intake.came(chunk.bytes.length), "more output than was granted");
    if (call === undefined) this.#events.onShellOutput(stream, chunk);
    else call.onBytes(chunk);
    intake.took(chunk.bytes.length);
  }

  #event(event: WorkerEvent): void {
    if (event.kind === "shell-started") {
      const { stream } = event;
      this.#check(this.#shellIntakes.size < WORKER_SHELLS && !this.#shellIntakes.has(stream), "too many shells");
      this.#shellIntakes.set(stream, new Intake((bytes) => this.#wire.send("credit", stream, { bytes })));
    }
    this.#events.onEvent(event);
  }

  /** Passes a caller's stream on as the other side takes it. */
  async #pass(number: number, stdin: Readable): Promise<void> {
    try {
      for await (const chunk of stdin) {
        const { outflow } = this.#calls.get(number) ?? {};
        if (outflow === undefined) return;
        outflow.push(Buffer.from(chunk));
        if (outflow.isFull) await outflow.drained();
      }
      await this.#calls.get(number)?.outflow.drained();
    } catch {
      // The command finds the end of its input; the caller knows of its own stream.
    }
    this.#wire.send("input", number, Buffer.alloc(0));
  }

  #hearLauncher(onWait: (what: string) => void): void {
    this.#launched.stderr.on("data", (chunk: Buffer) => {
      this.#said = (this.#said + stripAnsi(chunk.toString("utf8"))).slice(-LAUNCHER_SAID_CHARS);
      const line = this.#said.trim().split("\n").at(-1) ?? "";
      if (!this.#isReady && line !== "") onWait(line);
    });
    const { ended, stdout } = this.#launched;
    const silent = new Promise<void>((resolve) => {
      stdout.once("close", resolve);
    });
    void ended.then(async (why) => {
      await within(LAST_WORDS_MS, silent);
      this.#wire.end(why);
    });
  }

  #tooLate = (startMs: number): string =>
    [`it did not answer within ${startMs} ms (startMs)`, this.#said.trim()].join("\n").trim();

  #lost(why: string): void {
    this.#onNever(why);
    this.#asks.end(why);
    for (const { lose, outflow } of this.#calls.values()) {
      outflow.end();
      lose(why);
    }
    this.#over = this.#launched.kill();
    if (!this.#isClosing) this.#events.onLost(why);
  }
}

/** What a call waits for, in one line. */
function waitIn(value: unknown): string | undefined {
  const what = isRecord(value) ? value["what"] : undefined;
  return typeof what === "string" ? stripAnsi(what).slice(0, 200).replaceAll("\n", " ") : undefined;
}
