import { readdirSync, readFileSync } from "node:fs";
import { after, type Timer } from "../../base/clock.ts";
import { type Identity, identityOf, isRunning } from "../../process/identity.ts";
import type { Freezer } from "./freezer.ts";
import { insideOf, pidsInside } from "./inspect-sandbox.ts";

/** How long all threads of idle shells must have slept before they are frozen. */
const SETTLES_MS = 40;
/** How long to wait before the next look while something that a command left still runs. */
const AGAIN_MS = 1000;
/** The kernel freezes in a moment: how often this looks whether it has, and at which intervals. */
const LOOKS = 50;
const LOOK_MS = 2;
/** So many more than the last look found may be remembered before the ended ones are looked for. */
const SPARE = 16;

type Shell = {
  /** The pid of its bubblewrap. */
  readonly pid: number;
  /** Undefined where this machine has none that nacre can use. */
  readonly freezer: Freezer | undefined;
  /** Its first process inside, once it is there: everything inside has ended when this one has. */
  first: Identity | undefined;
  /** All of its mounts are made. */
  isStanding: boolean;
  /** It is on its way out, or holds only what its command left: it must not be stopped there. */
  isEnding: boolean;
};

export type IdleShellsOptions = {
  /** How many processes an idle shell has. */
  readonly perShell: number;
  /** Called when every shell is frozen: files that appeared until now were made by a command. Where it throws they are thawed, and it is tried again. */
  readonly onCalm: () => void;
};

/**
 * Knows the shells that live, and freezes idle ones, so that it is certain who makes the files that appear in the
 * workspace: while no process of a sandbox can run, it is the user. A process that only sleeps can wake up at any time,
 * and do its work between two looks. Where shells cannot be frozen there is no rest as long as one lives.
 */
export class IdleShells {
  readonly #options: IdleShellsOptions;
  readonly #shells = new Map<number, Shell>();
  /** While commands run all the time nobody asks which shells live: at this number the ended ones are forgotten. */
  #most = SPARE;
  #timer: Timer | undefined;
  #state: "awake" | "freezing" | "frozen" = "awake";

  constructor(options: IdleShellsOptions) {
    this.#options = options;
  }

  /** A shell that starts. */
  add(pid: number, freezer: Freezer | undefined): void {
    this.disturb();
    if (this.#shells.size >= this.#most) this.#most = 2 * this.#living().length + SPARE;
    this.#shells.set(pid, { pid, freezer, first: undefined, isStanding: false, isEnding: false });
  }

  /**
   * How many are remembered, also ended ones.
   * @internal
   */
  get remembered(): number {
    return this.#shells.size;
  }

  markStanding(pid: number): void {
    const shell = this.#shells.get(pid);
    if (shell !== undefined) shell.isStanding = true;
  }

  /** From now on no shell is frozen until this one is gone. */
  markEnding(pid: number): void {
    const shell = this.#shells.get(pid);
    if (shell !== undefined) shell.isEnding = true;
  }

  /** The shells in which a process may live, by the pids of their bubblewraps. */
  get pids(): readonly number[] {
    return this.#living().map(({ pid }) => pid);
  }

  /** Those whose mounts are all made. A shell that starts is sealed when it stands. */
  get standing(): readonly number[] {
    return this.#living().flatMap(({ pid, isStanding }) => (isStanding ? [pid] : []));
  }

  /** Whether no process of any shell can run, and none has since the last `onCalm`. */
  get isCertain(): boolean {
    const shells = this.#living();
    return shells.length === 0 || (this.#state === "frozen" && shells.every(isFrozen));
  }

  /** Whether nothing seems to be at work: each shell has no more processes than an idle one, and none only holds leftovers. */
  get lookIdle(): boolean {
    return this.#areIdle(this.#living());
  }

  /** Whether anything was stopped. */
  get isStopped(): boolean {
    return this.#state !== "awake";
  }

  /** Call before anything is asked of a shell. */
  disturb(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    if (!this.isStopped) return;
    this.#state = "awake";
    for (const { freezer } of this.#shells.values()) freezer?.thaw();
  }

  /** Call when no command is meant to run from now on: the shells are frozen when they have come to sleep. */
  expectIdle(): void {
    this.#lookIn(SETTLES_MS, undefined);
  }

  close(): void {
    this.disturb();
  }

  #lookIn(ms: number, asleep: string | undefined): void {
    this.disturb();
    this.#timer = after(ms, () => {
      const shells = this.#living();
      if (shells.length === 0 || shells.some(({ freezer }) => freezer === undefined)) return;
      if (!this.#areIdle(shells)) return this.#lookIn(AGAIN_MS, undefined);
      const now = shells.flatMap(({ pid }) => pidsInside(pid)).map(sleepOf);
      const turns = now.includes(undefined) ? undefined : now.join(" ");
      if (turns === undefined || turns !== asleep) return this.#lookIn(SETTLES_MS, turns);
      this.#state = "freezing";
      for (const { freezer } of shells) freezer?.freeze();
      this.#await(LOOKS);
    }).unref();
  }

  #await(looks: number): void {
    this.#timer = after(LOOK_MS, () => {
      const shells = this.#living();
      const areFrozen = shells.every(isFrozen);
      if (!areFrozen && looks > 0) return this.#await(looks - 1);
      // One that forked in the last moment is at work.
      if (!areFrozen || !this.#areIdle(shells)) return this.#lookIn(AGAIN_MS, undefined);
      try {
        this.#options.onCalm();
      } catch {
        return this.#lookIn(AGAIN_MS, undefined); // nobody waits for this look, and without it there is no certainty
      }
      this.#state = "frozen";
    }).unref();
  }

  #areIdle(shells: readonly Shell[]): boolean {
    return shells.every(({ pid, isEnding }) => !isEnding && pidsInside(pid).length <= this.#options.perShell);
  }

  #living(): readonly Shell[] {
    for (const shell of this.#shells.values()) if (isOver(shell)) this.#shells.delete(shell.pid);
    return [...this.#shells.values()];
  }
}

const isFrozen = ({ freezer }: Shell): boolean => freezer?.isFrozen === true;

/** The kernel ends every other process of a pid namespace before its first one is gone. */
function isOver(shell: Shell): boolean {
  shell.first ??= identityOf(insideOf(shell.pid) ?? 0);
  return shell.first === undefined ? identityOf(shell.pid) === undefined : !isRunning(shell.first);
}

/** How often the kernel switched to each thread of a process, while all of them sleep; undefined while one does not. */
function sleepOf(pid: number): string | undefined {
  try {
    const threads = readdirSync(`/proc/${pid}/task`).map((thread) => {
      const status = readFileSync(`/proc/${pid}/task/${thread}/status`, "latin1");
      return /^State:\tS/m.test(status) ? `${thread}/${status.match(/ctxt_switches:\s*\d+/g)?.join("/")}` : undefined;
    });
    return threads.includes(undefined) ? undefined : threads.join(" ");
  } catch {
    return undefined; // it ended
  }
}
