import { after, wallMs } from "../../base/clock.ts";
import { Fault } from "../../base/fault.ts";
import type { ShellId } from "../../base/ids.ts";
import { keepAlive } from "../../base/keep-alive.ts";
import { ageOf, type Stamp } from "../../base/stamp.ts";
import { LATE, within } from "../../base/with-timeout.ts";
import type { Cursor } from "../../output/cursor.ts";
import { openTranscript, type Reading, type ReadOptions, type Transcript } from "../../output/transcript.ts";
import type { Exit } from "../../process/ending.ts";
import { type Identity, isRunning, signal } from "../../process/identity.ts";
import { killTree } from "../../process/kill-tree.ts";
import { listeningPorts, type Ports } from "../../process/listening-ports.ts";
import { readerOfInput } from "../../process/waiting-for-input.ts";
import type { ShellTerminal } from "../terminal/shell-terminal.ts";
import { type Backing, ENDS, type KillReport } from "./shell-backing.ts";
import type { ShellInput } from "./shell-input.ts";
import { recordOf, type ShellFacts, type ShellRecord } from "./shell-record.ts";
import { isLive, nextStatus, type ShellStatus } from "./shell-status.ts";
import type { StartedShell } from "./started-shell.ts";

/** One command that outlives its call. */
export class ShellProcess {
  readonly id: ShellId;
  readonly sessionId: string;
  readonly command: string;
  readonly description: string | undefined;
  readonly decision: ShellFacts["decision"];
  readonly workingDir: string;
  readonly createdAt: number;
  readonly startedAt: number | undefined;
  readonly transcript: Transcript;
  /** The machine that it runs on, where that is not this one. */
  readonly machine: string | undefined;
  /** By clocks that do not jump; only of a shell that this host has started. */
  readonly #started: Stamp | undefined;
  readonly #backing: Backing | undefined;
  readonly #ended: Promise<void>;
  #status: ShellStatus;
  #exit: Pick<ShellRecord, "exitCode" | "signal">;
  #completedAt: number | undefined;
  #cursor: Cursor = "0";

  private constructor(
    facts: Omit<ShellFacts, "started"> & Pick<ShellRecord, "createdAt" | "startedAt" | "started">,
    transcript: Transcript,
    started?: StartedShell,
  ) {
    this.id = facts.id;
    this.sessionId = facts.sessionId;
    this.command = facts.command;
    this.description = facts.description;
    this.decision = facts.decision;
    this.workingDir = facts.workingDir;
    this.createdAt = facts.createdAt;
    this.startedAt = facts.startedAt;
    this.#started = started === undefined ? undefined : facts.started;
    this.transcript = transcript;
    this.machine = started?.backing.machine;
    this.#backing = started?.backing;
    this.#exit = {};
    this.#status = started === undefined ? "lost" : "running";
    this.#ended =
      started === undefined
        ? Promise.resolve()
        : started.backing.ended.then((exit) => ENDS.run(() => this.#end(exit, started)));
  }

  /** A shell that has just started. */
  static started(facts: ShellFacts, started: StartedShell): ShellProcess {
    const { wall } = facts.started;
    return new ShellProcess({ ...facts, createdAt: wall, startedAt: wall }, started.backing.transcript, started);
  }

  /** A shell that a dead host left behind. */
  static left(record: ShellRecord): ShellProcess {
    return ShellProcess.over(record, openTranscript(record.logs));
  }

  /** A shell that is over: it can only be read. */
  static over(record: Omit<ShellRecord, "logs">, transcript: Transcript): ShellProcess {
    const { status, completedAt, exitCode, signal: name } = record;
    const shell = new ShellProcess(record, transcript);
    shell.#status = status;
    shell.#completedAt = completedAt;
    shell.#exit = {
      ...(exitCode === undefined ? {} : { exitCode }),
      ...(name === undefined ? {} : { signal: name }),
    };
    return shell;
  }

  get status(): ShellStatus {
    return this.#status;
  }

  get exitCode(): number | undefined {
    return this.#exit.exitCode;
  }

  get signal(): string | undefined {
    return this.#exit.signal;
  }

  get isRunning(): boolean {
    return isLive(this.#status);
  }

  /** Whether the command itself is over. A shell that is being ended has its last status already, and may still print. */
  get hasEnded(): boolean {
    return this.#backing === undefined || this.#completedAt !== undefined;
  }

  get completedAt(): number | undefined {
    return this.#completedAt;
  }

  get durationMs(): number | undefined {
    if (this.startedAt === undefined) return undefined;
    return this.#completedAt === undefined ? this.ageMs : Math.max(0, this.#completedAt - this.startedAt);
  }

  /** How long ago it was started. */
  get ageMs(): number {
    return this.#started === undefined ? Math.max(0, wallMs() - this.createdAt) : ageOf(this.#started).least;
  }

  /** How long ago it ended; undefined while it runs. */
  get endedMsAgo(): number | undefined {
    return this.#completedAt === undefined ? undefined : this.ageMs - (this.#completedAt - this.createdAt);
  }

  /** Names of what it could not take over from its session, or not as it was. */
  get notKept(): readonly string[] {
    return this.#backing?.notKept ?? [];
  }

  /** The process that runs the command; undefined once it has ended. */
  get pid(): number | undefined {
    const shell = this.#backing?.shell;
    return shell !== undefined && isRunning(shell) ? shell.pid : undefined;
  }

  /** The same, found among processes of the shell that were just listed. */
  pidAmong(processes: readonly Identity[]): number | undefined {
    const shell = this.#backing?.shell;
    return processes.find((one) => one.pid === shell?.pid && one.startTime === shell.startTime)?.pid;
  }

  /** The process above everything else of the shell: another host finds the shell by it. */
  get supervisor(): Identity | undefined {
    return this.#backing?.supervisor;
  }

  /** Takes what its standard input is to be fed with; undefined where that was given, is nothing, or is over. */
  get input(): ShellInput | undefined {
    return this.isRunning ? this.#backing?.input : undefined;
  }

  /** Its terminal, where it has one; also what is left of it when the shell is over. */
  get terminal(): ShellTerminal | undefined {
    return this.#backing?.terminal;
  }

  /** The program that waits for input of the shell's now; undefined where none is seen to. */
  get reader(): string | undefined {
    return this.readerAmong(this.processes());
  }

  /** The same, found among processes of the shell that were just listed. */
  readerAmong(processes: readonly Identity[]): string | undefined {
    const inode = this.input?.inode;
    return inode === undefined ? undefined : readerOfInput(processes, { inode, shell: this.#backing?.shell });
  }

  /** The live processes of the shell, also those that it left running when it ended. */
  processes(): readonly Identity[] {
    return this.#backing?.processes() ?? [];
  }

  /** TCP ports that the shell's processes listen on, lowest first; undefined where the system does not tell. */
  listeningPorts(): Promise<Ports> {
    return listeningPorts(this.processes());
  }

  /** What was printed since the last call. */
  getNewOutput(options: { readonly includeStderr?: boolean } = {}): string {
    return this.readNew({ ...options, maxChars: Number.MAX_SAFE_INTEGER }).text;
  }

  /** Everything printed so far, as far as it is kept. */
  getAllOutput(): string {
    return this.transcript.read({ maxChars: Number.MAX_SAFE_INTEGER }).text;
  }

  /** Reads from a cursor on; does not move the cursor of any other reader. */
  read(options: ReadOptions = {}): Reading {
    return this.transcript.read(options);
  }

  /** The cursor of the shell's one shared reader. */
  get readCursor(): Cursor {
    return this.#cursor;
  }

  /** What is new to the shell's one shared reader; moves its cursor. */
  readNew(options: Omit<ReadOptions, "since"> = {}): Reading {
    const reading = this.transcript.read({ ...options, since: this.#cursor });
    this.countAsRead(reading.nextCursor);
    return reading;
  }

  /** Moves the cursor of the shell's one shared reader: what stands before it counts as read. */
  countAsRead(cursor: Cursor): void {
    this.#cursor = cursor;
  }

  /**
   * The exit code, when the command has one. When the time is over first, ends the shell with everything it started.
   */
  async wait(timeoutMs?: number): Promise<number> {
    if ((await keepAlive(within(timeoutMs, this.#ended))) === LATE) {
      await this.#kill("timeout", "SIGTERM");
      throw new Fault("SHELL_TIMED_OUT", `${this.id} was given ${timeoutMs} ms`);
    }
    return this.#exit.exitCode ?? -1;
  }

  /**
   * Ends the shell with everything it started if it still runs this long after its start. Does not keep the host
   * running: everything ends with the host anyway.
   */
  endAfter(timeoutMs: number): void {
    const end = (): void => {
      if (this.isRunning) this.#kill("timeout", "SIGTERM").catch(() => undefined); // a fault: the shell is not over
    };
    const timer = after(Math.max(0, timeoutMs - (this.durationMs ?? 0)), end);
    timer.unref();
    void this.#ended.then(() => timer.cancel());
  }

  /** Ends the shell and everything it started, also what an ended shell left running: the signal, a grace, KILL. */
  kill(name: NodeJS.Signals = "SIGTERM", status: "killed" | "timeout" = "killed"): Promise<KillReport> {
    return this.#kill(status, name);
  }

  /** Sends every process a request to end, and does not wait. */
  terminate(): void {
    for (const identity of this.processes()) signal(identity, "SIGTERM");
  }

  /** Sends what Ctrl+C sends. */
  interrupt(): void {
    for (const identity of this.processes()) signal(identity, "SIGINT");
  }

  /** Closes everything it holds and ends what is left of the shell. The logs stay. */
  async close(): Promise<void> {
    await this.kill();
    await this.#backing?.close("now");
    this.transcript.spill();
    this.transcript.close();
  }

  /** The record that is written on disk. `directory`: where a log would be that does not exist yet. */
  record(directory: string): ShellRecord {
    return recordOf(this, { directory, exit: this.#exit, started: this.#started });
  }

  async #kill(status: ShellStatus, name: NodeJS.Signals): Promise<KillReport> {
    this.#status = nextStatus(this.#status, status);
    const backing = this.#backing;
    if (backing === undefined) return { survivors: [] };
    backing.terminal?.hangUp();
    const left = await keepAlive(killTree({ list: () => backing.processes(), firstSignal: name }));
    if (left.length === 0) await keepAlive(Promise.all([backing.close("if-alone"), this.#ended]));
    return { survivors: left.map(({ pid }) => pid) };
  }

  /**
   * Gives back what an ended shell holds, once no process of it is left: the supervisor has nothing more to watch.
   * A process that the shell left running may end at any time, and no event tells.
   */
  async release(): Promise<void> {
    if (this.hasEnded && this.processes().length === 0) await this.#backing?.close("if-alone");
  }

  #end(exit: Exit, { onEnd }: StartedShell): void {
    this.#completedAt = this.createdAt + this.ageMs; // the time of day may have jumped since
    this.#exit =
      exit.kind === "signaled" ? { exitCode: exit.exitCode, signal: exit.signal } : { exitCode: exit.exitCode };
    const own = exit.kind === "exited" && exit.exitCode === 0 ? "completed" : "failed";
    this.#status = nextStatus(this.#status, this.#backing?.endedAs?.() ?? own);
    this.transcript.finish();
    onEnd(this);
    this.release().catch(() => undefined); // the next sweep tries again
  }
}
