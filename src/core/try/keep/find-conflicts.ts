import type { BigIntStats } from "node:fs";
import type { Steps } from "../../base/slices.ts";
import { type BytePath, below, listNames, lookAt, parentOf, shownPath, stepInto } from "../byte-path.ts";
import type { FoundChange } from "../change.ts";
import type { TryRecord } from "../try-record.ts";
import type { HeldTree } from "./held-tree.ts";

/** A path that the user changed since the try began. */
export type Conflict = { readonly path: string; readonly why: string };

export type ConflictGround = {
  readonly workspace: HeldTree;
  readonly record: Pick<TryRecord, "stampNs" | "own">;
  /** Files of the try that came from the workspace, by the kernel's handle of the original: for a plain user it is empty. */
  readonly origins: ReadonlyMap<BytePath, string>;
  /** Every path that the try wrote, with the place it had before. */
  readonly written: readonly BytePath[];
};

/**
 * What of these changes the user changed too: a path whose ctime is not before the start of the try, and a name that is
 * there, or gone, and was not. What nacre wrote itself does not count.
 */
export function* findConflicts(changes: readonly FoundChange[], ground: ConflictGround): Steps<readonly Conflict[]> {
  const conflicts: Conflict[] = [];
  const add = (at: BytePath, why: string | undefined): void => {
    if (why !== undefined) conflicts.push({ path: at === "" ? "." : shownPath(at), why });
  };
  for (const change of changes) {
    yield;
    const { at, kind, fromAt } = change;
    if (kind === "added" || kind === "renamed") add(at, isNewHere(change, ground));
    if (fromAt !== undefined) add(fromAt, yield* changedAt(fromAt, ground));
    if (kind !== "added" && kind !== "renamed") add(at, yield* changedAt(at, ground, kind === "mode"));
  }
  return conflicts;
}

/** Why a name that the try made cannot be given: something has it, or it is one that the user has removed. */
function isNewHere(change: FoundChange, ground: ConflictGround): string | undefined {
  const { at, kind } = change;
  if (ground.workspace.at(at, lookAt) !== undefined)
    return "something lies there that was not there when the try began";
  const handle = ground.origins.get(at);
  if (kind === "renamed" || handle === undefined || !isNameLost(at, ground)) return undefined;
  if (handle === "") return "its directory changed since the try began, and it may have been removed there";
  return isMoved(handle, ground) ? undefined : "it was removed since the try began";
}

/** Whether the user may have removed a name: that changes the directory it was in, or what was above that. */
function isNameLost(at: BytePath, { workspace, record }: ConflictGround): boolean {
  let parent = parentOf(at);
  while (parent !== "" && workspace.at(parent, lookAt) === undefined) parent = parentOf(parent);
  const stat = workspace.at(parent, lookAt);
  return stat === undefined || (isLater(stat, record) && !isOwn(parent, stat, record));
}

/** Whether a file of the try was made of one that is still there: its handle holds that file's inode. */
function isMoved(handle: string, { written, workspace }: ConflictGround): boolean {
  const inodes = written.flatMap((at) => workspace.at(at, inodesBelow) ?? []);
  return inodes.some((inode) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64LE(inode);
    return handle.includes(bytes.subarray(0, 4).toString("hex"));
  });
}

function inodesBelow(path: BytePath): readonly bigint[] {
  const stat = lookAt(path);
  if (stat === undefined) return [];
  const inner = stat.isDirectory() ? listNames(path).flatMap((name) => inodesBelow(below(path, name))) : [];
  return [stat.ino, ...inner];
}

const isLater = ({ ctimeNs }: BigIntStats, { stampNs }: ConflictGround["record"]): boolean =>
  ctimeNs >= BigInt(stampNs);

/** Whether a keep of this try was the last to change it. */
const isOwn = (at: BytePath, { ctimeNs }: BigIntStats, { own }: ConflictGround["record"]): boolean =>
  own[at] === String(ctimeNs);

/** Why an entry is not the one that the try saw; of a directory with all that it holds, unless its rights alone count. */
function* changedAt(at: BytePath, ground: ConflictGround, isRights = false): Steps<string | undefined> {
  yield;
  const { workspace, record } = ground;
  const stat = workspace.at(at, lookAt);
  if (stat === undefined) return "it is gone";
  if (isLater(stat, record) && !isOwn(at, stat, record)) return "it changed since the try began";
  if (!stat.isDirectory() || isRights) return undefined;
  for (const name of workspace.at(at, listNames) ?? []) {
    const inner = yield* changedAt(stepInto(at, name), ground);
    if (inner !== undefined) return `${shownPath(stepInto(at, name))}: ${inner}`;
  }
  return undefined;
}
