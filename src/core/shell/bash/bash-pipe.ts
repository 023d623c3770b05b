import { after, type OneTimer, stopwatch } from "../../base/clock.ts";
import { DEAF_LOOK_MS, OWN_TURN_MS, STATE_BYTES } from "../../base/limits.ts";
import type { StartDirectory } from "../../files/working-directory.ts";
import { type Exit, KILLED } from "../../process/ending.ts";
import { type Identity, isStopped, signal } from "../../process/identity.ts";
import type { Speaker } from "../../process/supervisor/speaker.ts";
import type { Supervisor } from "../../process/supervisor/supervisor.ts";
import { ENDING_FILE } from "./exit-hook.ts";

/** What came of some lines: what bash said, or its end with what it said before. */
export type Heard<T> =
  | {
      readonly kind: "answer";
      readonly answer: T;
      readonly said: string;
      /** Whether it took the lines of the rescue. */
      readonly isRescued: boolean;
    }
  | {
      readonly kind: "exit";
      readonly exit: Exit;
      readonly said: string;
      readonly loss: Loss | undefined;
      /** Whether bash had begun to read the text. If not, nothing of it ran. */
      readonly hasBegun: boolean;
    };

/**
 * Why a bash was ended: it read the end of its turn and said nothing (`deaf`), it never got to the text (`stuck`), or
 * another program spoke with its pid (`replaced`).
 */
export type Loss = "deaf" | "stuck" | "replaced";

export type Lines<T> = {
  /** The lines before the text, and the text with those behind it. One letter per byte. */
  readonly before: string;
  readonly rest: string;
  /** Finds the answer in what bash said; undefined while it is not complete. */
  readonly read: (said: string) => T | undefined;
  /** Lines that may bring an answer out of a bash that gave none. */
  readonly rescue?: (() => string) | undefined;
};

const ENDING = Buffer.from(ENDING_FILE, "latin1");

type Open<T> = Lines<T> & { readonly isRescued: boolean; resolve(heard: Heard<T>): void };

/**
 * The pipe to a bash and the socket from it.
 *
 * Responsibilities: write lines, hear what bash itself says, and tell a bash that works from one that is lost by how much
 * of its script it has read.
 * Does not: know what the lines mean.
 */
export class BashPipe {
  /** Called when bash ends while nobody waits for it. */
  onIdleExit: () => void = () => undefined;
  readonly #supervisor: Supervisor;
  #shell: Identity | undefined;
  #isHidden: boolean | undefined;
  #isAlone = false;
  #said: Buffer[] = [];
  #bytes = 0;
  #open: Open<unknown> | undefined;
  #loss: Loss | undefined;
  #look: OneTimer | undefined;
  /** How long the present text has been found unread. */
  #stuckFor: (() => number) | undefined;
  /** Bytes of the script that were sent: all, and those before the present text. */
  #sent = 0;
  #textAt = 0;

  constructor(supervisor: Supervisor) {
    this.#supervisor = supervisor;
    supervisor.onAnswer = (bytes, speaker) => this.#hear(bytes, speaker);
    supervisor.onShellExit = (exit, read) => this.#exited(exit, read);
    supervisor.onGone = () => this.#exited(KILLED, Number.POSITIVE_INFINITY);
  }

  /** The present bash, by its pid on the host. */
  get shell(): Identity | undefined {
    return this.#shell;
  }

  /** Whether nobody but the kernel and bash itself can write in bash's memory and descriptors. */
  get isHidden(): boolean {
    return this.#isHidden === true;
  }

  /** Whether bash was the only process of its session when it gave its last answer, and has got no text since. */
  get isAlone(): boolean {
    return this.#isAlone;
  }

  /** Starts a bash, and gives it its first lines. */
  async start<T>(places: readonly StartDirectory[], lines: Lines<T>): Promise<Heard<T>> {
    this.#isHidden = undefined;
    this.#loss = undefined;
    this.#sent = 0;
    const heard = this.#expect(lines);
    this.#shell = await this.#supervisor.together(() => {
      this.#supervisor.handFile(ENDING);
      const shell = this.#supervisor.startShell(places);
      this.#send(lines);
      return shell;
    });
    return heard;
  }

  /** Gives bash lines. One turn at a time: a bash that has ended, or is starting, has begun nothing of them. */
  say<T>(lines: Lines<T>): Promise<Heard<T>> {
    if (this.#shell === undefined || this.#open !== undefined)
      return Promise.resolve({ kind: "exit", exit: KILLED, said: "", loss: undefined, hasBegun: false });
    const heard = this.#expect(lines);
    this.#send(lines);
    this.#lookLater();
    return heard;
  }

  #expect<T>(lines: Lines<T>): Promise<Heard<T>> {
    this.#said = [];
    this.#bytes = 0;
    this.#stuckFor = undefined;
    this.#isAlone = false;
    return new Promise<Heard<T>>((resolve) => {
      this.#open = { isRescued: false, resolve, ...lines } as Open<unknown>;
    });
  }

  #send({ before, rest }: Pick<Lines<unknown>, "before" | "rest">): void {
    this.#textAt = this.#sent + before.length;
    this.#sent = this.#textAt + rest.length;
    this.#supervisor.feed(before + rest);
  }

  /** Lets a bash go on that a command stopped; no other, which may have a trap for the signal. */
  rouse(): void {
    if (this.#shell !== undefined && isStopped(this.#shell)) signal(this.#shell, "SIGCONT");
  }

  /** Ends a bash that is of no use any more: one that reads on ends with its script. The open turn hears of it. */
  giveUp(loss: Loss): void {
    const shell = this.#shell;
    this.#loss = loss;
    if (shell === undefined) return;
    if (loss !== "deaf") signal(shell, "SIGKILL");
    else {
      this.#supervisor.endScript();
      after(DEAF_LOOK_MS, () => signal(shell, "SIGKILL")).unref();
    }
  }

  #hear(bytes: Buffer, { isHidden, isAlone }: Speaker): void {
    this.#isHidden ??= isHidden;
    // Its memory was hidden and is not any more: the pid belongs to another program now.
    if (this.#isHidden && isHidden === false) return this.giveUp("replaced");
    this.#bytes += bytes.length;
    if (this.#bytes > STATE_BYTES) return this.giveUp("deaf");
    this.#said.push(bytes);
    // A bash that answers lives on: what a process said that is gone counts as its last words, not as an answer.
    if (this.#open === undefined || isHidden === undefined || !endsRecord(bytes)) return;
    const said = this.#takeSaid();
    const { isRescued } = this.#open;
    const answer = this.#open.read(said);
    if (answer === undefined) this.#said = [Buffer.from(said, "latin1")];
    else {
      this.#isAlone = isAlone;
      this.#close({ kind: "answer", answer, said, isRescued });
    }
  }

  #exited(exit: Exit, read: number): void {
    const wasOpen = this.#open !== undefined;
    const wasThere = this.#shell !== undefined;
    this.#shell = undefined;
    this.#isAlone = false;
    this.#close({ kind: "exit", exit, said: this.#takeSaid(), loss: this.#loss, hasBegun: read > this.#textAt });
    if (!wasOpen && wasThere) this.onIdleExit();
  }

  #takeSaid(): string {
    const [first, ...others] = this.#said;
    this.#said = [];
    if (first === undefined) return "";
    // Most answers come in one piece.
    return (others.length === 0 ? first : Buffer.concat([first, ...others])).toString("latin1");
  }

  #close(heard: Heard<unknown>): void {
    const open = this.#open;
    this.#open = undefined;
    open?.resolve(heard);
  }

  /** No turn takes the look down: one that comes between two turns finds none open. */
  #lookLater(): void {
    this.#look ??= after(DEAF_LOOK_MS, () => void this.#lookNow()).unref();
    this.#look.refresh();
  }

  async #lookNow(): Promise<void> {
    const open = this.#open;
    if (open === undefined) return;
    const read = await this.#supervisor.readSoFar().catch(() => undefined);
    if (this.#open !== open || read === undefined) return;
    const loss = this.#lossAt(read);
    if (loss === "stuck") this.#wait();
    else this.#stuckFor = undefined;
    if (loss === "deaf") this.#rescue(open);
    this.#lookLater();
  }

  /** A loaded machine may keep bash from reading for a while, and a command may have stopped it. */
  #wait(): void {
    this.rouse();
    this.#stuckFor ??= stopwatch();
    if (this.#stuckFor() > OWN_TURN_MS) this.giveUp("stuck");
  }

  /** The supervisor hands on what bash said before it tells how much bash has read: there is no answer on its way. */
  #rescue(open: Open<unknown>): void {
    if (open.rescue === undefined) return this.giveUp("deaf");
    this.#open = { ...open, rescue: undefined, isRescued: true };
    this.#send({ before: "", rest: open.rescue() });
  }

  /** While a text runs, bash has read its first byte, and has not read the empty line behind the turn. */
  #lossAt(read: number): Loss | undefined {
    if (read >= this.#sent) return "deaf";
    return read <= this.#textAt ? "stuck" : undefined;
  }
}

/** Every record ends with an empty field. */
const endsRecord = (bytes: Buffer): boolean => bytes.length > 0 && bytes[bytes.length - 1] === 0;
