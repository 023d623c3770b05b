import { chmodSync, chownSync, lstatSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sleep, wallMs } from "../base/clock.ts";
import { Fault, isFault } from "../base/fault.ts";
import { CLOCK_TICK_MS, type Limits } from "../base/limits.ts";
import { isSystemError } from "../base/system-error.ts";
import { systemFault } from "../base/system-fault.ts";
import { checkOwn, makeDirectory } from "../files/make-directory.ts";
import { isInside } from "../files/path-inside.ts";
import { identityOf } from "../process/identity.ts";
import { removeTree } from "../process/remove-tree.ts";
import type { TriedWorkspace } from "../sandbox/sandbox.ts";
import { copyWorkspace } from "./copy-workspace.ts";
import { recoverKeeps } from "./keep/undo-keep.ts";
import { NoOverlay, openOverlay } from "./overlay.ts";
import { pruneTries } from "./prune-tries.ts";
import { createTryId, holdOf, placesOf, removeTry, type TryRecord, writeRecord } from "./try-record.ts";

/** What a try is made for. */
export type TryRequest = {
  readonly stateDir: string;
  readonly workspace: string;
  readonly limits: Pick<Limits, "tryBytes" | "tryFiles">;
  /** What could leave it by what the operator opened, in sentences. */
  readonly escapes?: readonly string[];
  /** How the workspace is to be had; tests say `copy`. */
  readonly basis?: TryRecord["basis"];
};

/** A try whose commands may run. */
export type OpenTry = {
  readonly record: TryRecord;
  readonly tried: TriedWorkspace;
  /** Why no overlay could be had, where the workspace was copied. */
  readonly why?: string;
  /** Call when nothing runs in it any more: what it holds stays. */
  readonly close: () => Promise<void>;
};

/**
 * Begins a try: reads will see the workspace, writes will land in the state directory. A fault where neither an overlay
 * nor a copy can be had.
 */
export async function openTry({
  stateDir,
  workspace: named,
  limits,
  escapes = [],
  basis,
}: TryRequest): Promise<OpenTry> {
  checkOwn(stateDir); // what is kept of a try is copied into the workspace
  recoverKeeps(stateDir);
  pruneTries(stateDir);
  const workspace = realpathSync(named);
  const id = createTryId();
  const places = placesOf(stateDir, id);
  if (isInside(places.top, workspace))
    throw new Fault("TRY_UNAVAILABLE", `the state directory lies in the workspace; name another (--state-dir)`);
  const host = identityOf(process.pid);
  if (host === undefined) throw new Fault("PROC_UNUSABLE");
  const begun = {
    id,
    workspace,
    startedAt: wallMs(),
    host,
    isOpen: true,
    commands: [],
    kept: [],
    own: {},
    escapes,
    differs: [],
  };
  let stamped: Promise<bigint> | undefined;
  try {
    for (const place of [places.top, places.upper, places.work, places.merged]) makeDirectory(place);
    stamped = stampIn(places.top);
    const { enter, why, close } = await basisFor(workspace, { ...places, only: basis }, stamped);
    const stampNs = String(await stamped);
    const record: TryRecord = { ...begun, stampNs, basis: why === undefined ? "overlay" : "copy" };
    writeRecord(stateDir, record);
    const directory = holdOf(stateDir, record);
    return {
      record,
      tried: {
        source: why === undefined ? places.merged : places.copy,
        enter,
        holds: { directory, bytes: limits.tryBytes, files: limits.tryFiles },
      },
      ...(why === undefined ? {} : { why }),
      close,
    };
  } catch (error) {
    await stamped?.catch(() => undefined);
    removeTry(stateDir, id);
    throw isSystemError(error) ? systemFault(error, { what: "no try could be made" }) : error;
  }
}

/** The kernel's time for files: whatever the user changed before has an earlier one, whatever comes has a later one. */
async function stampIn(directory: string): Promise<bigint> {
  await sleep(CLOCK_TICK_MS);
  const file = join(directory, "stamp");
  rmSync(file, { force: true });
  writeFileSync(file, "");
  return lstatSync(file, { bigint: true }).ctimeNs;
}

type Basis = Pick<TriedWorkspace, "enter"> & Pick<OpenTry, "close" | "why">;
type BasisPlaces = ReturnType<typeof placesOf> & { readonly only: TryRecord["basis"] | undefined };

/** An overlay shows what the user changes until the first command runs; a copy must not begin before the stamp. */
async function basisFor(workspace: string, places: BasisPlaces, stamped: Promise<bigint>): Promise<Basis> {
  try {
    if (places.only === "copy") throw new NoOverlay("a copy was asked for", "none");
    dressAs(places.upper, workspace);
    const overlay = await openOverlay({ lower: workspace, ...places }, places.renames);
    const close = async (): Promise<void> => {
      await overlay.close();
      removeTree(places.work); // the kernel made a directory in it that a plain user could not remove by hand
    };
    return { enter: overlay.enter, close };
  } catch (error) {
    if (!(error instanceof NoOverlay)) throw error;
    await stamped;
    await copied(workspace, places, error);
    return { enter: (plan) => plan, close: async () => undefined, why: error.message };
  }
}

async function copied(workspace: string, { top, copy }: BasisPlaces, obstacle: NoOverlay): Promise<void> {
  try {
    await copyWorkspace({ workspace, top, copy }, () => stampIn(top));
  } catch (error) {
    if (!isFault(error, "TRY_UNAVAILABLE")) throw error;
    throw new Fault("TRY_UNAVAILABLE", `${error.message}; ${obstacle.message}. To fix it: ${obstacle.fix}`);
  }
}

/** The top of an overlay has the rights and the owner of its upper directory. */
function dressAs(upper: string, workspace: string): void {
  const { mode, uid, gid } = statSync(workspace);
  if (process.getuid?.() === 0) chownSync(upper, uid, gid);
  chmodSync(upper, mode & 0o7777);
}
