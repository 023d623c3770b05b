import { Fault } from "../../base/fault.ts";
import { doInSlices } from "../../base/slices.ts";
import { bytePathOf } from "../byte-path.ts";
import type { Change, FoundChange } from "../change.ts";
import { type TriedChanges, triedChanges } from "../tried-changes.ts";
import { holdOf, readRecord, removeTry, type TryRecord, writeRecord } from "../try-record.ts";
import { applyKeep, forgetOlder, nothingKept } from "./apply-keep.ts";
import { type Conflict, type ConflictGround, findConflicts } from "./find-conflicts.ts";
import { HeldTree } from "./held-tree.ts";
import type { KeepPlan } from "./keep-plan.ts";
import { stepsOf } from "./keep-steps.ts";
import { selectChanges } from "./select-changes.ts";
import { ctimesOf, rollBack } from "./undo-keep.ts";

/** What became of a keep. With conflicts nothing was kept. */
export type Kept = {
  readonly kept: readonly Change[];
  /** Guarded names that were left out: each is kept only when it is named itself. */
  readonly guarded: readonly string[];
  readonly conflicts: readonly Conflict[];
  /** Paths that were asked for and that the try did not change; then nothing was kept. */
  readonly unknown: readonly string[];
  /** How many changes are still open. Without any, the try is over. */
  readonly open: number;
};

/**
 * Keeps changes of a try in its workspace: all of them, or what these paths and patterns mean. Nothing of the try may
 * run any more.
 */
export async function keepTry(stateDir: string, id: string, paths?: readonly string[]): Promise<Kept> {
  const record = readRecord(stateDir, id);
  if (record === undefined) throw new Fault("TRY_UNAVAILABLE", `there is no try ${id}`);
  const tried = await triedChanges(stateDir, record);
  const { chosen, guarded, unknown } = selectChanges(tried.changes, paths);
  const open = tried.changes.length;
  if (unknown.length > 0 || chosen.length === 0) {
    if (open === 0) removeTry(stateDir, id);
    return { kept: [], guarded, conflicts: [], unknown, open };
  }
  const tree = new HeldTree(bytePathOf(record.workspace));
  try {
    const written = [
      ...tried.changes.flatMap(({ at, fromAt = at, kind }) => (kind === "added" ? [] : [fromAt])),
      ...tried.source.same,
    ];
    const ground: ConflictGround = { workspace: tree, record, origins: tried.origins, written };
    const conflicts = await doInSlices(findConflicts(chosen, ground));
    if (conflicts.length > 0) return { kept: [], guarded, conflicts, unknown, open };
    await apply({ stateDir, record, tried, chosen, ground });
    return { kept: chosen.map(viewOf), guarded, conflicts: [], unknown, open: open - chosen.length };
  } finally {
    tree.close();
  }
}

type Keeping = {
  readonly stateDir: string;
  readonly record: TryRecord;
  readonly tried: TriedChanges;
  readonly chosen: readonly FoundChange[];
  readonly ground: ConflictGround;
};

async function apply({ stateDir, record, tried, chosen, ground }: Keeping): Promise<void> {
  const { id, workspace } = record;
  const plan = await applyKeep({
    stateDir,
    tryId: id,
    workspace,
    tree: ground.workspace,
    tried: bytePathOf(holdOf(stateDir, record)),
    steps: stepsOf(chosen, tried.changes),
    links: tried.source.links,
    check: async (own) => {
      const now = { ...ground, record: { ...record, own: { ...record.own, ...own } } };
      const [late] = await doInSlices(findConflicts(chosen, now));
      if (late !== undefined) throw new Fault("TRY_UNAVAILABLE", `nothing was kept: ${late.path}: ${late.why}`);
    },
  });
  const isWhole = chosen.length === tried.changes.length;
  try {
    if (!isWhole) noteKept({ stateDir, record, chosen }, plan);
  } catch (error) {
    rollBack(stateDir, plan); // what is open and what was kept could not be told apart
    throw nothingKept(error);
  }
  forgetOlder(stateDir, plan);
  if (isWhole) removeTry(stateDir, id);
}

/** The rest of the try stays open. */
function noteKept({ stateDir, record, chosen }: Pick<Keeping, "stateDir" | "record" | "chosen">, plan: KeepPlan): void {
  const own = ctimesOf(
    record.workspace,
    plan.steps.map(({ at }) => at),
  );
  const now = chosen.flatMap(({ at, fromAt }) => (fromAt === undefined ? [at] : [at, fromAt]));
  writeRecord(stateDir, { ...record, own: { ...record.own, ...own }, kept: [...record.kept, ...now] });
}

/** A change without what only nacre needs. */
export function viewOf({ at: _at, fromAt: _from, names: _names, ...change }: FoundChange): Change {
  return change;
}
