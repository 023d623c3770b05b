import { after, type OneTimer } from "../../core/base/clock.ts";
import { Fault } from "../../core/base/fault.ts";
import { MACHINE_IDLE_MS } from "../../core/base/limits/machine-limits.ts";
import { type Gateway, MachineWorker, type Owner } from "./machine-worker.ts";

/** A worker that runs or is about to, and the timer by which it is given back. */
type Place = {
  readonly worker: Promise<MachineWorker>;
  readonly owner: Owner;
  /** Settled: undefined while it starts. */
  running: MachineWorker | undefined;
  idle: OneTimer | undefined;
};

/** What the owner of a pool is told: a worker and its sessions are gone. */
type OnGone = (sessions: ReadonlySet<string>, why: string) => void;

/** The workers of a gateway: one for each client on each machine, started by the first call that needs it. */
export class WorkerPool {
  readonly #gateway: Gateway;
  readonly #most: number;
  readonly #onGone: OnGone;
  readonly #places = new Map<string, Place>();
  readonly #closing = new Set<Promise<void>>();

  constructor(gateway: Gateway, most: number, onGone: OnGone) {
    this.#gateway = gateway;
    this.#most = most;
    this.#onGone = onGone;
  }

  /** The workers that run. */
  get running(): readonly MachineWorker[] {
    return [...this.#places.values()].flatMap(({ running }) => running ?? []);
  }

  get size(): number {
    return this.#places.size;
  }

  /** The worker of this key, while it runs. */
  find(key: string): MachineWorker | undefined {
    return this.#places.get(key)?.running;
  }

  /** The worker of this key, started where there is none. */
  async worker(
    key: string,
    owner: Owner,
    first: { readonly sessionId: string; readonly onWait: (what: string) => void },
  ): Promise<MachineWorker> {
    const known = this.#places.get(key);
    if (known !== undefined) return known.worker;
    if (this.#places.size >= this.#most) throw new Fault("MACHINES_FULL", this.#gateway.words.machinesFull(this.#most));
    const onLost = (why: string): void => this.#gone(key, place, why);
    const place: Place = {
      owner,
      running: undefined,
      idle: undefined,
      worker: MachineWorker.start(this.#gateway, owner, { ...first, onLost }),
    };
    this.#places.set(key, place);
    try {
      const worker = await place.worker;
      place.running = worker;
      if (worker.isOver) this.#places.delete(key);
      return worker;
    } catch (error) {
      this.#places.delete(key);
      throw error;
    }
  }

  /** A call of this worker is over: unused long enough, it is given back. */
  used(key: string): void {
    const place = this.#places.get(key);
    const { running } = place ?? {};
    if (place === undefined || running === undefined) return;
    const { idleMs = MACHINE_IDLE_MS } = place.owner.machine;
    place.idle?.cancel();
    place.idle = after(idleMs, () => {
      if (running.isIdle) void this.#giveBack(key, this.#gateway.words.givenBack(idleMs));
      else this.used(key);
    }).unref();
  }

  /** Ends those of them that are meant. */
  async end(isMeant: (worker: MachineWorker) => boolean): Promise<void> {
    const keys = [...this.#places].filter(([, { running }]) => running !== undefined && isMeant(running));
    await Promise.all(keys.map(([key]) => this.#giveBack(key, "its client left")));
  }

  async dispose(): Promise<void> {
    await Promise.all([...this.#places.values()].map(({ worker }) => worker.catch(() => undefined)));
    await this.end(() => true);
    await Promise.all(this.#closing);
  }

  async #giveBack(key: string, why: string): Promise<void> {
    const place = this.#places.get(key);
    if (place?.running === undefined) return;
    this.#gone(key, place, why);
    const closed = place.running.close();
    this.#closing.add(closed);
    await closed.finally(() => this.#closing.delete(closed));
  }

  #gone(key: string, place: Place, why: string): void {
    place.idle?.cancel();
    if (this.#places.get(key) === place) this.#places.delete(key);
    if (place.running !== undefined) this.#onGone(place.running.sessions, why);
  }
}
