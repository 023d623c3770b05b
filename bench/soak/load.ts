/** The host of a soak: sessions of two toolkits, one of them sandboxed, all of them busy until they are told to end. */
import { openSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { getHeapCodeStatistics } from "node:v8";
import { createToolkit } from "../../src/tools/toolkit.ts";
import { type Actor, STEPS } from "./steps.ts";

/** What the host tells since it told last. `heap`: what is in use after a collection, without compiled code, in MiB. */
export type Told = {
  readonly steps: Readonly<Record<string, number>>;
  readonly echoMs: readonly number[];
  readonly problems: readonly string[];
  readonly heap: number;
  readonly shells: number;
  readonly isDisposed: boolean;
};

export const LEAKS = ["descriptors", "memory"] as const;
export type Leak = (typeof LEAKS)[number];
export type LoadOptions = {
  readonly directory: string;
  readonly sessions: number;
  readonly every: number;
  /** Around every second session. */
  readonly sandbox: "workspace" | "none";
  /** Seconds after which ended shells are forgotten, so that a soak sees what they leave. */
  readonly forget: number;
  /** Loses something with every step, to prove that the soak finds it. */
  readonly leak: Leak | undefined;
};

/** A session waits this long between two steps: an agent thinks, and 20 of them must not be one queue. */
const THINKING_MS = 100;

/** In the environment of everything that the host starts. */
export const markOf = (directory: string): string => `NACRE_SOAK=${directory}`;

class Leaking {
  readonly #kept: unknown[] = [];

  lose(leak: Leak | undefined): void {
    if (leak === "descriptors") openSync("/dev/null", "r");
    if (leak === "memory") this.#kept.push(Array.from({ length: 10_000 }, (_, index) => ({ index })));
  }
}

/** The engine compiles more and more of a program that runs for long, up to the program's size: that is no leak. */
function dataInUse(): number {
  const { code_and_metadata_size, bytecode_and_metadata_size } = getHeapCodeStatistics();
  return process.memoryUsage().heapUsed - code_and_metadata_size - bytecode_and_metadata_size;
}

const WEIGHTED = Object.entries(STEPS).flatMap(([name, { weight }]) => Array.from({ length: weight }, () => name));

/** Runs until `isEnding` says so. */
export async function runLoad(
  options: LoadOptions,
  tell: (told: Told) => void,
  isEnding: () => boolean,
): Promise<void> {
  const common = {
    workingDir: options.directory,
    loginShell: false,
    limits: { maxShells: 500, maxSessions: 100 },
    environment: { set: { NACRE_SOAK: options.directory } },
  };
  const plain = createToolkit({ ...common, stateDir: join(options.directory, "state-plain") });
  const walled = createToolkit({
    ...common,
    stateDir: join(options.directory, "state-walled"),
    sandbox: options.sandbox,
  });
  const kits = [plain, walled];
  let [steps, echoMs, problems]: [Record<string, number>, number[], string[]] = [{}, [], []];
  const leaking = new Leaking();
  const step = async (actor: Actor, count: number): Promise<void> => {
    const name = WEIGHTED[Math.floor(Math.random() * WEIGHTED.length)] ?? "echo";
    const begun = performance.now();
    try {
      await STEPS[name]?.act(actor, `tok_${actor.name}_${count}_kot`);
      if (name === "echo") echoMs.push(performance.now() - begun);
    } catch (error) {
      problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      actor.counted = undefined;
    }
    steps[name] = (steps[name] ?? 0) + 1;
    leaking.lose(options.leak);
  };
  const work = async (index: number): Promise<void> => {
    const actor: Actor = { name: `s${index}`, kit: index % 2 === 0 ? plain : walled, counted: undefined };
    for (let count = 0; !isEnding(); count++) {
      await step(actor, count);
      await sleep(THINKING_MS);
    }
  };
  const telling = (isDisposed: boolean): void => {
    globalThis.gc?.();
    const heap = dataInUse() / 2 ** 20;
    const shells = isDisposed ? 0 : kits.reduce((sum, kit) => sum + kit.shells.listShells().length, 0);
    tell({ steps, echoMs, problems, heap, shells, isDisposed });
    [steps, echoMs, problems] = [{}, [], []];
  };
  const timer = setInterval(() => {
    telling(false);
    for (const kit of kits) void kit.shells.cleanupCompleted(options.forget);
  }, options.every * 1000);
  await Promise.all(Array.from({ length: options.sessions }, (_, index) => work(index)));
  clearInterval(timer);
  await Promise.all(kits.map((kit) => kit.dispose()));
  telling(true);
}
