import { realpathSync } from "node:fs";
import { every, sleep, type Timer } from "../../core/base/clock.ts";
import { Fault } from "../../core/base/fault.ts";
import { sessionIdOf } from "../../core/base/ids.ts";
import type { Limits } from "../../core/base/limits.ts";
import type { NetworkAccess, TriedWorkspace } from "../../core/sandbox/sandbox.ts";
import type { SavedShell } from "../../core/shell/saved-shell.ts";
import type { Change } from "../../core/try/change.ts";
import { type Kept, keepTry, viewOf } from "../../core/try/keep/keep-try.ts";
import { type OpenTry, openTry } from "../../core/try/open-try.ts";
import { differencesIn, triedChanges } from "../../core/try/tried-changes.ts";
import {
  askToEnd,
  isAskedToEnd,
  isRunningTry,
  readRecord,
  removeTry,
  type TryRecord,
  writeRecord,
} from "../../core/try/try-record.ts";
import type { ToolResult } from "../tool.ts";
import type { CallOptions, Toolkit } from "../toolkit.ts";

export type TryingSetup = {
  readonly stateDir: string;
  readonly workspace: string;
  readonly limits: Pick<Limits, "tryBytes" | "tryFiles">;
  /** A toolkit whose commands see this in the place of the workspace, and reach this network. */
  readonly make: (tried: TriedWorkspace, network: NetworkAccess) => Toolkit;
};

/** What a try has come to after a command. */
export type Tried = {
  readonly id: string;
  readonly basis: TryRecord["basis"];
  readonly changes: readonly Change[];
  readonly escapes: readonly string[];
  readonly differs: readonly string[];
};

type OpenSession = { readonly open: OpenTry; readonly kit: Toolkit; readonly watch: Timer };

export type TryCall = {
  /** Calls with the same key are commands of one try, as long as it is open. */
  readonly key: string;
  readonly input: { readonly command: string; readonly timeout?: number; readonly stdin?: string };
  readonly context?: CallOptions;
  readonly network?: NetworkAccess;
  /** The state that its session begins with. */
  readonly from?: () => Promise<SavedShell>;
};

/** How often a host looks whether its user wants a try to end. */
const LOOK_MS = 250;
/** How long another host may take to end what runs in its try. */
const ENDED_MS = 15_000;

/** The kernel's and Node's words for a rename that an overlay refuses. */
const REFUSED_RENAME = /\bEXDEV\b|[Ii]nvalid cross-device link/;

/** Runs commands in tries, each with a sandbox and a toolkit of its own, and ends them. */
export class Trying {
  readonly #setup: TryingSetup;
  readonly #sessions = new Map<string, Promise<OpenSession>>();

  constructor(setup: TryingSetup) {
    this.#setup = setup;
  }

  /** Runs a command in the try of this key; begins one where none is open. */
  async call({
    key,
    input,
    context = {},
    network = "off",
    from,
  }: TryCall): Promise<{ result: ToolResult; tried: Tried }> {
    const session = this.#sessions.get(key) ?? this.#begin(key, network);
    this.#sessions.set(key, session);
    const { open, kit } = await session.catch((error: unknown) => {
      this.#sessions.delete(key);
      throw error;
    });
    const id = sessionIdOf(context.sessionId ?? "default");
    if (from !== undefined) {
      const saved = await from();
      kit.shells.session(id, saved.place.path, saved);
    }
    const result = await kit.call("Bash", input, { ...context, sessionId: id });
    const said = [result.output, result.error ?? ""].join("\n");
    const refused = REFUSED_RENAME.test(said)
      ? ["a rename was refused (EXDEV): in a try a directory that was there before cannot be renamed"]
      : [];
    const { stateDir } = this.#setup;
    const record = readRecord(stateDir, open.record.id) ?? open.record;
    const told = {
      ...record,
      commands: [...record.commands, input.command],
      differs: [...new Set([...record.differs, ...refused])],
    };
    writeRecord(stateDir, told);
    return { result, tried: await triedOf(stateDir, told) };
  }

  /** Keeps changes; nothing of the try runs any more then. */
  async keep(id: string, paths?: readonly string[]): Promise<Kept> {
    await this.#endTry(id);
    return keepTry(this.#setup.stateDir, id, paths);
  }

  async discard(id: string): Promise<void> {
    await this.#endTry(id);
    removeTry(this.#setup.stateDir, id);
  }

  /** Ends every try of this host; those that changed something stay for the user. */
  async dispose(): Promise<void> {
    for (const key of this.#sessions.keys()) {
      const { open } = (await this.#sessions.get(key)?.catch(() => undefined)) ?? {};
      await this.#end(key);
      const record = open === undefined ? undefined : readRecord(this.#setup.stateDir, open.record.id);
      if (record === undefined) continue;
      const { changes } = await triedChanges(this.#setup.stateDir, record).catch(() => ({ changes: [undefined] }));
      if (changes.length === 0) removeTry(this.#setup.stateDir, record.id);
    }
  }

  async #begin(key: string, network: NetworkAccess): Promise<OpenSession> {
    const { stateDir, workspace, limits, make } = this.#setup;
    const escapes = network === "off" ? [] : ["the network was open to it: what was sent is not part of the try"];
    const open = await openTry({ stateDir, workspace: realpathSync(workspace), limits, escapes });
    const watch = every(LOOK_MS, () => {
      if (isAskedToEnd(stateDir, open.record.id)) void this.#end(key).catch(() => undefined);
    }).unref();
    return { open, kit: make(open.tried, network), watch };
  }

  async #end(key: string): Promise<void> {
    const session = this.#sessions.get(key);
    this.#sessions.delete(key);
    const { open, kit, watch } = (await session?.catch(() => undefined)) ?? {};
    if (open === undefined) return;
    watch?.cancel();
    await kit?.dispose();
    await open.close();
    const { stateDir } = this.#setup;
    const record = readRecord(stateDir, open.record.id);
    if (record !== undefined) writeRecord(stateDir, { ...record, isOpen: false });
  }

  /** Ends what runs in a try, also where another host runs it. A fault when that cannot be done. */
  async #endTry(id: string): Promise<void> {
    for (const [key, session] of this.#sessions)
      if ((await session.catch(() => undefined))?.open.record.id === id) await this.#end(key);
    await endElsewhere(this.#setup.stateDir, id);
  }
}

/** Ends what another host of the user runs in a try. */
export async function endElsewhere(stateDir: string, id: string): Promise<void> {
  const isRunning = (): boolean => {
    const record = readRecord(stateDir, id);
    return record !== undefined && isRunningTry(record);
  };
  if (!isRunning()) return;
  askToEnd(stateDir, id);
  for (let waited = 0; isRunning(); waited += LOOK_MS) {
    if (waited > ENDED_MS)
      throw new Fault("TRY_UNAVAILABLE", `the host of ${id} does not end what runs in it; end it first`);
    await sleep(LOOK_MS);
  }
}

/** What a try holds now. */
export async function triedOf(stateDir: string, record: TryRecord): Promise<Tried> {
  const { id, basis, escapes, differs } = record;
  const { changes } = await triedChanges(stateDir, record);
  return { id, basis, escapes, changes: changes.map(viewOf), differs: [...differs, ...differencesIn(changes)] };
}
