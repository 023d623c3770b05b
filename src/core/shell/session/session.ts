import { after, steadyMs, stopwatch, type Timer } from "../../base/clock.ts";
import { Fault } from "../../base/fault.ts";
import type { SessionId } from "../../base/ids.ts";
import { keepAlive } from "../../base/keep-alive.ts";
import type { Transcript } from "../../output/transcript.ts";
import type { ClearedCommand } from "../../permission/cleared.ts";
import type { Identity } from "../../process/identity.ts";
import type { BashAnswer } from "../bash/answer.ts";
import { type SessionState, sessionStateOf } from "../bash/session-state.ts";
import type { BashState } from "../bash/state.ts";
import { LateOutput } from "../late-output.ts";
import type { SessionLogin } from "../login/session-login.ts";
import type { SavedShell } from "../saved-shell.ts";
import { BashKeeper } from "./bash-keeper.ts";
import type { BashLink } from "./bash-link.ts";
import { EarlierProcesses } from "./earlier-processes.ts";
import { endOfHandedOver, handedOver } from "./hand-over.ts";
import { awaitInterruption, FirstLook, type Interrupted, type Leave } from "./interruption.ts";
import { childrenAmong, othersOf, processesOf } from "./left-running.ts";
import { Losses } from "./losses.ts";
import { type Concluded, type HandedOver, NOTHING_FOUND, neverBegun, type Outcome } from "./outcome.ts";
import type { RunOptions } from "./run-options.ts";
import { beginCommand, exitOf, type RunningCommand, stopCommand, toldBy, transcriptFor } from "./running-command.ts";
import { type Reach, type Relocation, SessionPlace } from "./session-place.ts";
import type { SessionSetup } from "./session-setup.ts";
import type { SessionTurn } from "./session-turn.ts";
import { PresentCommand, TurnQueue } from "./turn-queue.ts";

/**
 * A bash whose state lives across commands.
 *
 * Flow: one command at a time → a turn to bash → the answer, or bash's end, or time is up, or the caller gives up →
 * exactly one ending. A lost bash is replaced at once from its last saved state.
 * Does not: judge text, render words, know models.
 */
export class Session {
  readonly id: SessionId;
  readonly login: SessionLogin;
  readonly present: PresentCommand = new PresentCommand();
  readonly #setup: SessionSetup;
  readonly #keeper: BashKeeper;
  readonly #late: LateOutput;
  readonly #turns = new TurnQueue();
  readonly #turn: SessionTurn = {
    settle: (directory) => this.#step(() => this.#place.settle(directory)),
    run: (command, options) => this.#step(() => this.#run(command.text, options)),
    goTo: (directory) => this.#step(() => this.#place.goTo(directory)),
    saved: (directory) => this.#step(() => this.#savedNow(directory)),
    bashState: () => this.#step(() => this.#bashState()),
    noteStatus: (status) => this.#step(async () => (await this.#keeper.up()).noteStatus(status)),
    save: () => this.#step(() => this.#save()).catch(() => undefined),
    export: (variables) => this.#step(() => this.#ask({ kind: "export", variables }).then(() => this.#losses.touch())),
    state: () => this.#step(() => this.#stateNow()),
    processes: () => this.#step(async () => processesOf(await this.#keeper.up())),
  };
  readonly #place: SessionPlace;
  readonly #losses = new Losses();
  readonly #firstLook = new FirstLook();
  #idle: Timer | undefined;
  #busy = false;
  /** Nothing but bash was alive after the last command, so nothing else can be before the next. */
  #quiet = false;

  constructor(setup: SessionSetup) {
    this.#setup = setup;
    this.#keeper = new BashKeeper(setup.startLink, (link) => this.#lostBetween(link));
    this.#late = new LateOutput(setup.createTranscript);
    this.id = setup.id;
    this.login = setup.login;
    const reach: Reach = {
      up: () => this.#keeper.up(),
      begun: () => this.#keeper.begun(),
      moved: () => this.#losses.touch(),
      ask: (turn) => this.#ask(turn),
    };
    this.#place = new SessionPlace(setup.workingDir, reach, setup.begins);
  }

  /** Where the next command starts. */
  get cwd(): string {
    return this.#place.now.name;
  }

  /** Where the next command starts when its caller wants this directory. */
  startsIn(directory: string): string {
    return this.#place.startFor(directory).name;
  }

  /** Where bash really is, without links; undefined when its directory is gone. */
  async whereabouts(): Promise<string | undefined> {
    return (await this.#keeper.up()).directory;
  }

  /** Starts bash before the first command needs it. */
  async warm(): Promise<void> {
    await this.#turns.take(() => this.#hold(() => this.#step(() => this.#keeper.up())));
  }

  /**
   * Gives the caller the turn after all earlier callers. A caller that judges and runs in one turn runs the command
   * where it was judged. Undefined when the caller gave up while it waited.
   */
  inTurn<T>(act: (turn: SessionTurn) => Promise<T>, signal?: AbortSignal): Promise<T | undefined> {
    return this.#turns.takeUnlessAborted(signal, () => this.#hold(act));
  }

  /** Whether everything that callers asked of the session so far ends within this time. */
  isFreeWithin(limitMs: number): Promise<boolean> {
    return this.#turns.isFreeWithin(limitMs);
  }

  /** Runs a command after all earlier ones. */
  run(command: ClearedCommand, options: RunOptions): Promise<Outcome> {
    return this.#settled(options.directory, (turn) => turn.run(command, options));
  }

  /** What a background shell starts from: the state of a free session now, of a busy one as last saved. */
  async saved(directory?: string): Promise<SavedShell> {
    if (!this.#busy) return this.#settled(directory, (turn) => turn.saved(directory));
    return { ...(await this.#keeper.up()).saved(), place: this.#place.startFor(directory) };
  }

  /** A change of directory between two commands that no result has told yet. */
  takeRelocation(): Relocation | undefined {
    return this.#place.takeRelocation();
  }

  /** Ends the session with everything it started, and returns what no outcome has of its jobs. May be called twice. */
  async close(): Promise<Transcript | undefined> {
    this.#idle?.cancel();
    await this.#keeper.close();
    return this.#late.close();
  }

  /** A turn for what is not judged in it. */
  #settled<T>(directory: string | undefined, act: (turn: SessionTurn) => Promise<T>): Promise<T> {
    return this.#turns.take(() => this.#hold((turn) => turn.settle(directory).then(() => act(turn))));
  }

  async #hold<T>(act: (turn: SessionTurn) => Promise<T>): Promise<T> {
    this.#busy = true;
    this.#idle?.cancel();
    try {
      return await act(this.#turn);
    } finally {
      this.#busy = false;
      this.#saveWhenIdle();
    }
  }

  /** One use of bash by the holder of the turn. */
  #step<T>(act: () => Promise<T>): Promise<T> {
    return this.#keeper.isClosed ? Promise.reject(new Fault("SESSION_CLOSED")) : keepAlive(act());
  }

  async #savedNow(directory: string | undefined): Promise<SavedShell> {
    if (directory !== undefined) await this.#place.moveTo(directory);
    await this.#save();
    const link = await this.#keeper.up(); // another one, if bash ended meanwhile
    if (link.directory === undefined)
      throw new Fault("DIRECTORY_UNUSABLE", `${this.cwd} was deleted before the command could start`);
    return link.saved();
  }

  async #bashState(): Promise<BashState | undefined> {
    if ((await this.#keeper.begun()) === undefined) return undefined;
    await this.#save();
    return (await this.#keeper.up()).saved().state;
  }

  async #stateNow(): Promise<SessionState> {
    this.#losses.isUnsaved ||= (await this.#keeper.up()).saved().state === undefined;
    await this.#save();
    return sessionStateOf((await this.#keeper.up()).saved());
  }

  async #run(text: string, options: RunOptions): Promise<Outcome> {
    if (options.signal?.aborted) return neverBegun(transcriptFor(this.#setup, options), this.cwd);
    await this.#keeper.up();
    if (options.directory !== undefined) await this.#place.moveTo(options.directory);
    const relocation = this.#place.takeRelocation();
    const { sandbox } = this.#setup;
    const outcome = await this.present.during(text, () =>
      sandbox.aroundCommand(text, () => this.#execute(text, options), endOfHandedOver),
    );
    const relocated = relocation === undefined ? {} : { relocation, previousCwd: relocation.from };
    return { ...outcome, ...relocated, notices: await sandbox.takeNotices() };
  }

  async #execute(text: string, options: RunOptions): Promise<Outcome> {
    const transcript = transcriptFor(this.#setup, options);
    const attempt = (): Promise<Outcome | undefined> => this.#attempt(text, options, transcript);
    const outcome = (await attempt()) ?? (options.stdin ? undefined : await attempt()); // the input is gone with the first
    if (outcome === undefined) throw new Fault("SPAWN_FAILED", "bash ended before the command began: nothing ran");
    return outcome;
  }

  /** Undefined when bash was lost before it read the text: nothing ran, and another bash takes the next attempt. */
  async #attempt(text: string, options: RunOptions, transcript: Transcript): Promise<Outcome | undefined> {
    const begun = steadyMs();
    // A command that is handed over takes its bash along; the session goes on from what was saved before it.
    const before = await this.#keeper.up();
    const mayLeave = options.onTimeout === "background" || before.takesInput || before.kept.code.mayEndIn(text);
    if (mayLeave) await this.#save();
    const ready = await this.#keeper.up(); // the save may have ended the last bash
    const earlier = new EarlierProcesses(this.#quiet ? [] : othersOf(ready));
    const given = { text, transcript, earlier, ...options };
    const running = await beginCommand(ready, given, (old) => this.#keeper.move(old, this.#losses));
    const { link } = running;
    const processes = (): readonly Identity[] => earlier.removedFrom(link.supervisor.descendants());
    const watch = { transcript, processes, reader: running.reader, firstLook: this.#firstLook, ...options };
    const first = await awaitInterruption(running.reply, watch);
    const facts = { transcript, previousCwd: this.cwd, isAttested: link.isAttested, ...NOTHING_FOUND };
    const durationMs = (): number => Math.round(steadyMs() - begun);
    if (first.kind === "asks" || (first.kind === "timed-out" && options.onTimeout === "background")) {
      const ending = this.#handOver(running, { afterMs: durationMs(), ...first });
      return { ...facts, ending, cwd: this.cwd, late: this.#late.take(), durationMs: durationMs() };
    }
    const concluded = await this.#conclude(running, first);
    return concluded === undefined ? undefined : { durationMs: durationMs(), ...facts, ...concluded };
  }

  /** The command goes on without the session, with its bash. */
  #handOver(running: RunningCommand, why: Leave): HandedOver {
    const { link } = running;
    const backing = handedOver(running);
    this.#keeper.leave(link);
    this.#losses.isUnsaved = false;
    this.#place.now = link.kept.place;
    const { afterMs } = why;
    return { kind: "handed-over", afterMs, backing, ...(why.kind === "asks" ? { reader: why } : {}) };
  }

  /** Ends the command if it still runs, and takes over what its reply says of the session. Undefined when nothing ran. */
  async #conclude(running: RunningCommand, first: Interrupted): Promise<Concluded | undefined> {
    const { link, text, fifos, earlier, transcript } = running;
    const last = first.kind === "reply" ? first.reply : await stopCommand(running);
    // List them before a lost bash is replaced: the new bash is not a process that the command left running.
    const others = othersOf(link);
    this.#quiet = others.length === 0;
    const isHeld = link.outputs.finish(fifos) === "held";
    if (first.kind === "reply" && last.kind === "exit" && !last.hasBegun) {
      this.#lostBetween(link, last.saved);
      return undefined;
    }
    if (last.kind === "exit" || !link.kept.isUnchangedBy(text, last.answer)) this.#losses.touch();
    const missing = last.kind === "answer" ? this.#place.takeOver(link, last.answer) : {};
    if (last.kind === "exit") this.#replace(link);
    const restored = this.#losses.after(last, first);
    const late = this.#late.take();
    if (isHeld) this.#late.collect(fifos);
    transcript.finish();
    const notKept = await this.#keeper.takeNotKept();
    return {
      late,
      printsLater: isHeld,
      ending: first.kind === "reply" ? exitOf(last) : first,
      cwd: this.cwd,
      backgroundChildren: first.kind === "reply" ? await childrenAmong(earlier.removedFrom(others)) : [],
      ...toldBy(last),
      ...notKept,
      ...(restored === undefined ? {} : { restored }),
      ...missing,
    };
  }

  /** bash ended, but no command ended it: the next result tells. */
  #lostBetween(link: BashLink, isSaved = false): void {
    this.#losses.between(isSaved);
    this.#replace(link);
  }

  #replace(link: BashLink): void {
    this.#place.now = link.kept.place;
    this.#keeper.revive(link);
  }

  /** A turn of the session's own. Undefined when bash ended instead: another takes its place, and the next result tells. */
  async #ask(turn: Parameters<BashLink["ask"]>[0]): Promise<BashAnswer | undefined> {
    const link = await this.#keeper.up();
    await this.#setup.sandbox.beforeInternalTurn();
    const reply = await link.ask(turn);
    if (reply.kind === "answer") return reply.answer;
    this.#lostBetween(link, reply.saved);
    return undefined;
  }

  #saveWhenIdle(): void {
    if (!this.#losses.isUnsaved || this.#keeper.isClosed) return;
    this.#idle?.cancel();
    this.#idle = after(this.#losses.idleMs, () => void this.#turns.take(() => this.#hold((turn) => turn.save())));
    this.#idle.unref();
  }

  async #save(): Promise<void> {
    const spent = stopwatch();
    if (this.#losses.isUnsaved && (await this.#ask({ kind: "save" })) !== undefined) this.#losses.saved(spent());
  }
}
