import { closeSync, constants, fstatSync, ftruncateSync, lstatSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { Fault } from "../../base/fault.ts";
import { createNonce } from "../../base/ids.ts";
import { SHELL_READY_MS } from "../../base/limits.ts";
import { LATE, within } from "../../base/with-timeout.ts";
import { realPath } from "../../files/path-inside.ts";
import { writeAnew } from "../../files/read-untrusted.ts";
import { directoryOf, notThere, ROOT, type StartDirectory } from "../../files/working-directory.ts";
import { type Exit, KILLED } from "../../process/ending.ts";
import { Fifo } from "../../process/fifo.ts";
import type { Identity } from "../../process/identity.ts";
import type { SpawnPlan } from "../../process/spawn-plan.ts";
import { Supervisor } from "../../process/supervisor.ts";
import { InputFifo } from "../input-fifo.ts";
import type { SavedShell } from "../saved-shell.ts";
import { SESSION_LIB } from "./bash-harness.ts";
import { OutputFifos } from "./output-fifos.ts";
import { AnswerReader, type BashAnswer, renderTurn, type Turn } from "./protocol.ts";
import { StateStore } from "./state-store.ts";
import { WakeFifo } from "./wake-fifo.ts";

/** What came of a turn: an answer, or the end of the shell (with `saved` when it saved its state first). */
export type TurnReply =
  | { readonly kind: "answer"; readonly answer: BashAnswer }
  | { readonly kind: "exit"; readonly exit: Exit; readonly saved: BashAnswer | undefined };

/** A turn without its nonce, which the link adds. */
type Ask = Turn extends infer Kind ? (Kind extends Turn ? Omit<Kind, "nonce"> : never) : never;

export type LinkStart = {
  readonly runtimeDir: string;
  readonly state: string;
  /** Where bash may start, best first. */
  readonly places: readonly [StartDirectory, ...StartDirectory[]];
  /** Takes the pid of the plan's process before any shell runs in it. */
  readonly started: (pid: number) => Promise<void>;
};

/** The rest of a longer turn is cut off, or bash would read it at every later turn. */
const LONG_TURN_BYTES = 16 * 1024;

/**
 * The connection to one session's bash.
 *
 * Responsibilities: the runtime directory's files, the supervisor, turns out, answers in.
 * Does not: know time limits, what a command means, or what to do when bash is gone.
 */
export class BashLink {
  readonly supervisor: Supervisor;
  readonly outputs: OutputFifos;
  /** Called when bash ends while no turn is open. */
  onIdleExit: () => void = () => undefined;
  readonly #runtimeDir: string;
  readonly #wake: WakeFifo;
  readonly #turn: number;
  readonly #answers: Fifo;
  readonly #reader = new AnswerReader();
  readonly #places: readonly StartDirectory[];
  readonly #kept: StateStore;
  #nonce = "";
  #turnBytes = 0;
  #open: ((reply: TurnReply) => void) | undefined;
  #saved: BashAnswer | undefined;
  #shell: Identity | undefined;
  #closed = false;

  private constructor(supervisor: Supervisor, { runtimeDir, state, places }: LinkStart) {
    this.supervisor = supervisor;
    this.outputs = new OutputFifos(supervisor, runtimeDir);
    this.#runtimeDir = runtimeDir;
    this.#places = places;
    this.#kept = new StateStore(runtimeDir, { state, place: places[0] });
    this.#wake = new WakeFifo(join(runtimeDir, "c"));
    this.#turn = openSync(join(runtimeDir, "turn"), constants.O_WRONLY | constants.O_CREAT, 0o600);
    this.#answers = new Fifo(join(runtimeDir, "r"), (chunk) => this.#hear(chunk));
    supervisor.onShellExit = (exit) => this.#exited(exit);
    supervisor.onGone = () => this.#exited(KILLED);
  }

  /** Starts a supervisor and a bash that has read `state`, and waits until bash has said hello. */
  static async start(plan: SpawnPlan, setup: LinkStart): Promise<BashLink> {
    const { runtimeDir, state, started, places } = setup;
    writeFileSync(join(runtimeDir, "lib"), SESSION_LIB, { mode: 0o600 });
    writeFileSync(join(runtimeDir, "state"), state, { mode: 0o600 });
    const supervisor = await Supervisor.start(plan);
    try {
      await started(supervisor.hostPid ?? 0);
      await supervisor.makeFifos(["c", "r"]);
      const link = new BashLink(supervisor, setup);
      await link.#startShell(places);
      return link;
    } catch (error) {
      await supervisor.end();
      throw error;
    }
  }

  /** Starts a bash in place of a lost one; it goes on from the last saved state. */
  async restart(): Promise<void> {
    if (lstatSync(join(this.#runtimeDir, "turn")).ino !== fstatSync(this.#turn).ino)
      throw new Fault("SPAWN_FAILED", "a file of this shell was replaced by a command");
    this.#wake.emptyOut();
    writeAnew(join(this.#runtimeDir, "lib"), SESSION_LIB);
    writeAnew(join(this.#runtimeDir, "state"), this.saved().state);
    await this.#startShell([this.place, ...this.#places, ROOT]);
  }

  async #startShell(places: readonly StartDirectory[]): Promise<void> {
    const hello = this.#expect("hello");
    const shell = await this.supervisor.startShell(places);
    const reply = await within(SHELL_READY_MS, hello);
    if (reply === LATE) throw new Fault("SPAWN_FAILED", `bash was not ready within ${SHELL_READY_MS} ms`);
    if (reply.kind !== "answer") {
      if (reply.exit.exitCode === NOWHERE) throw new Fault("DIRECTORY_UNUSABLE", notThere(this.place.path));
      throw new Fault("SPAWN_FAILED", "bash ended before it was ready");
    }
    this.#shell = shell;
  }

  /** The present bash, by its pid on the host. */
  get shell(): Identity | undefined {
    return this.#shell;
  }

  /** Whether bash waits for a turn; undefined where /proc does not show it. */
  get isIdle(): boolean | undefined {
    return this.#shell === undefined ? undefined : this.#wake.isStdinOf(this.#shell);
  }

  /** Gives bash a turn. One at a time: the reply comes before the next turn. */
  ask(turn: Ask): Promise<TurnReply> {
    if (this.#closed) throw new Fault("SESSION_CLOSED"); // the descriptors' numbers may be other files' by now
    const nonce = createNonce();
    const reply = this.#expect(nonce);
    this.#writeTurn(Buffer.from(renderTurn({ ...turn, nonce })));
    this.#wake.send(nonce);
    return reply;
  }

  /** The FIFO for the standard input of the next command. */
  makeInput(source: Readable): Promise<InputFifo> {
    return InputFifo.make(this.supervisor, this.#runtimeDir, source);
  }

  /** Where bash really is; undefined when bash or its directory is gone. */
  get directory(): string | undefined {
    return this.#shell === undefined ? undefined : directoryOf(this.#shell.pid);
  }

  /** Where bash is. Its name for the directory counts only if it leads there: bash may say anything. */
  placeOf({ cwd }: BashAnswer): StartDirectory {
    const { directory } = this;
    if (directory === undefined) return { path: realPath(cwd), name: cwd };
    const isTrue = directory === cwd || directory === realPath(cwd);
    return { path: directory, name: isTrue ? cwd : directory };
  }

  /** Makes the state that bash has just saved the one that the next bash starts from. */
  keepSaved(answer: BashAnswer): void {
    this.#kept.keep(join(this.#runtimeDir, "saving"), this.placeOf(answer));
  }

  /** Where bash was at its last save. */
  get place(): StartDirectory {
    return this.#kept.place;
  }

  /** What the next bash would start from. */
  saved(): SavedShell {
    return this.#kept.saved();
  }

  /** Closes everything the host holds; the supervisor ends what runs below it. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.supervisor.end();
    this.#answers.close();
    this.#wake.close();
    closeSync(this.#turn);
    this.outputs.close();
    this.#kept.remove();
  }

  /** Overwrites the file: truncating it at each turn costs more than the rest of the turn. */
  #writeTurn(bytes: Buffer): void {
    if (this.#turnBytes > LONG_TURN_BYTES) ftruncateSync(this.#turn, 0);
    this.#turnBytes = bytes.length;
    writeSync(this.#turn, bytes, 0, bytes.length, 0);
  }

  #expect(nonce: string): Promise<TurnReply> {
    this.#nonce = nonce;
    this.#saved = undefined;
    return new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  #hear(chunk: Buffer): void {
    for (const answer of this.#reader.push(chunk, this.#nonce)) {
      if (answer.kind === "exit" || answer.kind === "unfit") this.#saved = answer;
      // bash answers only while it is idle; anything else was forged by the command
      else if (this.isIdle !== false) this.#close({ kind: "answer", answer });
    }
  }

  #exited(exit: Exit): void {
    if (!this.#closed) this.#answers.drain(); // bash's last answer may still be in the FIFO
    const wasOpen = this.#open !== undefined;
    this.#shell = undefined;
    this.#close({ kind: "exit", exit, saved: this.#saved });
    if (!wasOpen && !this.#closed) this.onIdleExit();
  }

  #close(reply: TurnReply): void {
    const resolve = this.#open;
    this.#open = undefined;
    resolve?.(reply);
  }
}

/** The exit status of a shell that could start in none of its directories. */
const NOWHERE = 126;
