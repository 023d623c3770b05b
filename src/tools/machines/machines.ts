/**
 * Sessions on other machines.
 *
 * Responsibilities: which machine a session is on, which worker a call goes to, and what a caller is told when its
 * session is not the one it left.
 * Does not: judge, or run anything here.
 */
import { Fault } from "../../core/base/fault.ts";
import { isRecord } from "../../core/base/is-record.ts";
import { MOST_WORKERS } from "../../core/base/limits/machine-limits.ts";
import { sessionOf } from "../session-scope.ts";
import type { ExecutionContext, Tool, ToolResult } from "../tool.ts";
import type { ToolkitOptions } from "../toolkit-options.ts";
import type { Ready } from "./machine-messages.ts";
import type { MachineOptions } from "./machine-options.ts";
import { type Gateway, type MachineWorker, type Owner, type PlacedCall, withNote } from "./machine-worker.ts";
import { WorkerPool } from "./worker-pool.ts";

/** How a machine is now. */
export type MachineView = {
  readonly name: string;
  readonly kind: MachineOptions["kind"];
  readonly workers: number;
  readonly sessions: number;
  readonly ready: Ready | undefined;
};

export class Machines {
  readonly #gateway: Gateway;
  readonly #machines: Readonly<Record<string, MachineOptions>>;
  readonly #placed: NonNullable<ToolkitOptions["machine"]>;
  readonly #pool: WorkerPool;
  /** Why the session of a name is a new one: told with its next result. */
  readonly #renewed = new Map<string, string>();

  constructor(gateway: Gateway, { machine, machines = {}, maxWorkers = MOST_WORKERS }: ToolkitOptions) {
    this.#gateway = gateway;
    this.#machines = machines;
    this.#placed = machine ?? (() => undefined);
    this.#pool = new WorkerPool(gateway, maxWorkers, (sessions, why) => {
      for (const session of sessions) this.#renewed.set(session, why);
    });
  }

  /** A tool that is called where its session runs. */
  place(tool: Tool): Tool {
    return { ...tool, execute: (input, context) => this.#call(tool, input, context) };
  }

  views(): readonly MachineView[] {
    return Object.entries(this.#machines).map(([name, { kind }]) => {
      const workers = this.#pool.running.filter(({ owner }) => owner.name === name);
      const sessions = workers.reduce((sum, worker) => sum + worker.sessions.size, 0);
      return { name, kind, workers: workers.length, sessions, ready: workers[0]?.ready };
    });
  }

  /** The names of the profiles that a client may choose among. */
  get profiles(): readonly string[] {
    const placed = typeof this.#placed === "string" ? [this.#machines[this.#placed]] : Object.values(this.#machines);
    return [...new Set(placed.flatMap((machine) => Object.keys(machine?.profiles ?? {})))];
  }

  /** Ends the workers of a scope, or of one session of it. */
  async leave(scope: string): Promise<void> {
    const isLeft = (session: string): boolean => session === scope || session.startsWith(`${scope}/`);
    await this.#pool.end(({ sessions }) => [...sessions].every(isLeft));
    for (const session of [...this.#renewed.keys()].filter(isLeft)) this.#renewed.delete(session);
  }

  async endSession(sessionId: string): Promise<void> {
    await Promise.all(
      this.#pool.running
        .filter(({ sessions }) => sessions.has(sessionId))
        .map((worker) => worker.endSession(sessionId)),
    );
  }

  async dispose(): Promise<void> {
    await this.#pool.dispose();
  }

  async #call(tool: Tool, input: unknown, context: ExecutionContext): Promise<ToolResult> {
    const sessionId = sessionOf(context, namedIn(input, ["session_id"]));
    const name = typeof this.#placed === "string" ? this.#placed : this.#placed(sessionId);
    const shell = namedIn(input, ["bash_id", "shell_id"]);
    const key = [name, context.scope ?? "", context.isClientsOwn === true ? sessionId : ""].join("\0");
    const call = { tool, input, context, sessionId };
    if (shell !== undefined) return this.#ofShell(shell, call, this.#pool.find(key));
    if (name === undefined) return tool.execute(input, context);
    const machine = Object.hasOwn(this.#machines, name) ? this.#machines[name] : undefined;
    if (machine === undefined) throw new Fault("CONFIG_INVALID", noMachine(name, Object.keys(this.#machines)));
    if (tool.hints?.readOnly === true && this.#pool.find(key) === undefined) return tool.execute(input, context);
    return this.#onMachine(key, { name, machine, scope: context.scope, profile: context.profile }, call);
  }

  /** A shell is where it was started; one whose worker is gone is read here. What nobody knows, the caller's own worker may. */
  async #ofShell(id: string, call: PlacedCall, own: MachineWorker | undefined): Promise<ToolResult> {
    const { tool, input, context } = call;
    const owner = this.#pool.running.find((one) => one.owner.scope === context.scope && one.has(id));
    const isKnownHere = this.#gateway.shells.getShell(id) !== undefined;
    const worker = owner ?? (isKnownHere ? undefined : own);
    if (worker === undefined || worker.isOver) return tool.execute(input, context);
    const [first = call.sessionId] = worker.sessions;
    return worker.call({ ...call, sessionId: worker.sessions.has(call.sessionId) ? call.sessionId : first });
  }

  async #onMachine(key: string, owner: Owner, call: PlacedCall): Promise<ToolResult> {
    const { words, onUse } = this.#gateway;
    const { context, sessionId } = call;
    onUse({ sessionId });
    const say = (said: string): void => context.onWait?.(words.aMachine(owner.name, said));
    if (this.#pool.find(key) === undefined) say("");
    const worker = await this.#pool.worker(key, owner, { sessionId, onWait: say });
    context.onWait?.(undefined);
    const why = this.#renewed.get(sessionId);
    const result = await worker.call(call).finally(() => this.#pool.used(key));
    if (why === undefined || result.metadata["status"] === "lost") return result;
    this.#renewed.delete(sessionId);
    const noted = withNote(result, words.note(words.sessionNew(owner.name, why)));
    return { ...noted, metadata: { ...noted.metadata, session_new: true } };
  }
}

const noMachine = (name: string, known: readonly string[]): string =>
  `there is no machine ${JSON.stringify(name)}; there are: ${known.join(", ") || "none"}`;

function namedIn(input: unknown, keys: readonly string[]): string | undefined {
  if (!isRecord(input)) return undefined;
  return keys.map((key) => input[key]).find((value): value is string => typeof value === "string");
}
