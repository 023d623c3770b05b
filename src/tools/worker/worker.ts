/**
 * The worker: runs on a machine what its gateway has cleared.
 *
 * Responsibilities: the tools over a manager of its own, one call a stream; asks the gateway for every judgement; ends
 * with everything when the gateway says so, is gone, or is not heard for thirty seconds.
 * Does not: judge, ask a user, keep a journal, or trust a text that the gateway did not clear.
 */
import { readFileSync, readlinkSync } from "node:fs";
import { cpus, freemem, hostname, loadavg, totalmem, userInfo } from "node:os";
import { PassThrough, type Readable, type Writable } from "node:stream";
import { sessionIdOf, shellIdOf } from "../../core/base/ids.ts";
import { isRecord } from "../../core/base/is-record.ts";
import { WIRE_FRAME_BYTES } from "../../core/base/limits/machine-limits.ts";
import { homeDirectory } from "../../core/files/home-directory.ts";
import { Asks } from "../../core/wire/asks.ts";
import { Intake, Outflow } from "../../core/wire/outflow.ts";
import { Wire, WireProblem } from "../../core/wire/wire.ts";
import { PREAMBLE, type WireFrame } from "../../core/wire/wire-frames.ts";
import { createShells } from "../create-shells.ts";
import { ToolExecutor } from "../executor.ts";
import type { GatewayAsk, Ready } from "../machines/machine-messages.ts";
import { registerWith } from "../register.ts";
import { ToolRegistry } from "../registry.ts";
import { type ExecutionContext, fail, faultFacts, type ToolResult } from "../tool.ts";
import type { ToolkitEvent } from "../tool-event.ts";
import type { ToolkitOptions } from "../toolkit-options.ts";
import { DistantGate } from "./distant-gate.ts";
import { LastingWait } from "./lasting-wait.ts";
import { ShellOutlets, TAGS, taggedBytes } from "./shell-outlets.ts";

export type WorkerEnds = {
  readonly input: Readable;
  readonly output: Writable;
  /** Aborted when the process is to end. */
  readonly signal: AbortSignal;
};

/** What the gateway says first: the options of the toolkit, as far as they are data. */
export type Hello = { readonly options: ToolkitOptions; readonly keepsRules: boolean; readonly beatMs?: number };

/** What of a call's context stays with the gateway, or has a stream of its own. */
type OfGateway = "signal" | "approver" | "stdin" | "onOutput" | "onBytes" | "onWait" | "workingDir";

/** What the gateway says with a call. */
export type SaidCall = {
  readonly tool: string;
  readonly input: unknown;
  readonly context: Omit<ExecutionContext, OfGateway> & { readonly workingDir: string | undefined };
  readonly hasStdin: boolean;
};

type OpenCall = {
  readonly abort: AbortController;
  readonly outflow: Outflow;
  readonly stdin: PassThrough | undefined;
  readonly intake: Intake;
};

/** Serves one gateway. Resolves, with the reason, when nothing that the worker started is alive. */
export async function runWorker({ input, output, signal }: WorkerEnds): Promise<string> {
  output.write(PREAMBLE);
  let worker: Worker | undefined;
  const why = await new Promise<string>((resolve) => {
    const wire: Wire = new Wire({
      input,
      output,
      awaitsPreamble: false,
      onFrame: (frame) => {
        if (frame.kind === "close") return wire.end("the gateway is done");
        worker ??= new Worker(wire, helloIn(frame));
        return frame.kind === "hello" ? worker.ready() : worker.take(frame);
      },
      onEnd: resolve,
    });
    signal.addEventListener("abort", () => wire.end("the process was told to end"), { once: true });
  });
  await worker?.end(why);
  return why;
}

function helloIn({ kind, value }: WireFrame): Hello {
  // The gateway is trusted: it could as well start any other program here.
  if (kind !== "hello" || !isRecord(value)) throw new WireProblem("a gateway begins with hello");
  return value as unknown as Hello;
}

class Worker {
  readonly #wire: Wire;
  readonly #asks: Asks;
  readonly #gate: DistantGate;
  readonly #shells: ReturnType<typeof createShells>;
  readonly #outlets: ShellOutlets;
  readonly #executor: ToolExecutor;
  readonly #calls = new Map<number, OpenCall>();
  readonly #workingDir: string;

  constructor(wire: Wire, { options, keepsRules, beatMs }: Hello) {
    this.#wire = wire;
    if (beatMs !== undefined) wire.pace(beatMs);
    this.#workingDir = options.workingDir ?? homeDirectory();
    this.#asks = new Asks(
      () => wire,
      (ask) => this.#tell(ask as GatewayAsk),
    );
    this.#gate = new DistantGate((question) => this.#asks.ask(question));
    const own: ToolkitOptions = {
      ...options,
      workingDir: this.#workingDir,
      journal: "off",
      app: "worker",
      onEvent: (event) => this.#heard(event),
    };
    this.#shells = createShells(own, this.#workingDir);
    this.#outlets = new ShellOutlets(wire, this.#shells);
    const registry = new ToolRegistry();
    registerWith(registry, own, {
      shells: () => this.#shells,
      gate: this.#gate,
      withdraw: (id) => this.#gate.withdraw(id),
      keepsRules,
    });
    this.#executor = new ToolExecutor(registry);
  }

  /** Says that it is there, and what the machine is. */
  ready(): void {
    this.#wire.send("ready", 0, machineNow());
  }

  take(frame: WireFrame): void {
    const { kind, stream, value, bytes } = frame;
    if (kind === "call") void this.#call(stream, value as SaidCall);
    else if (kind === "cancel") this.#calls.get(stream)?.abort.abort();
    else if (kind === "credit") this.#granted(stream, Number(isRecord(value) ? value["bytes"] : 0));
    else if (kind === "input") this.#input(stream, bytes);
    else if (kind === "ask" || kind === "reply") this.#asks.take(frame);
    else throw new WireProblem(`a gateway does not say ${kind}`);
  }

  async end(why: string): Promise<void> {
    this.#asks.end(why);
    this.#outlets.end();
    for (const { abort, outflow, stdin } of this.#calls.values()) {
      abort.abort();
      outflow.end();
      stdin?.destroy();
    }
    await this.#shells.dispose();
  }

  #granted(stream: number, bytes: number): void {
    this.#calls.get(stream)?.outflow.grant(bytes);
    this.#outlets.grant(stream, bytes);
  }

  #input(stream: number, bytes: Buffer): void {
    const { stdin, intake } = this.#calls.get(stream) ?? {};
    if (bytes.length === 0) stdin?.end();
    else stdin?.write(bytes, () => intake?.took(bytes.length));
  }

  async #call(stream: number, { tool, input, context, hasStdin }: SaidCall): Promise<void> {
    const wire = this.#wire;
    const outflow = new Outflow((bytes, tag) => wire.send("output", stream, taggedBytes(bytes, tag)));
    const call: OpenCall = {
      abort: new AbortController(),
      outflow,
      stdin: hasStdin ? new PassThrough() : undefined,
      intake: new Intake((bytes) => wire.send("credit", stream, { bytes })),
    };
    this.#calls.set(stream, call);
    const wait = new LastingWait((what) => wire.send("wait", stream, what === undefined ? {} : { what }));
    const result = await this.#executor.execute(
      tool,
      {
        ...context,
        workingDir: context.workingDir ?? this.#workingDir,
        signal: call.abort.signal,
        approver: this.#gate.approverOf(stream),
        stdin: call.stdin,
        onBytes: ({ stream: name, bytes }) => outflow.push(bytes, TAGS.indexOf(name)),
        onWait: (what) => wait.is(what),
      },
      input,
    );
    wait.is(undefined);
    await outflow.drained();
    this.#calls.delete(stream);
    wire.send("result", stream, { result: fitting(result), dropped: outflow.dropped });
  }

  async #tell(ask: GatewayAsk): Promise<unknown> {
    if (ask.what === "end-session") return (await this.#shells.endSession(sessionIdOf(ask.sessionId))) !== undefined;
    if (ask.what === "kill") return (await this.#shells.getShell(shellIdOf(ask.id))?.kill())?.survivors ?? [];
    return this.#gate.tell(ask);
  }

  #heard(event: ToolkitEvent): void {
    if (event.kind === "shell-started" || event.kind === "shell-ended") this.#outlets.heard(event);
    const isPassedOn =
      event.kind === "command-started" || event.kind === "command-ended" || event.kind === "containment";
    if (isPassedOn) this.#wire.send("event", 0, event);
  }
}

/** A result that fits into a message. */
const fitting = (result: ToolResult): ToolResult =>
  JSON.stringify(result).length < WIRE_FRAME_BYTES / 2
    ? result
    : fail("The result is too long to come back from the machine.", faultFacts("TOOL_FAILED"));

function machineNow(): Ready {
  return {
    home: homeDirectory(),
    pid: process.pid,
    hostname: hostname(),
    user: userName(),
    node: process.version,
    cpus: cpus().length,
    load: Math.round(loadavg()[0] ?? 0),
    memoryBytes: totalmem(),
    freeBytes: freemem(),
    pidNamespace: contentOf(() => readlinkSync("/proc/self/ns/pid")),
    rootType: contentOf(() => rootTypeIn(readFileSync("/proc/self/mountinfo", "utf8"))),
  };
}

/** The last mount over `/` is the one that is seen. */
const rootTypeIn = (mounts: string): string =>
  mounts
    .split("\n")
    .filter((line) => line.split(" ")[4] === "/")
    .at(-1)
    ?.split(" - ")[1]
    ?.split(" ")[0] ?? "";

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? "");
  }
}

/** Empty where the system does not tell. */
function contentOf(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}
