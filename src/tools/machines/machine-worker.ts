import { wallMs } from "../../core/base/clock.ts";
import { createShellId } from "../../core/base/ids.ts";
import type { Transcript } from "../../core/output/transcript.ts";
import type { Approver } from "../../core/permission/approver.ts";
import type { Gate } from "../../core/permission/gate.ts";
import type { Questions } from "../../core/permission/questions.ts";
import type { ShellManager } from "../../core/shell/shell-manager.ts";
import { sessionName } from "../session-scope.ts";
import { type ExecutionContext, fail, faultFacts, type Tool, type ToolResult } from "../tool.ts";
import type { ToolEvent } from "../tool-event.ts";
import type { Words } from "../words.ts";
import type { Hello } from "../worker/worker.ts";
import { checkedResult } from "./checked-result.ts";
import { GateDesk, type KnownCall } from "./gate-desk.ts";
import { launchOf } from "./machine-kinds.ts";
import type { Ready, WorkerEvent } from "./machine-messages.ts";
import type { MachineOptions } from "./machine-options.ts";
import { heldThere } from "./probed-containment.ts";
import { ShellMirrors } from "./shell-mirrors.ts";
import { WorkerLink, WorkerLost } from "./worker-link.ts";

/** What all workers of a gateway share. */
export type Gateway = {
  readonly shells: ShellManager;
  readonly gate: Gate;
  readonly questions: Questions;
  readonly approver: Approver | undefined;
  readonly words: Words;
  readonly announce: (event: ToolEvent) => void;
  readonly onUse: (use: { readonly sessionId: string; readonly shellId?: string }) => void;
  readonly helloFor: (machine: MachineOptions) => Hello;
  readonly raw: boolean;
  readonly profile: string | undefined;
  /** Where calls start that name no directory: the machine's own workspace stands for it. */
  readonly usualDir: string;
};

/** Whose worker it is: a name of the machines, the scope of its client, and the profile that the client chose. */
export type Owner = {
  readonly name: string;
  readonly machine: MachineOptions;
  readonly scope: string | undefined;
  readonly profile?: string | undefined;
};

/** A call of a tool, with the session it means. */
export type PlacedCall = {
  readonly tool: Tool;
  readonly input: unknown;
  readonly context: ExecutionContext;
  readonly sessionId: string;
};

/** One worker with its sessions and shells: calls go there, judgements and output come here. */
export class MachineWorker {
  readonly sessions: Set<string> = new Set();
  readonly owner: Owner;
  readonly #gateway: Gateway;
  readonly #calls = new Map<number, KnownCall>();
  readonly #desk: GateDesk;
  readonly #mirrors: ShellMirrors;
  #link: WorkerLink | undefined;
  #ready: Ready | undefined;

  private constructor(gateway: Gateway, owner: Owner, sessionId: string) {
    this.#gateway = gateway;
    this.owner = owner;
    this.sessions.add(sessionId);
    const { shells, gate, questions, approver, announce, onUse } = gateway;
    const isOwn = (session: string): boolean => this.sessions.has(session);
    this.#desk = new GateDesk({
      gate,
      questions,
      approver,
      announce,
      isOwn,
      client: owner.scope,
      hasWall: gateway.helloFor(owner.machine).options.sandbox !== "none",
      home: () => this.#ready?.home ?? "/",
      ask: (question) => this.#connected.ask(question),
      callOf: (number) => this.#calls.get(number),
      checkJournal: () => shells.journal.check(),
    });
    this.#mirrors = new ShellMirrors({
      shells,
      isOwn,
      machine: owner.name,
      launcher: () => this.#connected.launcher,
      clearedAs: (text) => this.#desk.clearedAs(text),
      kill: (id) => this.#connected.ask({ what: "kill", id }),
      onStart: (shellId, session) => onUse({ sessionId: session, shellId }),
    });
  }

  /** Starts a worker for the session whose call comes first. */
  static async start(
    gateway: Gateway,
    owner: Owner,
    how: {
      readonly sessionId: string;
      readonly onWait: (what: string) => void;
      readonly onLost: (why: string) => void;
    },
  ): Promise<MachineWorker> {
    const worker = new MachineWorker(gateway, owner, how.sessionId);
    const { link, ready } = await WorkerLink.start(launchOf(owner.machine, owner.profile ?? gateway.profile), {
      hello: gateway.helloFor(owner.machine),
      onWait: how.onWait,
      events: {
        onEvent: (event) => worker.#heard(event),
        onShellOutput: (stream, chunk) => worker.#mirrors.output(stream, chunk),
        onAsk: (ask) => worker.#desk.answer(ask),
        onLost: (why) => {
          worker.#mirrors.lost("lost");
          how.onLost(why);
        },
      },
    });
    worker.#link = link;
    worker.#ready = ready;
    return worker;
  }

  /** What the machine said of itself. */
  get ready(): Ready | undefined {
    return this.#ready;
  }

  get isIdle(): boolean {
    return !this.#connected.isBusy && !this.#mirrors.isAnyRunning;
  }

  get isOver(): boolean {
    return this.#connected.isOver;
  }

  /** Whether a shell runs here, or a command that waits for its answer. */
  has(id: string): boolean {
    return this.#mirrors.has(id) || this.#desk.hasQuestion(id);
  }

  async endSession(sessionId: string): Promise<void> {
    this.sessions.delete(sessionId);
    await this.#connected.ask({ what: "end-session", sessionId }).catch(() => undefined); // a lost one has ended
  }

  async close(): Promise<void> {
    await this.#connected.close();
    this.#mirrors.lost("killed");
  }

  async call(placed: PlacedCall): Promise<ToolResult> {
    const { tool, input, context } = placed;
    this.sessions.add(placed.sessionId);
    const { signal, approver, stdin, onOutput, onBytes, onWait = () => undefined, workingDir, ...rest } = context;
    const asked = workingDir === this.#gateway.usualDir ? undefined : workingDir;
    let printed: Transcript | undefined;
    const { number, result } = this.#connected.call({
      said: { tool: tool.name, input, context: { ...rest, workingDir: asked } },
      signal,
      stdin,
      onWait,
      onBytes: ({ stream, bytes }) => {
        printed ??= this.#printing({ onOutput, onBytes });
        printed.append(stream, Buffer.from(bytes));
      },
    });
    this.#calls.set(number, { approver, signal });
    try {
      const said = checkedResult(await result, context.raw ?? this.#gateway.raw);
      if (said === undefined) throw this.#broken("it answered what is no result");
      printed?.finish();
      printed?.remove();
      return this.#told(said.result, said.dropped, placed);
    } catch (error) {
      if (!(error instanceof WorkerLost)) throw error;
      return this.#lostResult(placed, printed, error.message);
    } finally {
      this.#calls.delete(number);
    }
  }

  get #connected(): WorkerLink {
    if (this.#link === undefined) throw new WorkerLost("the worker has not begun");
    return this.#link;
  }

  #broken(why: string): WorkerLost {
    this.#connected.fail(why);
    return new WorkerLost(why);
  }

  /** What comes is redacted with the secrets of this host, and shown as what is printed here. */
  #printing({ onOutput, onBytes }: Pick<ExecutionContext, "onOutput" | "onBytes">): Transcript {
    const transcript = this.#gateway.shells.createTranscript(`distant-${createShellId()}`);
    if (onOutput !== undefined) transcript.liveText(onOutput);
    if (onBytes !== undefined)
      transcript.liveBytes(({ stream, bytes }) => onBytes({ stream, bytes: Buffer.from(bytes) }));
    return transcript;
  }

  #heard(event: WorkerEvent): void {
    if (event.kind === "shell-started") this.#mirrors.started(event);
    else if (event.kind === "shell-ended") this.#mirrors.ended(event);
    else if (event.kind === "containment") this.#gateway.announce(event);
    else if (this.sessions.has(event.sessionId) && this.#desk.clearedAs(event.command) !== undefined)
      this.#gateway.announce(event.kind === "command-ended" ? { ...event, exitCode: event.exitCode ?? null } : event);
  }

  /** A result of this machine: where it ran and what holds there is said here. */
  #told(result: ToolResult, dropped: number, { sessionId, context }: PlacedCall): ToolResult {
    const { metadata } = result;
    const told = {
      ...result,
      metadata: {
        ...metadata,
        ...(metadata["session_id"] === undefined ? {} : { session_id: sessionName(sessionId, context) }),
        ...(metadata["containment"] === "none" ? heldThere(this.owner.machine, this.#ready) : {}),
        machine: this.owner.name,
      },
    };
    return dropped === 0 ? told : withNote(told, this.#gateway.words.note(this.#gateway.words.outputDropped(dropped)));
  }

  /** The result of a call whose worker was lost: what came until then stays readable. */
  #lostResult(
    { tool, input, context, sessionId }: PlacedCall,
    printed: Transcript | undefined,
    why: string,
  ): ToolResult {
    const { words, shells } = this.#gateway;
    const { name: machine } = this.owner;
    const facts = {
      ...faultFacts("MACHINE_LOST"),
      status: "lost",
      machine,
      session_id: sessionName(sessionId, context),
      exit_code: null,
    } as const;
    if (tool.name !== "Bash") return fail(words.machineLostBetween(machine, why), facts);
    const command = typeof input === "object" && input !== null && "command" in input ? String(input.command) : "";
    printed?.finish();
    const { text = "", truncated = false } = printed?.read({ maxChars: shells.limits.visibleChars }) ?? {};
    const bash_id = createShellId();
    const now = wallMs();
    const over = { id: bash_id, sessionId, command, workingDir: "/", createdAt: now, startedAt: now, completedAt: now };
    if (printed !== undefined) shells.keepLog(printed, { ...over, status: "lost", machine });
    const sentence = [words.machineLost(machine, why), text].join("\n").trimEnd();
    return fail(sentence, { ...facts, command, truncated, ...(printed === undefined ? {} : { bash_id }) }, text);
  }
}

/** A result with a line behind its text. */
export function withNote(result: ToolResult, note: string): ToolResult {
  const noted = (text: string): string => (text === "" || text.endsWith("\n") ? `${text}${note}` : `${text}\n${note}`);
  const { output, error } = result;
  return { ...result, output: noted(output), ...(error === undefined ? {} : { error: noted(error) }) };
}
