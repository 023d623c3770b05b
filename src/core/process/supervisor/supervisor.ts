import type { Socket } from "node:net";
import { Fault } from "../../base/fault.ts";
import { keepAlive } from "../../base/keep-alive.ts";
import { ROUSE_MS, SUPERVISOR_MS } from "../../base/limits.ts";
import { LATE, within } from "../../base/with-timeout.ts";
import type { StartDirectory } from "../../files/working-directory.ts";
import { descendantsOf, innermostPid } from "../descendants.ts";
import { type Exit, exitOfWaitStatus } from "../ending.ts";
import { type Identity, identityOf, signal } from "../identity.ts";
import type { SpawnPlan } from "../spawn-plan.ts";
import { fifoFault } from "./fifo-fault.ts";
import { type Ask, SupervisorInput } from "./input/supervisor-input.ts";
import { SupervisorTerminal } from "./input/supervisor-terminal.ts";
import { KnownFamily } from "./known-family.ts";
import type { NursedProcess, Nursery } from "./nursery.ts";
import { Orphans } from "./orphans.ts";
import { type Speaker, speakerOf } from "./speaker.ts";
import { languageOf } from "./supervisor-languages.ts";

type Waiter = { readonly key: string; resolve(line: string): void; reject(fault: Fault): void };

const LINE_END = 0x0a;

/** How much of a failed start's complaint is kept. */
const COMPLAINT_CHARS = 2000;

/**
 * The host's end of a supervisor process.
 *
 * Responsibilities: ask it for FIFOs and for a shell, tell when that shell exits, know every descendant, end it.
 * Does not: know what is spoken with the shell itself.
 */
export class Supervisor {
  /** Called when the shell has exited; the supervisor lives on. `read`: so many bytes of its script it had read. */
  onShellExit: (exit: Exit, read: number) => void = () => undefined;
  /** Takes what the shell says. */
  onAnswer: (bytes: Buffer, speaker: Speaker) => void = () => undefined;
  /** Called when the shell became another program. */
  onSilenced: () => void = () => undefined;
  /** Called before the supervisor is asked for anything: a sandbox may have frozen it. */
  onUse: () => void = () => undefined;
  /** Called before it is ended, and when its only command is over. */
  onEnding: () => void = () => undefined;
  /** Called once, when the supervisor itself is gone. */
  onGone: () => void = () => undefined;
  /** What the shell reads, or its terminal, if one was asked for before the shell was started. */
  readonly input: SupervisorInput;
  readonly terminal: SupervisorTerminal;
  readonly #process: NursedProcess;
  /** The supervisor, or the sandbox around it. */
  readonly #top: Identity | undefined;
  readonly #waiters: Waiter[] = [];
  #identity: Identity | undefined;
  #home = { device: 0, inode: 0 };
  #unread: Buffer = Buffer.alloc(0);
  #complaint = "";
  #gone = false;
  /** Settles when the supervisor is gone, with everything that was below it. */
  readonly over: Promise<void>;
  readonly #orphans: Orphans;
  /** Where the kernel does not give it what daemonises. */
  readonly #family: KnownFamily | undefined;
  /** Whether its pids are those of the host: it is in no pid namespace of its own. */
  #sharesPids = false;

  private constructor(process: NursedProcess, { mark, args }: SpawnPlan) {
    this.#process = process;
    this.#family = languageOf(args)?.adopts === false ? new KnownFamily() : undefined;
    this.#orphans = new Orphans(mark);
    const say = (line: string): void => this.#say(line);
    const ask: Ask = (what, key) => this.#ask(what, key);
    this.input = new SupervisorInput(say, ask);
    this.terminal = new SupervisorTerminal(say, ask);
    this.#top = identityOf(process.pid);
    const { channel } = process;
    channel.on("data", (bytes: Buffer) => this.#hear(bytes));
    this.over = new Promise((resolve) => channel.once("close", () => void this.#end().then(resolve)));
    channel.resume();
  }

  /** Starts a plan of `supervisorPlan`, bare or in a sandbox, and waits until the supervisor speaks. */
  static async start(plan: SpawnPlan, nursery: Nursery): Promise<Supervisor> {
    const supervisor = new Supervisor(await nursery.start(plan), plan);
    const language = languageOf(plan.args);
    if (language !== undefined && !nursery.forks(plan)) supervisor.#channel.write(`${language.supervisor}\0`);
    const [, pid, device, inode] = (await supervisor.#hearFirst("h ")).split(" ").map(Number);
    supervisor.#home = { device: device ?? 0, inode: inode ?? 0 };
    supervisor.#identity = supervisor.#find(pid ?? 0);
    if (supervisor.#identity === undefined) await supervisor.#refuseUnseen();
    return supervisor;
  }

  /** The supervisor's process, by its pid on the host. */
  get identity(): Identity {
    if (this.#identity === undefined) throw new Fault("SPAWN_FAILED", "the supervisor ended at once");
    return this.#identity;
  }

  /** The directory that shells start in, by its place on the disk: its path may lead elsewhere by now. */
  get home(): { readonly device: number; readonly inode: number } {
    return this.#home;
  }

  /** The supervisor, or the sandbox around it. Undefined once it is gone. */
  get hostPid(): number | undefined {
    return this.#gone ? undefined : this.#process.pid;
  }

  get #channel(): Socket {
    return this.#process.channel;
  }

  /** Makes FIFOs in the runtime directory. */
  async makeFifos(names: readonly string[]): Promise<void> {
    await Promise.all(names.map((name) => this.#makeFifo(name)));
  }

  async #makeFifo(name: string): Promise<void> {
    const asked = `m ${name}`;
    const why = (await this.#ask(`${asked}\n`, asked)).slice(asked.length + 1);
    if (why !== "") throw fifoFault(why);
  }

  /**
   * Starts a shell that reads a script, which the host writes, and answers. It finds the first of these directories that is
   * still the same on a descriptor. Undefined when the shell has ended already.
   */
  async startShell(places: readonly StartDirectory[]): Promise<Identity | undefined> {
    const where = places.flatMap(({ path, name }) => [hex(path), hex(name)]).join(" ");
    const [, pid = 0, inode] = (await this.#ask(`s ${where}\n`, "p ")).split(" ").map(Number);
    this.input.inode = inode;
    if (pid === 0) throw new Fault("SPAWN_FAILED", "the supervisor could not fork");
    this.#orphans.shell = this.#sharesPids
      ? identityOf(pid)
      : this.descendants().find((one) => innermostPid(one.pid) === pid);
    return this.#orphans.shell;
  }

  /** What the next shell finds on a descriptor. */
  handState(state: Buffer): void {
    this.#say(Buffer.concat([Buffer.from(`l ${state.length}\n`), state]));
  }

  /** A file that every shell finds on a descriptor. */
  handFile(bytes: Buffer): void {
    this.#say(Buffer.concat([Buffer.from(`f ${bytes.length}\n`), bytes]));
  }

  /** Writes more of the shell's script, one letter per byte. */
  feed(script: string): void {
    this.#say(`w ${script.length}\n${script}`);
  }

  /** Ends the script: the shell exits when it has read it. */
  endScript(): void {
    this.#say("c\n");
  }

  /** Sends what `act` asks for in one piece. */
  together<T>(act: () => T): T {
    this.#channel.cork();
    try {
      return act();
    } finally {
      this.#channel.uncork();
    }
  }

  /** How many bytes of its script the shell has read. */
  async readSoFar(): Promise<number> {
    return Number((await this.#ask("u\n", "u ")).slice(2));
  }

  /** Every live process below the supervisor: shell, children, orphans as far as they are known. `shell`: a bash that has just answered. */
  descendants(shell?: Identity): Identity[] {
    if (this.#gone) return this.#orphans.left;
    const found = descendantsOf(this.identity.pid, { isSingle: true, shell });
    return this.#family?.with(found) ?? found;
  }

  /** Lets the supervisor end everything that is left, and then itself. */
  async end(): Promise<void> {
    if (this.#gone) return this.over;
    this.onEnding();
    this.#channel.end();
    // Not by the channel: an answer that is still on its way would let go of it.
    await keepAlive(this.insist(this.over));
  }

  /**
   * Waits for something that only the supervisor can do. A command may have stopped it: then this continues it, and
   * ends one that still does nothing, with everything below it.
   */
  async insist<T>(work: Promise<T>): Promise<T> {
    for (let waited = 0; waited < SUPERVISOR_MS; waited += ROUSE_MS) {
      const result = await within(ROUSE_MS, work);
      if (result !== LATE) return result;
      this.onUse();
      if (this.#identity !== undefined) signal(this.#identity, "SIGCONT");
    }
    for (const one of [...this.descendants(), ...(this.#top ? [this.#top] : [])]) signal(one, "SIGKILL");
    return work;
  }

  /** The supervisor has spoken and is not to be seen: it ended since, or /proc hides it. */
  async #refuseUnseen(): Promise<never> {
    await within(ROUSE_MS, this.over);
    if (this.#gone) throw this.#endedEarly();
    await this.end();
    throw new Fault(
      "PROC_UNUSABLE",
      "it hides them, as hidepid does; mount it without, or with gid= a group of nacre's user",
    );
  }

  /** The supervisor by the pid that it knows itself by. */
  #find(pid: number): Identity | undefined {
    const top = this.#top;
    this.#sharesPids = top?.pid === pid && innermostPid(pid) === pid;
    if (top === undefined || innermostPid(top.pid) === pid) return top;
    return descendantsOf(top.pid).find((one) => innermostPid(one.pid) === pid);
  }

  #ask(what: string | Buffer, key: string): Promise<string> {
    this.#say(what);
    return this.insist(this.#hearFirst(key));
  }

  /** One letter per byte. */
  #say(what: string | Buffer): void {
    this.onUse();
    this.#channel.write(what, "latin1");
  }

  #hearFirst(key: string): Promise<string> {
    if (this.#gone) return Promise.reject(this.#endedEarly());
    this.#keepHost(true); // a caller waits: the host must not end now
    const answer = new Promise<string>((resolve, reject) => this.#waiters.push({ key, resolve, reject }));
    return answer.finally(() => {
      if (this.#waiters.length === 0) this.#keepHost(false);
    });
  }

  #hear(bytes: Buffer): void {
    this.#unread = this.#unread.length === 0 ? bytes : Buffer.concat([this.#unread, bytes]);
    for (;;) {
      const end = this.#unread.indexOf(LINE_END);
      if (end < 0) return;
      const line = this.#unread.toString("latin1", 0, end);
      const [what, ...words] = line.split(" ");
      const next = end + 1 + (what === "a" ? Number(words[0]) : 0);
      if (this.#unread.length < next) return;
      const said = this.#unread.subarray(end + 1, next);
      this.#unread = this.#unread.subarray(next);
      if (what === "a") this.onAnswer(said, speakerOf(words));
      else if (what === "z") this.onSilenced();
      else if (what === "b")
        this.#orphans.areNone = this.#family === undefined; // else some may have got away
      else if (what === "e") this.#tellExit(words.map(Number));
      else this.#answer(line);
    }
  }

  #tellExit([, status = 0, read = 0]: readonly number[]): void {
    this.onShellExit(exitOfWaitStatus(status), read);
  }

  #answer(line: string): void {
    const index = this.#waiters.findIndex((waiter) => line.startsWith(waiter.key));
    if (index >= 0) this.#waiters.splice(index, 1)[0]?.resolve(line);
    else if (this.#identity === undefined) this.#complain(line);
  }

  /** What is said before the supervisor speaks tells why it cannot start. */
  #complain(line: string): void {
    const text = Buffer.from(`${line}\n`, "latin1").toString("utf8");
    this.#complaint = (this.#complaint + text).slice(0, COMPLAINT_CHARS);
  }

  async #end(): Promise<void> {
    this.#gone = true;
    if (this.#identity === undefined) this.#complain(this.#unread.toString("latin1"));
    for (const waiter of this.#waiters.splice(0)) waiter.reject(this.#endedEarly());
    await this.#orphans.end();
    this.onGone();
  }

  #endedEarly(): Fault {
    const complaint = this.#complaint.trim();
    return new Fault("SPAWN_FAILED", complaint === "" ? "the supervisor ended before it answered" : complaint);
  }

  #keepHost(keep: boolean): void {
    this.#channel[keep ? "ref" : "unref"]();
  }
}

/** A path may hold any byte, a line of the protocol may not. */
const hex = (text: string): string => Buffer.from(text).toString("hex");
