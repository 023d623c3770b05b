import { existsSync } from "node:fs";
import { join } from "node:path";
import { isOwn } from "../../files/make-directory.ts";
import { identityOf } from "../../process/identity.ts";
import { removeTree } from "../../process/remove-tree.ts";
import { type BytePath, bytePathOf, listNames, lookAt, shownPath, stepInto, waysTo } from "../byte-path.ts";
import { readRecord, writeRecord } from "../try-record.ts";
import { HeldTree, setRights } from "./held-tree.ts";
import { isAtWork, type KeepPlan, type KeepStep, listPlans, placeOfKeep, removePlan, writePlan } from "./keep-plan.ts";
import { bringEntry, moveEntry } from "./move-entry.ts";

/** What became of an undo: paths that could not be put back because something else lies there now. */
export type Undone = { readonly workspace: string; readonly paths: number; readonly left: readonly string[] };

/** Why the last keep cannot be undone. */
export type NotUndone = { readonly problem: string; readonly changed?: readonly string[] };

/** Undoes the last keep in a workspace. Nothing is done when something of it has changed since. */
export function undoLastKeep(stateDir: string, workspace: string): Undone | NotUndone {
  const plan = listPlans(stateDir).findLast((one) => one.workspace === workspace && one.state === "done");
  if (plan === undefined) return { problem: `nothing that was kept in ${workspace} can be undone` };
  const tree = new HeldTree(bytePathOf(workspace));
  try {
    const changed = plan.steps.filter((step) => !isAsKept(step, tree)).map(({ at }) => shownPath(at));
    if (changed.length > 0) return { problem: "these have changed since they were kept", changed };
  } finally {
    tree.close();
  }
  return rollBack(stateDir, plan);
}

function isAsKept({ at, act, inode, ctimeNs }: KeepStep, tree: HeldTree): boolean {
  const stat = tree.at(at, lookAt);
  if (act === "remove") return stat === undefined;
  // A directory changes whenever something in it does.
  return (
    stat !== undefined &&
    (inode === undefined || String(stat.ino) === inode) &&
    (stat.isDirectory() || String(stat.ctimeNs) === ctimeNs)
  );
}

/** Ends what keeps of dead processes left half done: each is undone. Call it before anything else is tried or kept. */
export function recoverKeeps(stateDir: string): readonly Undone[] {
  if (!isOwn(stateDir)) return []; // a plan says what is put where
  return listPlans(stateDir)
    .filter((plan) => plan.state !== "done" && !isAtWork(plan))
    .flatMap((plan) => {
      if (plan.state !== "staging") return [rollBack(stateDir, plan)];
      removePlan(stateDir, plan);
      return [];
    });
}

/** Puts everything back, the last step first. It may have been begun before. */
export function rollBack(stateDir: string, plan: KeepPlan): Undone {
  const { workspace, area, steps, tryId } = plan;
  const by = identityOf(process.pid) ?? plan.by;
  try {
    writePlan(stateDir, { ...plan, state: "undoing", by });
  } catch {
    // The disk is full: the plan stays as it was, and is undone from there all the same.
  }
  const left: BytePath[] = [];
  const tree = new HeldTree(bytePathOf(workspace));
  try {
    steps.forEach((_, index) => {
      const at = steps.length - 1 - index;
      const step = steps[at];
      if (
        step !== undefined &&
        !undoStep(step, { tree, old: oldAt(stateDir, { plan, at }), trash: join(area, `trash-${at}`) })
      )
        left.push(step.at);
    });
  } finally {
    tree.close();
  }
  steps.forEach((_, at) => void removeTree(join(area, `trash-${at}`)));
  removePlan(stateDir, plan);
  reopen(stateDir, tryId, steps);
  return { workspace, paths: steps.length - left.length, left: left.map(shownPath) };
}

/** Where what lay in the place of a step is: beside the workspace, or already among nacre's own files. */
function oldAt(stateDir: string, { plan, at }: { readonly plan: KeepPlan; readonly at: number }): string {
  const near = join(plan.area, "old", String(at));
  return lookAt(bytePathOf(near)) === undefined ? join(placeOfKeep(stateDir, plan.id), "old", String(at)) : near;
}

type Undoing = { readonly tree: HeldTree; readonly old: string; readonly trash: string };

/** False when something lies there that neither nacre nor the time before put there. */
function undoStep({ at, act, before, inode }: KeepStep, { tree, old, trash }: Undoing): boolean {
  return (
    tree.at(at, (path) => {
      const is = lookAt(path);
      if (act === "mode") {
        if (is !== undefined && before !== undefined) setRights(path, before.mode);
        return is !== undefined;
      }
      const oldPath = bytePathOf(old);
      const hasOld = lookAt(oldPath) !== undefined;
      if (is !== undefined && String(is.ino) === inode) {
        makeWay(trash);
        moveEntry(path, bytePathOf(trash));
      } else if (is !== undefined) return before !== undefined && String(is.ino) === before.inode;
      if (hasOld) bringEntry(oldPath, path);
      return hasOld || before === undefined;
    }) ?? before === undefined
  );
}

function makeWay(trash: string): void {
  if (existsSync(trash)) removeTree(trash);
}

/** The changes of the try are open again, if it is still there; what was put back is no change of the user's. */
function reopen(stateDir: string, tryId: string, steps: readonly KeepStep[]): void {
  const record = readRecord(stateDir, tryId);
  if (record === undefined) return;
  const undone = steps.map(({ at }) => at);
  const isUndone = (path: BytePath): boolean => undone.some((at) => path === at || path.startsWith(`${at}/`));
  const own = { ...record.own, ...ctimesOf(record.workspace, undone) };
  writeRecord(stateDir, { ...record, own, kept: record.kept.filter((path) => !isUndone(path)) });
}

/** The ctimes of these paths now, of all that they hold, and of the directories above them, in ns. */
export function ctimesOf(workspace: string, paths: readonly BytePath[]): Record<BytePath, string> {
  const own: Record<BytePath, string> = {};
  const tree = new HeldTree(bytePathOf(workspace));
  const note = (path: BytePath, isDeep: boolean): void => {
    const stat = tree.at(path, lookAt);
    if (stat === undefined) return;
    own[path] = String(stat.ctimeNs);
    if (isDeep && stat.isDirectory())
      for (const name of tree.at(path, listNames) ?? []) note(stepInto(path, name), true);
  };
  try {
    for (const path of paths) {
      note(path, true);
      for (const way of ["", ...waysTo(path)]) if (own[way] === undefined) note(way, false);
    }
  } finally {
    tree.close();
  }
  return own;
}
