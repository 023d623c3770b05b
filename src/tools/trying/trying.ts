import { realpathSync } from "node:fs";
import { every, sleep, type Timer } from "../../core/base/clock.ts";
import { Fault } from "../../core/base/fault.ts";
import { TRY_ENDED_MS, TRY_LOOK_MS } from "../../core/base/limits/try-limits.ts";
import type { Limits } from "../../core/base/limits.ts";
import { systemReason } from "../../core/base/system-error.ts";
import { isInside, realPath } from "../../core/files/path-inside.ts";
import type { NetworkAccess, TriedWorkspace } from "../../core/sandbox/sandbox.ts";
import type { SavedShell } from "../../core/shell/saved-shell.ts";
import type { Change } from "../../core/try/change.ts";
import { type Kept, keepTry, viewOf } from "../../core/try/keep/keep-try.ts";
import { type OpenTry, openTry } from "../../core/try/open-try.ts";
import { differencesOf, triedChanges } from "../../core/try/tried-changes.ts";
import {
  askToEnd,
  isAskedToEnd,
  isRunningTry,
  readRecord,
  removeTry,
  type TryRecord,
  writeRecord,
} from "../../core/try/try-record.ts";
import type { BashInput } from "../bash/bash-input.ts";
import { isInScope, sessionOf } from "../session-scope.ts";
import type { ToolResult } from "../tool.ts";
import type { CallOptions, Toolkit } from "../toolkit.ts";

export type TryingSetup = {
  readonly stateDir: string;
  readonly workspace: string;
  readonly limits: Pick<Limits, "tryBytes" | "tryFiles" | "visibleChars">;
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

/** Calls with the same key are commands of one try, as long as it is open: those of one name, or of one session. */
export type TryKey = `name ${string}` | `session ${string}` | `question ${string}`;

export type TryCall = {
  readonly key: TryKey;
  readonly input: Omit<BashInput, "try">;
  readonly context?: CallOptions;
  readonly network?: NetworkAccess;
  /** The session that its first command goes on from: where its caller wants to be, and its state. */
  readonly from?: { readonly directory: string; readonly saved: SavedShell };
};

/** Runs commands in tries, each with a sandbox and a toolkit of its own, and ends them. */
export class Trying {
  readonly #setup: TryingSetup;
  readonly #sessions = new Map<TryKey, Promise<OpenSession>>();

  constructor(setup: TryingSetup) {
    this.#setup = setup;
  }

  /** Whether a try of this key is open. */
  has(key: TryKey): boolean {
    return this.#sessions.has(key);
  }

  /** Whether all of these directories lie in what is tried. */
  covers(directories: readonly string[]): boolean {
    return directories.every((one) => isInside(realPath(one), realPath(this.#setup.workspace)));
  }

  /** Runs a command in the try of this key; begins one where none is open. */
  async call({
    key,
    input,
    context = {},
    network = "off",
    from,
  }: TryCall): Promise<{ result: ToolResult; tried: Tried }> {
    const started = async (): Promise<OpenSession> => {
      const begun = await this.#begin(key, network);
      const id = sessionOf(context, input.session_id);
      if (from !== undefined) begun.kit.shells.session(id, from.directory, from.saved);
      return begun;
    };
    const session = this.#sessions.get(key) ?? started();
    this.#sessions.set(key, session);
    const { open, kit } = await session.catch((error: unknown) => {
      this.#sessions.delete(key);
      throw error;
    });
    const visible = context.visible ?? { chars: this.#setup.limits.visibleChars };
    const result = await kit.call("Bash", input, { ...context, visible });
    const { stateDir } = this.#setup;
    const record = readRecord(stateDir, open.record.id) ?? open.record;
    const told = { ...record, commands: [...record.commands, input.command] };
    const problem = noted(stateDir, told);
    return { result, tried: await triedOf(stateDir, { ...told, differs: [...told.differs, ...problem] }) };
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

  /** All open tries, each with its toolkit. */
  async opened(): Promise<readonly { readonly id: string; readonly kit: Toolkit }[]> {
    const sessions = await Promise.all([...this.#sessions.values()].map((one) => one.catch(() => undefined)));
    return sessions.flatMap((session) =>
      session === undefined ? [] : [{ id: session.open.record.id, kit: session.kit }],
    );
  }

  /** Ends every try of this host, or those of the sessions of one scope; those that changed something stay for the user. */
  async dispose(scope?: string): Promise<void> {
    const isMeant = (key: TryKey): boolean =>
      scope === undefined || key === `session ${scope}` || isInScope(key, `session ${scope}`);
    for (const key of [...this.#sessions.keys()].filter(isMeant)) {
      const { open } = (await this.#sessions.get(key)?.catch(() => undefined)) ?? {};
      await this.#end(key);
      const record = open === undefined ? undefined : readRecord(this.#setup.stateDir, open.record.id);
      if (record === undefined) continue;
      const { changes } = await triedChanges(this.#setup.stateDir, record).catch(() => ({ changes: [undefined] }));
      if (changes.length === 0) removeTry(this.#setup.stateDir, record.id);
    }
  }

  async #begin(key: TryKey, network: NetworkAccess): Promise<OpenSession> {
    const { stateDir, workspace, limits, make } = this.#setup;
    const escapes = network === "off" ? [] : ["the network was open to it: what was sent is not part of the try"];
    const open = await openTry({ stateDir, workspace: realpathSync(workspace), limits, escapes });
    const watch = every(TRY_LOOK_MS, () => {
      if (isAskedToEnd(stateDir, open.record.id)) void this.#end(key).catch(() => undefined);
    }).unref();
    return { open, kit: make(open.tried, network), watch };
  }

  async #end(key: TryKey): Promise<void> {
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

/** Writes down what a try has come to. A sentence where that cannot be: its command may have filled the disk. */
function noted(stateDir: string, record: TryRecord): readonly string[] {
  try {
    writeRecord(stateDir, record);
    return [];
  } catch (error) {
    return [`the list of tries lacks this command, because it could not be written there: ${systemReason(error)}`];
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
  for (let waited = 0; isRunning(); waited += TRY_LOOK_MS) {
    if (waited > TRY_ENDED_MS)
      throw new Fault("TRY_UNAVAILABLE", `the host of ${id} does not end what runs in it; end it first`);
    await sleep(TRY_LOOK_MS);
  }
}

/** What a try holds now. */
export async function triedOf(stateDir: string, record: TryRecord): Promise<Tried> {
  const { id, basis, escapes } = record;
  const { changes } = await triedChanges(stateDir, record);
  return { id, basis, escapes, changes: changes.map(viewOf), differs: differencesOf(stateDir, record, changes) };
}
