import { createHash } from "node:crypto";
import { RENAME_BYTES, RENAME_FILES } from "../base/limits/try-limits.ts";
import type { Steps } from "../base/slices.ts";
import { type BytePath, below, listNames, lookAt, parentOf } from "./byte-path.ts";
import type { FoundChange } from "./change.ts";
import type { ChangeSource } from "./read-changes.ts";
import { piecesOf, targetOf } from "./same-content.ts";

/**
 * The same changes, with what was deleted in one place and added in another as one. A try cannot ask the kernel: what
 * moved was copied. So the content tells; what is empty tells nothing.
 */
export function* findRenames(changes: readonly FoundChange[], source: ChangeSource): Steps<readonly FoundChange[]> {
  const gone = changes.filter(({ kind, before }) => kind === "deleted" && before !== undefined && isTelling(before));
  const isLike = likeOneOf(gone);
  const added = changes.filter((change) => change.kind === "added" && isLike(change));
  if (gone.length === 0 || added.length === 0) return changes;
  const budget: Budget = { bytes: RENAME_BYTES, files: RENAME_FILES, known: new Map() };
  const before = new Map<string, FoundChange>();
  for (const change of gone) {
    const print = yield* printOf(below(source.real, change.at), budget);
    if (print !== undefined) before.set(print, change);
  }
  const renamed = new Map<BytePath, FoundChange>();
  for (const change of before.size === 0 ? [] : added) {
    const print = (yield* printOf(below(source.tried, change.at), budget)) ?? "";
    const from = before.get(print);
    if (from === undefined || isInRenamed(change.at, renamed)) continue;
    before.delete(print);
    renamed.set(change.at, from);
  }
  return renamed.size === 0 ? changes : joined(changes, renamed);
}

/** Whether its content can tell it from others. */
const isTelling = ({ type, bytes }: NonNullable<FoundChange["before"]>): boolean =>
  (type === "file" || type === "directory") && bytes > 0;

/** Whether a change may be one of these: a directory, or a file of the same size. */
function likeOneOf(gone: readonly FoundChange[]): (change: FoundChange) => boolean {
  const sizes = new Set(gone.map(({ before }) => before?.bytes));
  const hasDirectory = gone.some(({ before }) => before?.type === "directory");
  return ({ after }) => (after?.type === "directory" ? hasDirectory : sizes.has(after?.bytes));
}

function joined(changes: readonly FoundChange[], renamed: ReadonlyMap<BytePath, FoundChange>): readonly FoundChange[] {
  const sources = new Set([...renamed.values()].map(({ at }) => at));
  return changes.flatMap((change): FoundChange[] => {
    const from = renamed.get(change.at);
    if (from !== undefined) {
      const { before, files, path, at } = from;
      const more = { ...(before === undefined ? {} : { before }), ...(files === undefined ? {} : { files }) };
      const marks = [...new Set([...(change.marks ?? []), ...(from.marks ?? [])])];
      return [
        { ...change, ...more, kind: "renamed", from: path, fromAt: at, ...(marks.length === 0 ? {} : { marks }) },
      ];
    }
    return sources.has(change.at) || isInRenamed(change.at, renamed) ? [] : [change];
  });
}

/** What lies in a directory that was renamed whole is the same as before. */
function isInRenamed(at: BytePath, renamed: ReadonlyMap<BytePath, FoundChange>): boolean {
  for (let parent = parentOf(at); parent !== ""; parent = parentOf(parent)) if (renamed.has(parent)) return true;
  return false;
}

type Budget = { bytes: number; files: number; readonly known: Map<BytePath, string> };

/** The same text for the same tree, whatever its name. Undefined when that costs too much. */
function* printOf(path: BytePath, budget: Budget): Steps<string | undefined> {
  yield;
  const known = budget.known.get(path);
  if (known !== undefined) return known;
  const stat = lookAt(path);
  budget.files -= 1;
  budget.bytes -= Number(stat?.isFile() === true ? stat.size : 0n);
  if (stat === undefined || budget.files < 0 || budget.bytes < 0) return undefined;
  const hash = createHash("sha256").update(String(stat.mode));
  if (stat.isSymbolicLink()) hash.update(targetOf(path));
  else if (stat.isFile()) for (const piece of piecesOf(path)) hash.update(piece);
  else if (stat.isDirectory()) {
    for (const name of listNames(path)) {
      const inner = yield* printOf(below(path, name), budget);
      if (inner === undefined) return undefined;
      hash.update(`${name}\0${inner}\0`);
    }
  }
  const print = hash.digest("hex");
  budget.known.set(path, print);
  return print;
}
