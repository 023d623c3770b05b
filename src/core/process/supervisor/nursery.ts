import { type ChildProcess, spawn } from "node:child_process";
import { Socket } from "node:net";
import { Fault } from "../../base/fault.ts";
import { keepAlive } from "../../base/keep-alive.ts";
import { ROUSE_MS, START_ATTEMPTS, SUPERVISOR_MS } from "../../base/limits.ts";
import { codeOf } from "../../base/system-error.ts";
import { LATE, within } from "../../base/with-timeout.ts";
import { type Identity, identityOf, signal } from "../identity.ts";
import { untilSpawned } from "../spawn.ts";
import type { SpawnPlan } from "../spawn-plan.ts";
import { type FoundLanguage, supervisorLanguage } from "./supervisor-languages.ts";

/** A process that a nurse started: the channel is its stdin, its stdout and its stderr. It ends when the host ends that. */
export type NursedProcess = { readonly pid: number; readonly channel: Socket };

/** Starts what is asked for; undefined when the nurse was lost before it had started anything. */
type Start = (request: Buffer) => Promise<NursedProcess | undefined>;

/** How many channels the first nurse of a host has, and each later one at the most: a channel costs a descriptor. */
const FIRST_CHANNELS = 4;
const MOST_CHANNELS = 32;

/**
 * Starts the supervisors of a host, and the sandboxes around them, without copying the host for each.
 *
 * Responsibilities: have a nurse with a channel to spare; replace one that a command ended or stopped.
 * Does not: know what is spoken on a channel.
 */
export class Nursery {
  readonly #name: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly #nurses = new Set<Nurse>();
  #found: FoundLanguage | undefined;
  #hiring: Promise<void> | undefined;
  #channels = FIRST_CHANNELS;
  /** With fewer channels to spare the next nurse is hired: half of what the last one brought. */
  #ahead = 0;
  #isClosed = false;

  /** Its processes have the name among their arguments: the kernel shows those, and hides their environment. */
  constructor(name: string, env: Readonly<Record<string, string>> = {}) {
    this.#name = name;
    this.#env = env;
  }

  /** Whether a plan is a supervisor's, with nothing around it: its nurses have the supervisor's script already. */
  forks({ file, args }: SpawnPlan): boolean {
    const { path, options } = this.#language;
    return file === path && options.every((word, index) => args[index] === word);
  }

  /** Starts a plan in a session of its own. A supervisor's plan is forked, any other plan executed. */
  async start(plan: SpawnPlan): Promise<NursedProcess> {
    const request = requestOf(this.forks(plan) ? asForked(plan, this.#language) : plan);
    for (let attempt = 1; attempt <= START_ATTEMPTS; attempt += 1) {
      const start = await keepAlive(this.#reserved());
      const nursed = await keepAlive(start(request));
      if (nursed !== undefined) return nursed;
    }
    throw new Fault("SPAWN_FAILED", "the process that starts supervisors was ended again and again");
  }

  /** Ends the nurses. Call when what they started has ended: a sandbox ends with the nurse that started it. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#hiring?.catch(() => undefined); // by the caller that waits for it, if there is one
    await keepAlive(Promise.all([...this.#nurses].map((nurse) => nurse.end())));
  }

  get #language(): FoundLanguage {
    this.#found ??= supervisorLanguage();
    return this.#found;
  }

  /** A start on a channel that no other caller has. */
  async #reserved(): Promise<Start> {
    for (;;) {
      for (const nurse of this.#nurses) {
        const start = nurse.reserve();
        if (start === undefined) continue;
        this.#hireAhead();
        return start;
      }
      await this.#hireOne();
    }
  }

  /** A nurse takes as long to come as twenty shells to start. One that cannot be had now is no fault: the caller needs none. */
  #hireAhead(): void {
    const spare = [...this.#nurses].reduce((sum, nurse) => sum + nurse.spare, 0);
    if (spare < this.#ahead && !this.#isClosed) this.#hireOne().catch(() => undefined);
  }

  #hireOne(): Promise<void> {
    this.#hiring ??= this.#hire().finally(() => {
      this.#hiring = undefined;
    });
    return this.#hiring;
  }

  async #hire(): Promise<void> {
    try {
      const nurse = new Nurse(
        await spawned({ language: this.#language, name: this.#name, channels: this.#channels, env: this.#env }),
      );
      this.#nurses.add(nurse);
      void nurse.gone.then(() => this.#nurses.delete(nurse));
      this.#ahead = this.#channels / 2;
      this.#channels = Math.min(2 * this.#channels, MOST_CHANNELS);
    } catch (error) {
      // With few descriptors left there may be enough for one channel.
      if (this.#channels === 1 || !(error instanceof Fault) || codeOf(error.cause) !== "EMFILE") throw error;
      this.#channels = 1;
    }
  }
}

/** What a nurse is started with. */
type NurseStart = {
  readonly language: FoundLanguage;
  readonly name: string;
  readonly channels: number;
  readonly env: Readonly<Record<string, string>>;
};

async function spawned({ language, name, channels, env }: NurseStart): Promise<ChildProcess> {
  const { path, options, first, environment, nursery } = language;
  const child = spawn(path, [...options, ...first, String(channels), name], {
    cwd: "/",
    env: { ...env, ...environment },
    detached: true,
    stdio: ["pipe", "ignore", "ignore", ...Array.from({ length: channels }, () => "pipe" as const)],
  });
  await untilSpawned(child, path);
  child.stdin?.write(`${nursery}\0`);
  return child;
}

/** Every nurse of this host. */
const NURSES = new Set<Nurse>();

/**
 * How many descriptors the nurses and the channels to spare take. It goes up and down with the starts, within a bound.
 * @internal a test that counts descriptors leaves these out
 */
export const descriptorsOfNurses = (): number => [...NURSES].reduce((sum, nurse) => sum + nurse.descriptors, 0);

/** One process that forks, and its channels. It does not keep the host alive. */
class Nurse {
  /** Settles when it has ended. */
  readonly gone: Promise<void>;
  readonly #child: ChildProcess;
  readonly #identity: Identity | undefined;
  readonly #spare: Socket[];
  #used = 0;

  constructor(child: ChildProcess) {
    this.#child = child;
    this.#identity = identityOf(child.pid ?? 0);
    const [stdin, , , ...others] = child.stdio;
    this.#spare = others.filter((one) => one instanceof Socket);
    const sockets = [...this.#spare, ...(stdin instanceof Socket ? [stdin] : [])];
    for (const socket of sockets) socket.unref().on("error", () => undefined); // the other end is gone: `close` says so
    child.unref();
    NURSES.add(this);
    this.gone = new Promise((resolve) => {
      child.once("exit", () => {
        NURSES.delete(this);
        this.#dropSpare();
        resolve();
      });
    });
  }

  /** How many starts are left. */
  get spare(): number {
    return this.#spare.length;
  }

  /** Its stdin, and the channels to spare. */
  get descriptors(): number {
    return 1 + this.spare;
  }

  /** One start; undefined when all channels are used. */
  reserve(): Start | undefined {
    const channel = this.#spare.pop();
    if (channel === undefined) return undefined;
    if (channel.destroyed) return this.reserve(); // the nurse was ended, and the host has not heard of it yet
    this.#used += 1;
    channel.once("close", () => this.#release());
    return (request) => this.#start(request, channel);
  }

  async #start(request: Buffer, channel: Socket): Promise<NursedProcess | undefined> {
    channel.write(request);
    const line = await this.#insist(firstLine(channel));
    if (line === undefined) {
      this.#dropSpare(); // it was ended, and the host may not have heard so on the other channels yet
      return undefined;
    }
    const [, pid, reason] = /^c (\d+)(?: (.*))?$/.exec(line) ?? [];
    if (reason !== undefined || pid === undefined) throw new Fault("SPAWN_FAILED", reason ?? line);
    return { pid: Number(pid), channel };
  }

  async end(): Promise<void> {
    this.#dropSpare();
    this.#child.stdin?.destroy();
    await this.#insist(this.gone);
  }

  #dropSpare(): void {
    for (const socket of this.#spare.splice(0)) socket.destroy();
  }

  /** A nurse without channels has nothing to do once all that it started has ended. */
  #release(): void {
    this.#used -= 1;
    if (this.#used === 0 && this.#spare.length === 0) void this.end();
  }

  /** Waits for something that only the nurse can do. Continues one that a command stopped, and ends one that does nothing. */
  async #insist<T>(work: Promise<T>): Promise<T> {
    for (let waited = 0; waited < SUPERVISOR_MS; waited += ROUSE_MS) {
      const result = await within(ROUSE_MS, work);
      if (result !== LATE) return result;
      if (this.#identity !== undefined) signal(this.#identity, "SIGCONT");
    }
    this.#child.kill("SIGKILL");
    return work;
  }
}

/** The first line on a channel; the rest is still to be read. Undefined when the channel ended before. */
function firstLine(channel: Socket): Promise<string | undefined> {
  return new Promise((resolve) => {
    if (channel.destroyed) resolve(undefined); // `close` may have come before
    let heard = Buffer.alloc(0);
    const hear = (bytes: Buffer): void => {
      heard = Buffer.concat([heard, bytes]);
      const end = heard.indexOf("\n");
      if (end < 0) return;
      channel.off("data", hear).pause();
      if (end + 1 < heard.length) channel.unshift(heard.subarray(end + 1));
      resolve(heard.toString("utf8", 0, end));
    };
    channel.on("data", hear).once("close", () => resolve(undefined));
  });
}

/** A supervisor's plan for a nurse of its language: it names no file, and no words for the program that reads it. */
const asForked = (plan: SpawnPlan, { options }: FoundLanguage): SpawnPlan => ({
  ...plan,
  file: "",
  args: plan.args.slice(options.length),
});

/** A plan as a nurse reads it. */
function requestOf({ groups = [], file, args, cwd, env, descriptors = [] }: SpawnPlan): Buffer {
  const words = (list: readonly string[]): string => list.map((word) => `${word}\0`).join("");
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const texts = [words(groups), file, cwd, words(variables), words(args)];
  const fields = [...texts.map((text) => Buffer.from(text)), ...descriptors].flatMap((field) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(field.length);
    return [length, field];
  });
  const bytes = fields.reduce((sum, { length }) => sum + length, 0);
  return Buffer.concat([Buffer.from(String(bytes).padStart(10, "0")), ...fields]);
}
