import { setImmediate as nextTurn } from "node:timers/promises";
import { SANDBOX_REAPED_MS } from "../../../base/limits.ts";
import { LATE, within } from "../../../base/with-timeout.ts";
import { HostHold } from "../../../process/pipe/host-hold.ts";
import { startProcess } from "../../../process/spawn.ts";
import type { SpawnPlan } from "../../../process/spawn-plan.ts";
import type { SealMounts } from "../../guard/followed-seal.ts";
import type { Seal } from "../../view/seal.ts";
import { canEnterMounts } from "../enter-mounts.ts";
import { insideOf, mountsOf, wallStands } from "../inspect-sandbox.ts";
import { mountsOfSeals, unsealPaths } from "../seal-paths.ts";

/** bubblewrap lays as many seals into a new shell about as fast as the keeper's are copied. */
const FEW_SEALS = 32;

/** The seals that a new shell gets from the keeper. */
export type Kept = {
  /** The pid of the keeper's first process inside. */
  readonly inside: number;
  /** Their mounts, by path. */
  readonly mounts: ReadonlyMap<string, string>;
};

type Running = {
  /** The pid of its bubblewrap. */
  readonly pid: number;
  /** What was mounted before the first seal. */
  readonly base: ReadonlyMap<string, string>;
  /** What is sealed in it. */
  sealed: ReadonlyMap<string, string>;
  /** Where its mounts are now, by id. */
  readonly paths: () => ReadonlyMap<string, string>;
  end(): Promise<void>;
};

/**
 * Keeps the mounts of a crowded workspace, for new shells to copy (`graft-workspace.ts`).
 *
 * bubblewrap reads the table of all mounts for each that it makes: 500 repositories took it six seconds. So they are
 * laid once, from outside, into a sandbox in which only a program that waits runs. A workspace with few seals has no
 * keeper. Its mounts follow what they cover wherever it is moved.
 */
export class WorkspaceKeeper {
  readonly #plan: () => SpawnPlan;
  readonly #onKept: (mounts: SealMounts) => boolean;
  #running: Running | undefined;
  #working: Promise<void> = Promise.resolve();

  /**
   * `plan` starts a sandbox without seals, in which the program ends with its stdin. `onKept` hears of the mounts
   * whenever they may be others, and returns whether those of an earlier keeper are no longer needed.
   */
  constructor(plan: () => SpawnPlan, onKept: (mounts: SealMounts) => boolean) {
    this.#plan = plan;
    this.#onKept = onKept;
  }

  /** Lays what is missing among these seals. Where that fails, bubblewrap lays them into each shell. */
  keep(seals: readonly Seal[]): Promise<void> {
    this.#working = this.#working.then(() => this.#keep(seals)).catch(() => undefined);
    return this.#working;
  }

  /** Takes the seals of these paths away, inner ones first. */
  lift(paths: readonly string[]): Promise<void> {
    this.#working = this.#working.then(() => this.#lift(paths)).catch(() => undefined);
    return this.#working;
  }

  /** Undefined where there is no keeper. */
  get kept(): Kept | undefined {
    const inside = this.#running === undefined ? undefined : insideOf(this.#running.pid);
    return inside === undefined ? undefined : { inside, mounts: this.#running?.sealed ?? new Map() };
  }

  async close(): Promise<void> {
    await this.#working;
    await this.#end();
  }

  async #keep(seals: readonly Seal[]): Promise<void> {
    const before = this.#running;
    if (before === undefined && (seals.length <= FEW_SEALS || !canEnterMounts())) return;
    const running = before === undefined || isStale(before, seals) ? await start(this.#plan()) : before;
    if (running === undefined) return;
    await nextTurn(); // each look at a thousand mounts takes the host some time
    const sealed = await mountsOfSeals(running.pid, seals, new Map([...running.base, ...running.sealed]));
    if (sealed === undefined) return running.end();
    running.sealed = sealed;
    const isTaken = this.#onKept({ ids: sealed, paths: running.paths });
    if (isTaken) this.#running = running;
    if (before !== running) await (isTaken ? before : running)?.end();
  }

  async #lift(paths: readonly string[]): Promise<void> {
    const running = this.#running;
    if (running === undefined) return;
    await unsealPaths(running.pid, paths);
    running.sealed = new Map([...running.sealed].filter(([path]) => !paths.includes(path)));
  }

  async #end(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    await running?.end();
  }
}

/** Whether it has ended, or something is sealed in it that must not be: no mount is taken away from it. */
function isStale({ pid, base }: Running, seals: readonly Seal[]): boolean {
  const wanted = new Set(seals.map(({ path }) => path));
  const mounted = mountsOf(pid);
  return mounted === undefined || [...mounted.keys()].some((path) => !wanted.has(path) && !base.has(path));
}

const pathsOf = (pid: number): ReadonlyMap<string, string> =>
  new Map([...(mountsOf(pid) ?? [])].map(([path, id]) => [id, path]));

async function start(plan: SpawnPlan): Promise<Running | undefined> {
  const child = await startProcess(plan);
  const host = new HostHold(child);
  const pid = child.pid ?? 0;
  child.stdin?.on("error", () => undefined); // it has ended already
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const end = async (): Promise<void> => {
    host.hold();
    // From within: each process is waited for by its parent then, and none is left to the machine's first process.
    child.stdin?.end();
    if ((await within(SANDBOX_REAPED_MS, ended)) !== LATE) return;
    child.kill("SIGKILL");
    await ended;
  };
  await wallStands(pid);
  const base = mountsOf(pid);
  if (base === undefined) {
    await end();
    return undefined;
  }
  // It must not keep the host alive.
  host.letGo();
  return { pid, base, sealed: new Map(), paths: () => pathsOf(pid), end };
}
