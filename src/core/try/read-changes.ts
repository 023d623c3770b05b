import type { BigIntStats } from "node:fs";
import type { Steps } from "../base/slices.ts";
import { type BytePath, below, listNames, lookAt, shownPath, stepInto } from "./byte-path.ts";
import { type Change, type FoundChange, rightsOf, sideOf, typeOf } from "./change.ts";
import { marksOf } from "./marks.ts";
import { isSameContent } from "./same-content.ts";

/** Where the changes of a try are read. */
export type ChangeSource = {
  /** The workspace. */
  readonly real: BytePath;
  /** What the try wrote: an upper directory, or a whole copy. */
  readonly tried: BytePath;
  /** Whether a directory of the try hides all of the workspace's below it; of a copy each does. */
  readonly isOpaque: (path: BytePath) => boolean;
  /** Of a copy: whether the path was in the workspace when it was made, and since when changes are the try's. */
  readonly copied?: { readonly had: (path: BytePath) => boolean; readonly sinceNs: bigint };
  /** Files that are as they are in the workspace and have further names in the try, by inode: filled while it is read. */
  readonly links: Map<bigint, BytePath>;
  /** Files that the try wrote and that are as they are in the workspace: filled while it is read. */
  readonly same: BytePath[];
};

/** What stands in an upper directory for a name that is gone. */
const isWhiteout = (stat: BigIntStats): boolean => stat.isCharacterDevice() && stat.rdev === 0n;

/**
 * Every path that a try changed, parents before what they hold; of a directory that is gone, itself alone. Looks at
 * what was written and nothing else of the workspace: the cost follows the changes.
 */
export function* readChanges(source: ChangeSource): Steps<readonly FoundChange[]> {
  const found: FoundChange[] = [];
  const { real, tried } = source;
  const [was, is] = [lookAt(real), lookAt(tried)];
  if (was !== undefined && is !== undefined && rightsOf(was) !== rightsOf(is))
    found.push(changeOf("", "mode", { was, is }));
  yield* readDirectory({ path: "", isHiding: source.isOpaque("") }, source, found);
  return found;
}

/** A directory of the try, and whether it hides what the workspace has there: what lies in a hiding one does, too. */
type Place = { readonly path: BytePath; readonly isHiding: boolean };

function* readDirectory({ path, isHiding }: Place, source: ChangeSource, found: FoundChange[]): Steps<void> {
  const { real, tried } = source;
  const names = listNames(below(tried, path));
  for (const name of names) yield* readEntry({ path: stepInto(path, name), isHiding }, source, found);
  if (!isHiding || lookAt(below(real, path))?.isDirectory() !== true) return;
  const kept = new Set(names);
  for (const name of listNames(below(real, path))) {
    const gone = stepInto(path, name);
    if (kept.has(name) || source.copied?.had(gone) === false) continue;
    const was = lookAt(below(real, gone));
    if (was !== undefined) found.push(yield* deletedAt(gone, source, was));
  }
}

function* readEntry({ path, isHiding }: Place, source: ChangeSource, found: FoundChange[]): Steps<void> {
  yield;
  const is = lookAt(below(source.tried, path));
  const was = lookAt(below(source.real, path));
  if (is === undefined) return;
  if (isWhiteout(is)) {
    // Where nothing lies any more, there is nothing to delete.
    if (was !== undefined) found.push(yield* deletedAt(path, source, was));
  } else {
    const kind = kindOf(path, source, { was, is });
    if (kind !== undefined) found.push(changeOf(path, kind, { was, is }));
    if (is.isDirectory()) yield* readDirectory({ path, isHiding: isHiding || source.isOpaque(path) }, source, found);
  }
}

type Both = { readonly was: BigIntStats | undefined; readonly is: BigIntStats | undefined };

function kindOf(path: BytePath, source: ChangeSource, { was, is }: Both): Change["kind"] | undefined {
  const { real, tried, copied, links, same } = source;
  if (copied !== undefined && is !== undefined && !is.isDirectory() && is.ctimeNs < copied.sinceNs) return undefined;
  if (was === undefined || is === undefined) return "added";
  if (typeOf(was) !== typeOf(is)) return "type";
  if (!isSameContent([below(tried, path), is], [below(real, path), was])) return "modified";
  // A link has no rights of its own.
  if (!is.isSymbolicLink() && rightsOf(was) !== rightsOf(is)) return "mode";
  if (is.isFile()) same.push(path);
  if (is.isFile() && is.nlink > 1n) links.set(is.ino, path);
  return undefined;
}

function changeOf(at: BytePath, kind: Change["kind"], { was, is }: Both): FoundChange {
  const path = at === "" ? "." : shownPath(at);
  const stat = is ?? was;
  const marks = stat === undefined ? [] : marksOf(path, { type: typeOf(stat), isNew: was === undefined });
  return {
    at,
    path,
    kind,
    ...(was === undefined ? {} : { before: sideOf(was) }),
    ...(is === undefined ? {} : { after: sideOf(is) }),
    ...(marks.length === 0 ? {} : { marks }),
    ...(was?.isFile() === true && was.nlink > 1n ? { names: Number(was.nlink) } : {}),
  };
}

function* deletedAt(at: BytePath, { real }: ChangeSource, was: BigIntStats): Steps<FoundChange> {
  const change = changeOf(at, "deleted", { was, is: undefined });
  if (!was.isDirectory()) return change;
  const size = { files: 0, bytes: 0 };
  yield* measure(below(real, at), size);
  const { type, mode } = sideOf(was);
  return { ...change, before: { type, mode, bytes: size.bytes }, files: size.files };
}

function* measure(directory: BytePath, size: { files: number; bytes: number }): Steps<void> {
  for (const name of listNames(directory)) {
    yield;
    const stat = lookAt(below(directory, name));
    if (stat?.isDirectory() === true) yield* measure(below(directory, name), size);
    else {
      size.files += 1;
      size.bytes += Number(stat?.size ?? 0);
    }
  }
}
