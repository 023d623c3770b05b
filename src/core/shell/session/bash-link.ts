import type { Readable } from "node:stream";
import { every } from "../../base/clock.ts";
import { Fault } from "../../base/fault.ts";
import { createNonce } from "../../base/ids.ts";
import { DEAF_LOOK_MS, OWN_TURN_MS } from "../../base/limits.ts";
import { LATE, within } from "../../base/with-timeout.ts";
import { notThere, ROOT, type StartDirectory } from "../../files/working-directory.ts";
import type { Identity } from "../../process/identity.ts";
import { removeTree } from "../../process/remove-tree.ts";
import { fileBlocks } from "../../process/rlimits.ts";
import type { Supervisor } from "../../process/supervisor/supervisor.ts";
import { type AfterTurn, asBytes, type BashAnswer, readAnswer } from "../bash/answer.ts";
import { awaitHello, NOWHERE } from "../bash/await-hello.ts";
import { BashPipe, type Heard } from "../bash/bash-pipe.ts";
import { bodyOf, mayDisable, namesPipeStatus, piecesOf, type Reading, type TextPiece } from "../bash/cut-text.ts";
import { dumpLine, MARK } from "../bash/exit-hook.ts";
import { ExitTrap } from "../bash/exit-trap.ts";
import { loadOf, readHello } from "../bash/load.ts";
import {
  beginLines,
  cdLine,
  type EndOptions,
  endLines,
  exportLine,
  helloLine,
  INPUT,
  lookLine,
  rescueLines,
  type Streams,
  textLines,
  wasCalm,
} from "../bash/script-lines.ts";
import { startLines } from "../bash/start-lines.ts";
import { mayTrap, seesExitTrap } from "../bash/trap-words.ts";
import type { Ended, LinkStart, Turn, TurnReply, TurnStreams } from "../bash/turn.ts";
import { InputFifo } from "../input-fifo.ts";
import type { SavedShell } from "../saved-shell.ts";
import { BashPlace } from "./bash-place.ts";
import { OutputFifos } from "./output-fifos.ts";
import { StateStore } from "./state-store.ts";

/**
 * The connection to one session's bash.
 *
 * Responsibilities: the supervisor, what bash goes on from, turns out, answers in, EXIT traps at the end of their text.
 * Does not: know time limits of commands, what a command means, or what to do when bash is gone.
 */
export class BashLink {
  readonly supervisor: Supervisor;
  readonly outputs: OutputFifos;
  /** Whether its texts read an open pipe where they are given no input. */
  readonly takesInput: boolean;
  readonly #setup: Omit<LinkStart, "saved">;
  readonly #pipe: BashPipe;
  readonly #exitTrap = new ExitTrap();
  /** What the next bash starts from. */
  readonly kept: StateStore;
  readonly #stands = new BashPlace(() => this.shell);
  #after: AfterTurn;
  /** The last answer, if a text can have changed nothing since. */
  #last: BashAnswer | undefined;
  #closed = false;

  private constructor(supervisor: Supervisor, { saved, ...setup }: LinkStart) {
    this.supervisor = supervisor;
    this.outputs = new OutputFifos(supervisor, setup.runtimeDir);
    this.#setup = setup;
    this.takesInput = setup.takesInput === true;
    this.#after = saved.after;
    this.kept = new StateStore({ ...saved, place: setup.places[0] });
    this.#pipe = new BashPipe(supervisor);
  }

  /** Starts a bash that has loaded its state, and waits until bash has said so. A supervisor without one is ended. */
  static async start(supervisor: Supervisor, setup: LinkStart): Promise<BashLink> {
    try {
      const link = new BashLink(supervisor, setup);
      await link.#startShell(setup.places);
      return link;
    } catch (error) {
      await supervisor.end();
      removeTree(setup.runtimeDir);
      throw error;
    }
  }

  /** Starts a bash in place of a lost one; it goes on from the last saved state. */
  async restart(): Promise<void> {
    await this.#startShell([this.kept.place, ...this.#setup.places, ROOT]);
  }

  async #startShell(places: readonly StartDirectory[]): Promise<void> {
    const saved = this.saved();
    const load = loadOf(saved);
    const nonce = createNonce();
    this.#exitTrap.forget();
    this.#after = saved.after;
    if (load.bytes !== undefined) this.supervisor.handState(load.bytes);
    if (this.takesInput) this.supervisor.input.open();
    const hello = this.#pipe.start(places, {
      before: startLines(places, fileBlocks(this.#setup.limits), this.takesInput) + load.lines,
      rest: helloLine(nonce),
      read: (said) => readHello(said, nonce, load),
    });
    const heard = await awaitHello(hello, this.#pipe, () => this.#setup.programs.isOpenedBy(this.supervisor.home));
    if (heard.kind === "exit") {
      if (heard.exit.exitCode === NOWHERE) throw new Fault("DIRECTORY_UNUSABLE", notThere(this.kept.place.path));
      if (this.kept.dropLimits()) return this.#startShell(places);
      throw new Fault("SPAWN_FAILED", "bash ended before it was ready");
    }
    this.kept.atStart = heard.answer.atStart;
    this.kept.missing.push(...heard.answer.missing);
    this.#last = undefined;
    this.#stands.begin();
    if (this.#stands.mustBeTold && (await this.#own("")).kind === "exit")
      throw new Fault("SPAWN_FAILED", "bash ended before it was ready");
  }

  /** Called when bash ends while no turn is open. */
  set onIdleExit(act: () => void) {
    this.#pipe.onIdleExit = () => (this.#closed ? undefined : act());
  }

  /** The present bash, by its pid on the host. */
  get shell(): Identity | undefined {
    return this.#pipe.shell;
  }

  /** Whether the kernel vouches that what is said of a command is what bash said. */
  get isAttested(): boolean {
    return this.#pipe.isHidden;
  }

  /** Whether bash was the only process of its session at its last answer, and has got no text since. */
  get isAlone(): boolean {
    return this.#pipe.isAlone;
  }

  /** Gives bash a turn. One at a time: the reply comes before the next turn. */
  ask(turn: Turn): Promise<TurnReply> {
    if (this.#closed) throw new Fault("SESSION_CLOSED");
    if (turn.kind === "run") return this.#run(turn);
    if (turn.kind === "save") return this.#own(dumpLine(MARK));
    if (turn.kind === "export") return this.#own(exportLine(turn.variables));
    const lineFor = turn.kind === "cd" ? cdLine : lookLine;
    return this.#own(lineFor(asBytes(turn.directory)));
  }

  /** Makes this the status of the last text. */
  noteStatus(status: number): void {
    this.#after = { ...this.#after, status, pipeStatus: [status] };
    this.kept.takeStatus(status);
  }

  /** The FIFO for the standard input of the next command. */
  makeInput(source: Readable): Promise<InputFifo> {
    return InputFifo.make(this.supervisor, this.#setup.runtimeDir, source);
  }

  /** Where bash really is; undefined when bash or its directory is gone. */
  get directory(): string | undefined {
    return this.#stands.directory;
  }

  /** Whether bash must be asked if it is still there. */
  get isPlaceDoubtful(): boolean {
    return this.#stands.isDoubtful;
  }

  placeOf(answer: BashAnswer, directory: string | undefined): StartDirectory {
    return this.#stands.of(answer, directory);
  }

  /** What the next bash would start from. */
  saved(): SavedShell {
    return this.kept.saved();
  }

  /** Closes everything the host holds; the supervisor ends what runs below it. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.supervisor.end();
    this.outputs.close();
  }

  async #run({ text, in: input, out, err }: Extract<Turn, { kind: "run" }>): Promise<TurnReply> {
    if (text.includes("\0")) throw new Fault("SPAWN_FAILED", "a command cannot hold a NUL character");
    this.kept.code.noteText(text);
    const [first, ...others] = piecesOf(text, this.#reading());
    // The EXIT trap prints where the text left its streams.
    const keepsStreams = seesExitTrap(text);
    const own = this.takesInput ? INPUT : undefined;
    const given = { in: input === undefined ? own : asBytes(input), out: asBytes(out), err: asBytes(err) };
    const open = { streams: given, given: this.kept.code.mayRedirect(text) ? given : undefined, keepsStreams };
    const kept = (): TurnStreams => ({ ...open, streams: undefined });
    let reply = await this.#turn(first, open, this.#exitTrap.before(text));
    for (const piece of others) {
      if (reply.kind === "exit") break;
      reply = await this.#turn(piece, kept(), this.#exitTrap.between(reply.answer, piece.text));
    }
    if (reply.kind === "exit") return this.#ended(reply, reply.hasBegun || others.length > 0);
    const { answer } = reply;
    const trap = this.#exitTrap.usersIn(answer);
    if (trap === undefined) return keepsStreams ? this.#letGo(answer, open.given) : { kind: "answer", answer };
    const last = { ...(keepsStreams ? kept() : open), keepsStreams: false };
    const body = bodyOf(trap, this.#reading());
    const fired = await this.#turn(body, last, this.#exitTrap.under(body.text));
    if (fired.kind === "exit") return this.#ended(fired, true);
    // The status of a script is that of its last command, whatever its EXIT trap runs.
    const { status, pipeStatus } = answer;
    this.#after = { ...fired.answer, status, pipeStatus };
    return { kind: "answer", answer: { ...fired.answer, status, pipeStatus } };
  }

  /** Takes the streams back that a text kept for an EXIT trap, where it left none. */
  async #letGo(answer: BashAnswer, given: Streams | undefined): Promise<TurnReply> {
    const reply = await this.#own("", given);
    if (reply.kind === "exit") return { ...reply, hasBegun: true };
    return { kind: "answer", answer: { ...answer, movedStreams: reply.answer.movedStreams } };
  }

  async #turn(
    { text, line, isInline }: TextPiece,
    { streams, given, keepsStreams }: TurnStreams,
    onExit: string | undefined,
  ): Promise<Heard<BashAnswer>> {
    const isSame = this.#last !== undefined && this.kept.isLeftAloneBy(text, this.#last);
    const isCalm = onExit === undefined && wasCalm(this.#after) && isSame;
    const heard = await this.#say(
      beginLines({
        after: this.#after,
        streams,
        onExit,
        line,
        isInline,
        namesPipeStatus: namesPipeStatus(text),
        isCalm,
        hidesExec: this.kept.code.hidesExec(""),
      }),
      textLines(text, isInline),
      { hidesExec: this.kept.code.hidesExec(text), given, keepsStreams, isCalm },
    );
    if (heard.kind === "answer") this.#after = heard.answer;
    return heard;
  }

  /** A turn of nacre's own. It changes nothing that a text sees; a bash that does not take it in time is lost. */
  async #own(line: string, given?: Streams): Promise<TurnReply> {
    const turn = this.#say("", line, { hidesExec: this.kept.code.hidesExec(""), given });
    const looks = every(DEAF_LOOK_MS, () => this.#pipe.rouse());
    const inTime = await within(OWN_TURN_MS, turn).finally(() => looks.cancel());
    if (inTime === LATE) this.#pipe.giveUp("stuck");
    // A bash that the kernel does not end is given up with its supervisor.
    const heard = inTime === LATE ? await this.supervisor.insist(turn) : inTime;
    if (heard.kind === "exit") return this.#ended(heard, false);
    this.kept.take(heard.said, MARK, { after: this.#after, place: this.placeOf(heard.answer, this.directory) });
    return { kind: "answer", answer: heard.answer };
  }

  async #say(
    before: string,
    text: string,
    how: Pick<EndOptions, "hidesExec" | "given" | "keepsStreams" | "isCalm">,
  ): Promise<Heard<BashAnswer>> {
    const isTight = mayDisable(text) || this.#after.disabled.length > 0;
    const runsReturnTrap = this.#last?.hasReturnTrap === true || mayTrap("RETURN", text);
    const end = { nonce: createNonce(), tellsPlace: this.#stands.mustBeTold, isTight, runsReturnTrap, ...how };
    const heard = await this.#pipe.say({
      before,
      rest: text + endLines(end),
      rescue: () => rescueLines(end),
      read: (said) => readAnswer(said, end.nonce, MARK),
    });
    if (heard.kind === "answer") {
      if (heard.isRescued) this.kept.missing.push("the function builtin");
      this.#last = heard.answer;
      this.#stands.note(heard.answer);
      if (!how.isCalm) this.#exitTrap.note(heard.answer);
    }
    return heard;
  }

  /** Only a text that has begun leaves a status behind. */
  #ended({ exit, said, loss }: Extract<Heard<BashAnswer>, { kind: "exit" }>, hasBegun: boolean): Ended {
    const after = { ...this.#after, ...(hasBegun ? { status: exit.exitCode, pipeStatus: [exit.exitCode] } : {}) };
    const saved = this.kept.take(said, MARK, { after, place: undefined });
    if (!saved && hasBegun) this.kept.takeStatus(exit.exitCode);
    if (loss !== undefined || !hasBegun) this.kept.dropLimits();
    return { kind: "exit", exit, saved, loss, hasBegun };
  }

  /** What changes how bash reads the next text. */
  #reading(): Reading {
    const count = this.#last?.aliases ?? 0;
    return { options: this.#after.options, aliases: count === 0 ? [] : this.kept.aliases(count) };
  }
}
