import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { doInSlices } from "../base/slices.ts";
import { type BytePath, bytePathOf } from "./byte-path.ts";
import type { FoundChange } from "./change.ts";
import { findRenames } from "./find-renames.ts";
import { type ChangeSource, readChanges } from "./read-changes.ts";
import { refusedRenames } from "./refused-renames.ts";
import { holdOf, placesOf, type TryRecord } from "./try-record.ts";
import { upperAttributes } from "./upper-attributes.ts";

/** What a try holds that was not kept yet, and what keeping it needs to know. */
export type TriedChanges = {
  readonly changes: readonly FoundChange[];
  readonly source: ChangeSource;
  readonly origins: ReadonlyMap<BytePath, string>;
};

/** What a copy remembers of the workspace: the time after which changes are the try's, in ns, and every path. */
export const COPIED = "copied.json";

export async function triedChanges(stateDir: string, record: TryRecord): Promise<TriedChanges> {
  const { workspace, basis, kept } = record;
  const tried = holdOf(stateDir, record);
  const common = {
    real: bytePathOf(workspace),
    tried: bytePathOf(tried),
    links: new Map<bigint, BytePath>(),
    same: [],
  };
  const { opaque, origins } = basis === "overlay" ? await upperAttributes(tried) : NOTHING;
  const source: ChangeSource =
    basis === "overlay"
      ? { ...common, isOpaque: (path) => opaque.has(path) }
      : { ...common, isOpaque: () => true, copied: copiedOf(stateDir, record.id) };
  const found = await doInSlices(readChanges(source));
  const isKept = keptBelow(kept);
  const open = found.filter(({ at }) => !isKept(at));
  return { changes: await doInSlices(findRenames(open, source)), source, origins };
}

const NOTHING = { opaque: new Set<BytePath>(), origins: new Map<BytePath, string>() };

function keptBelow(kept: readonly BytePath[]): (at: BytePath) => boolean {
  const all = new Set(kept);
  return (at) => all.has(at);
}

function copiedOf(stateDir: string, id: string): NonNullable<ChangeSource["copied"]> {
  const file = join(placesOf(stateDir, id).top, COPIED);
  const { sinceNs, paths }: { sinceNs: string; paths: readonly string[] } = existsSync(file)
    ? JSON.parse(readFileSync(file, "utf8"))
    : { sinceNs: "0", paths: [] };
  const had = new Set(paths);
  return { had: (path) => had.has(path), sinceNs: BigInt(sinceNs) };
}

/** What would be otherwise without the try, in sentences. */
export function differencesOf(
  stateDir: string,
  { id, differs }: TryRecord,
  changes: readonly FoundChange[],
): readonly string[] {
  return [...differs, ...refusedRenames(placesOf(stateDir, id).renames, changes), ...differencesIn(changes)];
}

function differencesIn(changes: readonly FoundChange[]): readonly string[] {
  return changes.flatMap(({ path, kind, from, after, names }) => {
    if (kind === "renamed" && after?.type === "directory")
      return [
        `${from} became ${path} by copying: in a try a directory that was there before cannot be renamed (EXDEV), and programs that do not copy then fail`,
      ];
    if (names === undefined || kind === "deleted") return [];
    return [
      `${path} is one of ${names} names of a file: only this name changed, the others would have changed with it`,
    ];
  });
}
