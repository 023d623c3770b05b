import { after, every, type OneTimer } from "../../base/clock.ts";
import { isFault } from "../../base/fault.ts";
import { SILENCE_MS } from "../../base/limits.ts";
import type { Transcript } from "../../output/transcript.ts";
import type { Identity } from "../../process/identity.ts";
import { stoppedForGood, waitingForInput } from "../../process/waiting-for-input.ts";
import type { InputReader } from "../asked-input.ts";
import type { TurnReply } from "../bash/turn.ts";

/** What came first: the reply, or a reason not to wait for it any longer. */
export type Interruption =
  | { readonly kind: "reply"; readonly reply: TurnReply }
  | { readonly kind: "timed-out"; readonly afterMs: number }
  | { readonly kind: "cancelled" }
  | { readonly kind: "waiting-for-input" | "stopped"; readonly program: string }
  /** It waits for input that can be typed. */
  | ({ readonly kind: "asks" } & InputReader);

/** Why a command goes on without its session, and after how long; all else ends it. */
export type Leave = Extract<Interruption, { kind: "asks" | "timed-out" }> & { readonly afterMs: number };
export type Interrupted = Exclude<Interruption, { kind: "asks" }>;

type Watch = {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  readonly transcript: Transcript;
  /** The command's own processes, listed anew at each look. */
  readonly processes: () => readonly Identity[];
  /** Who of them waits for the command's input, where that is open. */
  readonly reader?: ((processes: readonly Identity[]) => InputReader | undefined) | undefined;
  readonly firstLook: FirstLook;
};

/**
 * Waits for whatever ends the wait for a command first. Losers are taken down by hand: an AbortController per command
 * costs more than the race.
 */
export async function awaitInterruption(reply: Promise<TurnReply>, watch: Watch): Promise<Interruption> {
  const undo: (() => void)[] = [];
  try {
    return await new Promise<Interruption>((resolve, reject) => {
      reply.then((value) => resolve({ kind: "reply", reply: value }), reject);
      undo.push(onTime(watch, resolve), onCancel(watch, resolve));
    });
  } finally {
    for (const stop of undo) stop();
  }
}

type Report = (interruption: Interruption) => void;

/** How long a command runs before the first look at it. */
const FIRST_LOOK_MS = SILENCE_MS / 2;

/**
 * The first look at each command of a session. Most are over before it, so that they share a timer: it begins anew with
 * each, and no end takes it down.
 */
export class FirstLook {
  #timer: OneTimer | undefined;
  #look: (() => void) | undefined;

  /** Returns how to do without. */
  after(look: () => void): () => void {
    this.#look = look;
    if (this.#timer === undefined) this.#timer = after(FIRST_LOOK_MS, () => this.#look?.()).unref();
    else this.#timer.refresh();
    return () => {
      this.#look = undefined;
    };
  }
}

function onTime(watch: Watch, report: Report): () => void {
  const { timeoutMs } = watch;
  const end = (): void => report({ kind: "timed-out", afterMs: timeoutMs });
  if (timeoutMs <= FIRST_LOOK_MS) return waits(timeoutMs, end);
  const stops = [
    watch.firstLook.after(() => {
      stops.push(onSilence(watch, report), waits(timeoutMs - FIRST_LOOK_MS, end));
    }),
  ];
  return () => stops.forEach((stop) => stop());
}

function waits(ms: number, act: () => void): () => void {
  const timer = after(ms, act);
  return () => timer.cancel();
}

function onCancel({ signal }: Watch, report: Report): () => void {
  const cancel = (): void => report({ kind: "cancelled" });
  if (signal?.aborted) cancel();
  signal?.addEventListener("abort", cancel, { once: true });
  return () => signal?.removeEventListener("abort", cancel);
}

/** Looks at a silent command now and then; two looks in a row must agree, because input may be about to arrive. */
function onSilence(watch: Watch, report: Report): () => void {
  let printed = -1;
  let suspect: Stuck | undefined;
  const look = (): void => {
    const { stdout, stderr } = watch.transcript.bytes;
    const bytes = stdout + stderr;
    const found = bytes === printed ? stuckNow(watch) : undefined;
    if (found !== undefined && found.kind === suspect?.kind && found.program === suspect.program) report(found);
    printed = bytes;
    suspect = found;
  };
  look();
  const timer = every(FIRST_LOOK_MS, look);
  return () => timer.cancel();
}

type Stuck = Extract<Interruption, { program: string }>;

/** Nothing where the host has no descriptor to look with: the next look may have one. */
function stuckNow(watch: Watch): Stuck | undefined {
  try {
    return stuckAmong(watch.processes(), watch);
  } catch (error) {
    if (isFault(error, "NO_DESCRIPTORS")) return undefined;
    throw error;
  }
}

/** A process that waits for something that no process of the command will do. */
function stuckAmong(processes: readonly Identity[], { reader: readerAmong }: Watch): Stuck | undefined {
  const asking = readerAmong?.(processes);
  if (asking !== undefined) return { kind: "asks", ...asking };
  const reader = waitingForInput(processes);
  if (reader !== undefined) return { kind: "waiting-for-input", program: reader };
  const stopped = stoppedForGood(processes);
  return stopped === undefined ? undefined : { kind: "stopped", program: stopped };
}
